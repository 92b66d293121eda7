/*
 * Types that a function declares, used in its region.
 * cuda alone: arrays of local types
 * threads: 4
 */
#include <stdio.h>
extern int outer_count;
int outer_count = 3;
int main(void)
{
    typedef struct { int a; double b; } item;
    enum kind { RED = 4, BLUE };
    struct box { item one; enum kind k; } box = {{1, 2.5}, BLUE};
    item list[5];
    int i, sum = 0;
    extern int outer_count;
#pragma omp parallel for reduction(+ : sum) firstprivate(box)
    for (i = 0; i < 5; i++) {
        extern int outer_count;
        _Static_assert(sizeof(int) == 4, "int");
        item x = {i, box.one.b};
        list[i] = x;
        list[i].a += box.k + outer_count;
        sum += list[i].a;
    }
    printf("%d %g\n", sum, list[3].b);
    return 0;
}

/*
 * A file that has nothing but a header's functions: one of them has a region, and is static; the header's other functions call it,
 * and the files that call these do not see it.
 *
 * cross: mark(v, 3) => (void)v
 */
#include "check.h"

void mark(int *v, int by);
extern void (*const table[])(int *, int);

int main(void)
{
    int v[40] = {0}, wrong = 0;
    mark(v, 3);
    table[0](v, 4);
#pragma omp parallel for reduction(+ : wrong)
    for (int i = 0; i < 40; i++)
        wrong += v[i] != 3 + 4 * 40 + i * 2;
    CHECK(wrong == 0);
    return check_result("functions of a header");
}

/*
 * Arithmetic of `void *`, whose unit is a byte (GNU): sums, differences, steps, in expressions, members and arguments.
 *
 * cross: reduction(+ : s, n) => firstprivate(s, n)
 */
#include "check.h"

#include <string.h>

struct buffer { void *data; const void *end; };

static void *skip(void *p, int n) { return p + n; }
static int rest(const struct buffer *b) { return b->end - b->data; }

int main(void)
{
    int a[8] = {0}, s = 0, n = 0;
    void *p = a, *q = a + 4;
    struct buffer all = {a, (void *)a + sizeof a};
    enum { FOUR = 4 };

    CHECK(q - p == 16 && (void *)&a[2] - p == 8);
    p = p + FOUR, p++, p += 3, --p, p -= 7;
    CHECK(p == (void *)a && rest(&all) == 32 && p + 4 < q - 4 - 4 + 1);
    int *third = q - FOUR;
    *(int *)(p + 8) = 5;
    memcpy(all.data + 4, &a[2], sizeof(int));
    CHECK(a[1] == 5 && a[2] == 5 && third == &a[3]);
#pragma omp parallel for reduction(+ : s, n)
    for (int i = 0; i < 4; i++) {
        void *r = a + i, *e = i > 1 ? skip(a, 32) : (void *)a + 32;
        struct buffer one = {r, e};
        s += e - r;
        r += 4, r = r + 4, r++, r--, r = 1 + r - 1;
        s += (char *)e - (char *)r;
        one.data++, ++one.data;
        n += rest(&one) + *(int *)((void *)a + 4);
    }
    CHECK(s == 176);
    CHECK(n == 116);
    return check_result("arithmetic of pointers to void");
}

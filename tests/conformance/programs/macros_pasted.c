/*
 * Macros whose names are put together by `##`, and stand nowhere in the text of a region.
 *
 * cross: CAT(REPEAT_, 3)(i) => CAT(REPEAT_, 2)(i)
 * cross: CAT(REPEAT_, n)(x) => CAT(REPEAT_, 1)(x)
 */
#include "check.h"

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define REPEAT_1(x) (x)
#define REPEAT_2(x) (x) + REPEAT_1(x)
#define REPEAT_3(x) (x) + REPEAT_2(x)
#define REPEAT(n, x) CAT(REPEAT_, n)(x)
#define AB 7
#define NARROW 1
#define WIDTH_1 3
#define WIDTH CAT(WIDTH_, NARROW)
#define OF_int INT
#define SIZE_OF(type) CAT(SIZE_, CAT(OF_, type))
#define SIZE_INT 5
#define CAT_DIGRAPH(a, b) a %:%: b

static int plus_twice(int x)
{
    return REPEAT(2, x) + CAT(A, B) * WIDTH;
}

int main(void)
{
    int sums[10];
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
        sums[i] = CAT(REPEAT_, 3)(i) + CAT(A, B) + plus_twice(i) + SIZE_OF(int) + CAT_DIGRAPH(WIDTH, _1);
    for (int i = 0; i < 10; i++)
        CHECK(sums[i] == 3 * i + 7 + 2 * i + 21 + 5 + 3);
    return check_result("macros_pasted");
}

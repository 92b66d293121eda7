/*
 * Bit-fields in regions (2.4): what C makes of them in `?:` and in statement expressions, and those
 * of an enumeration or of type `_Bool` that are stepped, whose objects are evaluated once.
 *
 * cross: reduction(+ : wrong) => private(wrong)
 */
#include "check.h"

#pragma GCC diagnostic ignored "-Wbool-operation"

#define LEAST(a, b) ((a) < (b) ? (a) : (b))

enum mode { OFF, SLOW, FAST };

struct fields {
    unsigned small : 3;
    unsigned long wide : 32;
    enum mode mode : 3;
    _Bool flag : 1;
};

static int values(struct fields one, enum mode mode, int i)
{
    int wrong = 0;

    wrong += (long long)(LEAST(one.small, 5) - 2) != -1;
    wrong += (long long)((i > 9 ? i : one.small) - 2) != -1;
    wrong += (long long)((one.small ?: 5) - 2) != -1;
    wrong += (long long)(__extension__({ one.small; }) - 2) != -1;
    wrong += (long long)((i > 9 ? 1u : one.wide) + 3) != 2;
    wrong += (long long)((mode ?: 5) - 2) != 4294967295;
    return wrong;
}

static int steps(struct fields one)
{
    struct fields some[3] = {{0, 0, OFF, 0}}, *next = some;
    volatile _Bool seen = 0;
    int wrong = 0;

    next++->mode++;
    next++->mode |= FAST;
    wrong += next != some + 2 || some[0].mode != SLOW || some[1].mode != FAST;
    one.mode = (enum mode)7;
    wrong += (int)one.mode++ != 7 || (int)one.mode != 0;
    wrong += (int)one.mode-- != 0 || (int)one.mode != 7;
    wrong += (int)(one.mode += 2) != 1 || (int)--(one.mode) != 0;
    wrong += one.flag++ || !one.flag || !one.flag-- || one.flag;
    ++one.flag;
    seen++;
    return wrong + !one.flag + !seen;
}

int main(void)
{
    int wrong = 0;
    struct fields one = {1, 0xffffffff, FAST, 0};

#pragma omp parallel for reduction(+ : wrong) num_threads(4)
    for (int i = 0; i < 8; i++)
        wrong += 1 + values(one, SLOW, i) + steps(one);
    CHECK(wrong == 8);
    return check_result("bit-fields");
}

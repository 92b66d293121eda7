/*
 * declare reduction (4.0, 2.15; 5.2, 5.5.11) whose expressions C++ reads otherwise: the sizes of characters and of comparisons, bit-fields
 * that are promoted, enumerations, pointers that become others, initialisers out of order and those that convert, in compound literals and
 * without; in functions, and for several types.
 *
 * cross: {.second = 1, .first = 2} => {.second = 1, .first = 3}
 * cross: omp_in.first + (int)sizeof(omp_in.first < 3) => omp_in.first
 * cross: omp_out |= omp_in => omp_out &= omp_in
 * cross: omp_in > omp_out ? (void *)omp_in : (void *)omp_out => omp_out
 */
#include "check.h"

enum flag { NONE, LEFT, RIGHT, BOTH };

struct pair {
    int first, second;
    enum flag flag;
    unsigned narrow : 3;
};

typedef struct {
    struct pair pair;
    double values[3];
} nested;

#pragma omp declare reduction(characters : int, long : omp_out += omp_in + (int)sizeof('a')) initializer(omp_priv = 0)
#pragma omp declare reduction(comparisons : struct pair : omp_out.first += omp_in.first + (int)sizeof(omp_in.first < 3)) \
    initializer(omp_priv = {.second = 1, .first = 2})
#pragma omp declare reduction(promoted : struct pair : omp_out.first += omp_in.first + ((omp_in.narrow ? omp_in.narrow : 1) - 9 < 0)) \
    initializer(omp_priv = (struct pair){.narrow = 1, .first = 0})
#pragma omp declare reduction(flags : enum flag : omp_out |= omp_in) initializer(omp_priv = 0)
#pragma omp declare reduction(last : char * : omp_out = omp_in > omp_out ? (void *)omp_in : (void *)omp_out) initializer(omp_priv = 0)
#pragma omp declare reduction(within : nested : omp_out.pair.first += omp_in.pair.first, omp_out.pair.flag |= omp_in.pair.flag, \
                              omp_out.values[1] += omp_in.values[1]) initializer(omp_priv = {.values[1] = 1, .pair.first = 1.0})

#define THREADS 4
#define N 40

int main(void)
{
    typedef struct pair local;
    #pragma omp declare reduction(inner : local : omp_out.second += omp_in.second + (1 ? omp_in.flag : 0)) \
        initializer(omp_priv = {.flag = LEFT, .second = 0})
    int characters = 0;
    long longer = 0;
    struct pair compared = {0, 0, NONE, 0}, promoted = compared;
    enum flag flags = NONE;
    char text[N], *last = text;
    nested within = {compared, {0, 0, 0}};
    local inner = compared;

    #pragma omp parallel for num_threads(THREADS) schedule(static) reduction(characters : characters, longer) reduction(comparisons : compared) \
        reduction(promoted : promoted) reduction(flags : flags) reduction(last : last) reduction(within : within) reduction(inner : inner)
    for (int i = 0; i < N; i++) {
        characters++;
        longer++;
        compared.first++;
        promoted.first++;
        flags |= i % 2 ? LEFT : RIGHT;
        last = text + i;
        within.pair.first++;
        within.pair.flag |= LEFT;
        within.values[1] += i;
        inner.second++;
    }
    /* An expression is evaluated once for each thread: in whatever order, it adds as much. */
    CHECK(characters == N + THREADS * (int)sizeof(int));
    CHECK(longer == N + THREADS * (int)sizeof(int));
    CHECK(compared.first == N + THREADS * (2 + (int)sizeof(int)));
    CHECK(promoted.first == N + THREADS);
    CHECK(flags == BOTH);
    CHECK(last == text + N - 1);
    CHECK(within.pair.first == N + THREADS && within.pair.flag == LEFT);
    CHECK(within.values[1] == N * (N - 1) / 2 + THREADS);
    CHECK(inner.second == N + THREADS * LEFT);
    return check_result("reduction_expressions");
}

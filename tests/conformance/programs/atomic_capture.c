/*
 * atomic capture (3.1, 2.8.5; 4.0, 2.12.6), every form of the expression and of the block: each thread gets
 * values that no other one gets.
 *
 * cross all: _Pragma("omp atomic capture")
 * crossed with: -DTIMES=300000
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

#define THREADS 4
#ifndef TIMES
#define TIMES 500
#endif

static int *seen;

/* x goes from FIRST up by 1 for each of all threads' statements, and v gets each value once. */
#define COUNT(NAME, TYPE, STATEMENT, FIRST)                                      \
    static void NAME(void)                                                       \
    {                                                                            \
        TYPE x = 10;                                                             \
        int k, wrong = 0;                                                        \
        for (k = 0; k < THREADS * TIMES; k++)                                    \
            seen[k] = 0;                                                         \
        _Pragma("omp parallel num_threads(THREADS) reduction(+ : wrong)")        \
        {                                                                        \
            int n;                                                               \
            TYPE v = 0, one = 1;                                                 \
            _Pragma("omp barrier")                                               \
            for (n = 0; n < TIMES; n++) {                                        \
                _Pragma("omp atomic capture")                                    \
                STATEMENT                                                        \
                if (v < FIRST || v >= FIRST + THREADS * TIMES)                   \
                    wrong++;                                                     \
                else                                                             \
                    seen[(long)v - FIRST]++;                                     \
            }                                                                    \
            wrong += one != 1;                                                   \
        }                                                                        \
        for (k = 0; k < THREADS * TIMES; k++)                                    \
            wrong += seen[k] != 1;                                               \
        CHECK(wrong == 0);                                                       \
        CHECK(x == 10 + THREADS * TIMES);                                        \
    }

COUNT(step_behind, int, v = x++;, 10)
COUNT(step_before, long, v = ++x;, 11)
COUNT(compound, unsigned, v = x += one;, 11)
COUNT(sum, double, v = x = x + one;, 11)
COUNT(sum_reversed, long long, v = x = one + x;, 11)
COUNT(old_compound, int, { v = x; x += one; }, 10)
COUNT(new_compound, float, { x += one; v = x; }, 11)
COUNT(old_sum, unsigned long, { v = x; x = x + one; }, 10)
COUNT(new_sum, int, { x = x + one; v = x; }, 11)
COUNT(old_reversed, double, { v = x; x = 2 * one - one + x; }, 10)
COUNT(new_reversed, int, { x = one + x; v = x; }, 11)
COUNT(old_step_behind, int, { v = x; x++; }, 10)
COUNT(old_step_before, short, { v = x; ++x; }, 10)
COUNT(new_step_behind, int, { x++; v = x; }, 11)
COUNT(new_step_before, unsigned short, { ++x; /* and */ v = x; }, 11)

/* Downwards, and the bitwise operators: by one thread, where the values are known. */
static void others(void)
{
    int x = 40, v[8] = {0};
    unsigned char bits = 0xf0, was[6] = {0};
    char text[8] = "abcdefg", *place = text, *before = NULL, *after = NULL;
    _Bool flag = 1, old = 0;
    double d = 8, e[4] = {0};

#pragma omp parallel num_threads(1)
    {
#pragma omp atomic capture
        v[0] = x--;
#pragma omp atomic capture
        v[1] = --x;
#pragma omp atomic capture
        { x--; v[2] = x; }
#pragma omp atomic capture
        { v[3] = x; --x; }
#pragma omp atomic capture
        v[4] = x -= 2 * 3;
#pragma omp atomic capture
        v[5] = x = 100 - x;
#pragma omp atomic capture
        { v[6] = x; x = 200 >> 1; }
#pragma omp atomic capture
        {
            x <<= 2; /* comments */
            /* stay */
            v[7] = x;
        }
#pragma omp atomic capture
        was[0] = bits |= 1;
#pragma omp atomic capture
        { was[1] = bits; bits &= 0x3f; }
#pragma omp atomic capture
        was[2] = bits = bits ^ 0xff;
#pragma omp atomic capture
        { was[3] = bits; bits = 3; }
#pragma omp atomic capture
        was[4] = bits *= 100;
#pragma omp atomic capture
        { bits = 250 / bits; was[5] = bits; }
#pragma omp atomic capture
        before = place++;
#pragma omp atomic capture
        after = place += 2;
#pragma omp atomic capture
        { old = flag; flag = 0; }
#pragma omp atomic capture
        e[0] = d *= 0.5;
#pragma omp atomic capture
        { e[1] = d; d = 1 / d; }
#pragma omp atomic capture
        { e[2] = (d); d = (d) - 1; }
#pragma omp atomic capture
        e[3] = d /= 3;
    }
    CHECK(v[0] == 40 && v[1] == 38 && v[2] == 37 && v[3] == 37);
    CHECK(v[4] == 30 && v[5] == 70 && v[6] == 70 && v[7] == 400 && x == 400);
    CHECK(was[0] == 0xf1 && was[1] == 0xf1 && was[2] == 0xce && was[3] == 0xce);
    CHECK(was[4] == 44 && was[5] == 5 && bits == 5);
    CHECK(before == text && *after == 'd' && place == after);
    CHECK(old == 1 && flag == 0);
    CHECK(e[0] == 4 && e[1] == 4 && e[2] == 0.25 && e[3] == -0.25 && d == -0.25);
}


/* What is taken is given once. */
static void exchanged(void)
{
    enum { PLACES = 16 };
    int held[PLACES], k, sum = 0;

    for (k = 0; k < PLACES; k++)
        held[k] = k + 1;
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int i, had;
        for (i = 0; i < PLACES; i++) {
            _Pragma("omp atomic capture")
            { had = held[i]; held[i] = 0; }
            sum += had;
        }
    }
    CHECK(sum == PLACES * (PLACES + 1) / 2);
}

int main(void)
{
    seen = malloc(THREADS * TIMES * sizeof *seen);
    step_behind();
    step_before();
    compound();
    sum();
    sum_reversed();
    old_compound();
    new_compound();
    old_sum();
    new_sum();
    old_reversed();
    new_reversed();
    old_step_behind();
    old_step_before();
    new_step_behind();
    new_step_before();
    others();
    exchanged();
    free(seen);
    return check_result("atomic capture");
}

/*
 * Reductions by operators that the program declares (4.0, 2.15; 5.2, 5.5.11): with every form of initializer and with none, for
 * several types at once, at the file's level and in blocks, with functions, macros and library functions in their expressions.
 *
 * cross: reduction(product : whole, number, half) => firstprivate(whole, number, half)
 * cross all: initializer(omp_priv = 1) => initializer(omp_priv = 2)
 * cross: initializer(begin(&omp_priv, &omp_orig)) => initializer(omp_priv = (least_t){-50, 0})
 * cross: reduction(apart : total) => firstprivate(total)
 */
#include <limits.h>
#include <math.h>
#include "check.h"

#define N 300
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

enum level { LOW, MIDDLE, HIGH };

typedef struct {
    int least, place;
} least_t;

static void keep(least_t *out, const least_t *in)
{
    if (in->least < out->least || (in->least == out->least && in->place < out->place))
        *out = *in;
}

/* What all copies begin with depends on the original. */
static void begin(least_t *copy, const least_t *original)
{
    copy->least = original->least == INT_MAX ? INT_MAX : 0;
    copy->place = INT_MAX;
}

static int product_of(int a, int b)
{
    return a * b;
}

#pragma omp declare reduction(least : least_t : keep(&omp_out, &omp_in)) initializer(begin(&omp_priv, &omp_orig))
#pragma omp declare reduction(product : int : omp_out = product_of(omp_out, omp_in)) initializer(omp_priv = 1)
#pragma omp declare reduction(product : long, double : omp_out *= omp_in) initializer(omp_priv = 1)
#pragma omp declare reduction(highest : enum level : omp_out = LARGER(omp_out, omp_in)) initializer(omp_priv = LOW)
#pragma omp declare reduction(lowest : float : omp_out = fminf(omp_out, omp_in)) initializer(omp_priv = INFINITY)
#pragma omp declare reduction(longest : const char * : omp_out = omp_in ? omp_in : omp_out) initializer(omp_priv = 0)

static long sum;

static void orphan(int times)
{
#pragma omp declare reduction(plus : long : omp_out += omp_in)
    int i;
#pragma omp for reduction(plus : sum) schedule(dynamic)
    for (i = 0; i < times; i++)
        sum += i;
}

int main(void)
{
    int whole = 3, numbers[N], i, total = 100;
    long number = 5;
    double half = 8;
    least_t least = {INT_MAX, -1};
    enum level level = LOW;
    float lowest = 1000;
    const char *found = 0;

    for (i = 0; i < N; i++)
        numbers[i] = (i * 37 + 11) % 150 - 20;
#pragma omp parallel for reduction(product : whole, number, half) reduction(least : least) schedule(static, 7)
    for (i = 0; i < N; i++) {
        least_t one;
        one.least = numbers[i];
        one.place = i;
        whole *= i % 100 == 3 ? 2 : 1;
        number *= i % 50 ? 1 : -1;
        half *= i < 5 ? 0.5 : 1;
        keep(&least, &one);
    }
    CHECK(whole == 24 && number == 5 && half == 0.25);
    for (i = 0; numbers[i] != -20; i++)
        continue;
    CHECK(least.least == -20 && least.place == i);

#pragma omp parallel reduction(highest : level) reduction(lowest : lowest) reduction(longest : found)
    {
#pragma omp for
        for (i = 0; i < N; i++) {
            if (i == 77 && level < HIGH)
                level = HIGH;
            lowest = fminf(lowest, (float)numbers[i] + 0.5f);
            if (i == 200)
                found = "here";
        }
    }
    CHECK(level == HIGH && lowest == -19.5f && found && found[0] == 'h');

#pragma omp parallel
    orphan(N);
    CHECK(sum == N * (N - 1) / 2);

#pragma omp declare reduction(apart : int : omp_out += omp_in) initializer(omp_priv = 0)
#pragma omp parallel for reduction(apart : total)
    for (i = 0; i < N; i++)
        total += 2;
    CHECK(total == 100 + 2 * N);
    {
        /* It hides the other one. */
#pragma omp declare reduction(apart : int : omp_out *= omp_in) initializer(omp_priv = 1)
#pragma omp parallel sections reduction(apart : total)
        {
#pragma omp section
            total *= 2;
#pragma omp section
            total *= 3;
#pragma omp section
            total *= 5;
        }
    }
    CHECK(total == 30 * (100 + 2 * N));
#pragma omp parallel
#pragma omp for reduction(apart : total)
    for (i = 0; i < N; i++)
        total++;
    CHECK(total == 30 * (100 + 2 * N) + N);
    return check_result("declared reductions");
}

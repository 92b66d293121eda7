/*
 * Reductions of structures, of arrays of them and of parts of those, by declared operators (4.0, 2.15; 5.2, 5.5.11), also by
 * operators with the names of OpenMP's own.
 *
 * cross: reduction(+ : whole, parts) => firstprivate(whole, parts)
 * cross: reduction(plain : list[1 : n], vector) => firstprivate(list, vector)
 * cross: omp_out.values[1] += omp_in.values[1] => omp_out.values[1] = omp_in.values[1]
 */
#include "check.h"

#define N 480

typedef struct complex {
    double re, im;
} complex_t;

struct vector {
    int length;
    long values[2];
};

union word {
    unsigned int all;
    unsigned char bytes[4];
};

static complex_t times(complex_t a, complex_t b)
{
    complex_t c;
    c.re = a.re * b.re - a.im * b.im;
    c.im = a.re * b.im + a.im * b.re;
    return c;
}

#pragma omp declare reduction(+ : complex_t : omp_out.re += omp_in.re, omp_out.im += omp_in.im) \
    initializer(omp_priv = {0, 0})
#pragma omp declare reduction(* : struct complex : omp_out = times(omp_out, omp_in)) \
    initializer(omp_priv = (struct complex){1, 0})
#pragma omp declare reduction(plain : struct vector : \
    omp_out.length += omp_in.length, omp_out.values[0] += omp_in.values[0], omp_out.values[1] += omp_in.values[1])
#pragma omp declare reduction(| : union word : omp_out.all |= omp_in.all) initializer(omp_priv = {.all = 0})

static struct vector vector;

int main(void)
{
    complex_t whole = {1, 2}, turned = {1, 0}, parts[3] = {{0, 0}, {10, 0}, {0, 20}};
    struct vector list[6] = {{0, {0, 0}}};
    union word word = {0};
    int i, n = 4;

    list[0].length = list[5].length = -1;
#pragma omp parallel for reduction(+ : whole, parts) reduction(* : turned) reduction(| : word)
    for (i = 0; i < N; i++) {
        complex_t quarter = {0, 1};
        whole.re += i;
        whole.im -= i;
        parts[i % 3].re += 0.5;
        parts[i % 3].im += i % 2;
        if (i % 160 == 7)
            turned = times(turned, quarter);
        word.bytes[i % 3] |= i == 100 ? 0 : 1;
    }
    CHECK(whole.re == 1 + 114960 && whole.im == 2 - 114960);
    CHECK(parts[0].re == 80 && parts[1].re == 90 && parts[2].im == 100);
    CHECK(turned.re == 0 && turned.im == -1);
    CHECK(word.bytes[0] == 1 && word.bytes[1] == 1 && word.bytes[2] == 1 && word.bytes[3] == 0);
#pragma omp parallel
    {
#pragma omp for reduction(plain : list[1 : n], vector)
        for (i = 0; i < N; i++) {
            struct vector *one = &list[1 + i % n];
            one->length++;
            one->values[i % 2] += i;
            vector.values[1] += 1;
        }
#pragma omp for reduction(plain : vector) nowait
        for (i = 0; i < N; i++)
            vector.length += 2;
    }
    CHECK(list[0].length == -1 && list[1].length == N / 4 && list[4].length == N / 4 && list[5].length == -1);
    CHECK(list[1].values[0] == 28560 && list[1].values[1] == 0 && list[2].values[1] == 28680);
    CHECK(vector.length == 2 * N && vector.values[0] == 0 && vector.values[1] == N);
    return check_result("reductions of structures");
}

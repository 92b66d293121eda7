/*
 * Variables with the names of their types (C17 6.2.1): shared, with private copies, and behind pointers whose type the
 * variable's name hides.
 *
 * cross: reduction(+ : sum, real) => reduction(+ : sum) private(real)
 * cross: firstprivate(hue, size_t) => private(hue, size_t)
 * cross: #pragma omp atomic
 * crossed with: -DTIMES=1000000
 */
#include <stddef.h>
#include "check.h"

#ifndef TIMES
#define TIMES 10000
#endif

typedef struct { int a; } point;
typedef enum { RED, GREEN } hue;
typedef int count;
typedef double real;
typedef struct { int a; } cell;
struct tagged { int a; };

static cell table[3];
static count total;

static real add(real real, count count)
{
    return real + count;
}

int main(void)
{
    point first = {1}, *pointer = &first;
    point point = {3};
    hue hue = RED;
    count count = TIMES;
    size_t size_t = 7;
    struct tagged tagged = {1};
    real real = 0, other;
    cell *cell = table;
    int sum = 0, i;

#pragma omp parallel for reduction(+ : sum, real) firstprivate(hue, size_t) private(other) num_threads(4)
    for (i = 0; i < count; i++) {
        hue = hue + 1 - 1 + (hue == GREEN);
        other = 1;
#pragma omp atomic
        point.a += 1;
#pragma omp critical
        {
            pointer->a += (int)size_t;
            tagged.a++;
            cell[i % 3].a++;
            total++;
        }
        real += add(other, i % 2);
        sum += hue == RED;
    }
    CHECK(point.a == 3 + count && first.a == 1 + 7 * count && tagged.a == 1 + count);
    CHECK(table[0].a == (count + 2) / 3 && table[1].a == (count + 1) / 3 && total == count);
    CHECK(real == 1.5 * count && sum == count && hue == RED && size_t == 7);
    return check_result("variables named as types");
}

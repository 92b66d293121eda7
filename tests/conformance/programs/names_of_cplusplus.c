/*
 * Names that are keywords of C++, or CUDA's own, or look like the runtime's,
 * wherever a program can have them (2.1): functions and their addresses, tags,
 * labels, arrays, static variables, and the expressions and lists of directives.
 *
 * cross: reduction(+ : namespace) => private(namespace)
 * cross: firstprivate(range, lock, shared) => private(range, lock, shared)
 */
#include "check.h"

#define THREADS 4

struct public { int x[3]; };
struct typename { struct typename *next; int value; };
typedef int (*operator_t)(int);

int blockDim = 3, threadIdx[2] = {1, 2};
static struct public this = {{1, 2, 3}};

static int bool(int value)
{
    return value + 1;
}

static int export(int value)
{
    return bool(value);
}

static int virtual(operator_t operator, int and)
{
    return operator(and);
}

static int chunks(void)
{
    struct typename last = {0, 2}, and = {&last, 1};
    int new = 0, namespace = 0;

#pragma omp parallel for schedule(dynamic, (int)(_Bool)this.x[1] + and.next->value) reduction(+ : namespace)
    for (int class = 0; class < 12; class++)
        namespace += class;
#pragma omp parallel num_threads(THREADS) reduction(+ : new)
#pragma omp for schedule(static, this.x[sizeof 'a' == sizeof(int)])
    for (int using = 0; using < 12; using++)
        new += using;
    return new == 66 ? namespace : 0;
}

static int inside(void)
{
    struct true { int left; } false = {4};
    unsigned bool_array[4] = {0}, try = 0;
    int delete = -1;

#pragma omp parallel for private(delete) reduction(+ : try) num_threads(THREADS)
    for (int i = 0; i < 4; i++) {
        unsigned bool[4] = {1, 2, 3};
        static int mutable = 5;
        operator_t friend = &export;

        delete = i;
        if (i == 2)
            goto true;
        try += bool[i % 3] + (unsigned)(mutable + blockDim);
true:
        bool_array[i] = (unsigned)(delete + virtual(friend, threadIdx[i % 2]) + false.left);
    }
    for (int i = 0; i < 4; i++)
        CHECK(bool_array[i] == (unsigned)(i + threadIdx[i % 2] + 1 + 4));
    CHECK(delete == -1);
    return (int)try;
}

static int copies(void)
{
    int range = 1, lock = 2, shared = 3, barrier = 0, sum = 0;

#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
#pragma omp for firstprivate(range, lock, shared) lastprivate(barrier) schedule(dynamic)
        for (int i = 0; i < 8; i++) {
            barrier = i + range + lock + shared;
            sum += barrier;
        }
    }
    return sum + barrier;
}

int main(void)
{
    CHECK(chunks() == 66);
    CHECK(copies() == 28 + 8 * 6 + 13);
    CHECK(inside() == 1 + 2 + 1 + 3 * 8);
    return check_result("names of C++");
}

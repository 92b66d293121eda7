/*
 * Structures and enumerations without a name (2.8.1): their variables are of the
 * file, of the function around a region, static and threadprivate ones, and are
 * shared, private, firstprivate and lastprivate; and values become of their type.
 *
 * pair alone: C++ has no cast to a type without a name
 * cross: firstprivate(copy) => private(copy)
 * cross: lastprivate(last) => private(last)
 * cross: copyin(mine)
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

#define THREADS 4
#define N 8

struct { int n; double x[3]; } of_file = {2, {1, 2, 3}};
static struct { int hits; } pairs[THREADS], *to_pairs = pairs;
static struct { int a, b; } mine;
#pragma omp threadprivate(mine)
enum { LOW = 3, HIGH } level = LOW;
typedef struct { struct { int deep; } in; union { int i; float f; }; } outer_t;
typedef struct { char bytes[8]; } __attribute__((aligned(16))) wider_t;
typedef struct { char bytes[8]; } aligned_t __attribute__((aligned(8)));
static aligned_t of_eight;

static int total(void)
{
    int sum = 0;
    for (int i = 0; i < THREADS; i++)
        sum += pairs[i].hits;
    return sum + of_file.n;
}

static void of_length(int length)
{
    struct { int q[2]; } rows[length];
    enum { DOWN = 1, UP = 200 } ways[length];
    outer_t outer = {{7}, {9}};

#pragma omp parallel for num_threads(THREADS)
    for (int i = 0; i < length; i++) {
        __typeof__(outer.in) deeper = outer.in;

        deeper.deep += i;
        rows[i].q[1] = deeper.deep;
        ways[i] = i ? UP : DOWN;
    }
    CHECK(rows[length - 1].q[1] == 7 + length - 1);
    CHECK(ways[0] == DOWN && ways[length - 1] == UP);
}

static void by_name(void)
{
    const struct { int a, b; } pair = {3, 4};
    struct { double *data; int n; } row = {malloc(N * sizeof(double)), N}, *to_row = &row;
    struct { int v; } list[N], copy = {5}, last = {-1};
    outer_t outer = {{7}, {9}};
    struct { struct { int deep; } in; } nested = {{1}};
    enum { RED, BLUE } colour = BLUE;

    mine.a = 11;
#pragma omp parallel for firstprivate(copy) lastprivate(last) copyin(mine) num_threads(THREADS)
    for (int i = 0; i < N; i++) {
        struct { int t; } local = {i};

        row.data[i] = pair.a * i + pair.b + copy.v;
        list[i].v = to_row->n + local.t + outer.in.deep + outer.i + nested.in.deep;
        list[i].v += (colour == BLUE) + (level == LOW) + mine.a;
        last.v = i;
    }
    for (int i = 0; i < N; i++) {
        CHECK(row.data[i] == 3 * i + 9);
        CHECK(list[i].v == 8 + i + 7 + 9 + 1 + 1 + 1 + 11);
    }
    CHECK(last.v == N - 1 && copy.v == 5);
    free(row.data);
}

static void of_the_file(void)
{
    int all = 0;

#pragma omp parallel reduction(+ : all) num_threads(THREADS)
    {
        static struct { int count; } statics[2];
        int me = omp_get_thread_num();

        pairs[me].hits = me;
        to_pairs[me].hits += of_file.n;
#pragma omp critical
        statics[1].count++;
#pragma omp barrier
        all += total() + statics[1].count;
    }
    /* 0 to 3, and 2 for each thread */
    CHECK(total() == 6 + 2 * THREADS + 2);
    CHECK(all == THREADS * (16 + THREADS));
}

static int doubled(int value)
{
    struct { int t; } *there = malloc(sizeof *there);
    enum { EVEN, ODD } kind = EVEN;
    int t;

    kind = value & 1;
    there->t = value + (value * (kind == ODD || kind == EVEN));
    t = there->t;
    free(there);
    return t;
}

static void converted(void)
{
    struct { int v; } two = {2}, *p = NULL, list[3] = {{1}, {2}, {3}};
    enum { A, B } c = A;
    typedef struct { int m; } of_block;
    of_block six = {6};
    int sum = 0;

#pragma omp parallel for private(two, p) firstprivate(list, c) reduction(+ : sum) num_threads(THREADS)
    for (int i = 0; i < N; i++) {
        of_block mine = {i};

        two.v = i;
        c = i & 1;
        p = malloc(2 * sizeof *p);
        p[0] = two;
        p[1].v = list[1].v;
        sum += p[0].v + p[1].v + mine.m + (c == B) + six.m + doubled(i);
        free(p);
    }
    CHECK(sum == 4 * 28 + 2 * N + N / 2 + 6 * N);
#pragma omp parallel num_threads(1)
    {
        wider_t wide = {{1}};
        of_eight.bytes[1] = (char)(wide.bytes[0] + sizeof wide + __alignof__(aligned_t));
    }
    CHECK(of_eight.bytes[1] == 1 + 16 + 8);
    CHECK(two.v == 2 && p == NULL && c == A);
}

int main(void)
{
    by_name();
    of_length(N);
    converted();
    of_the_file();
    return check_result("types without names");
}

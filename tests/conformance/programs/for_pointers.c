/*
 * Loops that count by a pointer (3.0, 2.5.1): up, down, by steps, with every relation and every schedule, of elements of many types, as
 * one of several collapsed loops, and with their variable lastprivate.
 *
 * cross: #pragma omp for schedule(dynamic, 3)
 * cross: lastprivate(last)
 * cross: reduction(+ : sum) => private(sum)
 * crossed with: -DN=20000
 */
#include <stdlib.h>

#include "check.h"

#ifndef N
#define N 100
#endif

struct point {
    double x, y;
    char name;
};

static struct point points[N];
static int numbers[N];
static int rows[10][4];

#define BEGIN numbers
#define END (numbers + N)

static void orphaned(int *from, const int *to, int by)
{
    int *p;
#pragma omp for schedule(dynamic, 3)
    for (p = from; p < to; p += by)
        (*p)++;
}

static int all_are(int value)
{
    for (int i = 0; i < N; i++)
        if (numbers[i] != value)
            return 0;
    return 1;
}

int main(void)
{
    int *last = NULL, *untouched = numbers + 3, *in_clause;
    void *block = malloc(N * sizeof(long));
    long *longs = block, sum = 0;
    char text[] = "some text";
    int (*row)[4], different = 0;

    if (!block)
        return 1;
    for (long i = 0; i < N; i++)
        longs[i] = i;

#pragma omp parallel for
    for (struct point *p = points; p < points + N; p++) {
        p->x = (double)(p - points);
        p->name = 'a';
    }
    for (int i = 0; i < N; i++)
        different += points[i].x != i || points[i].name != 'a';
    CHECK(different == 0);

#pragma omp parallel num_threads(4)
    {
        orphaned(numbers, numbers + N, 1);
#pragma omp for schedule(static)
        for (int *p = BEGIN; p != END; ++p)
            *p += 1;
#pragma omp for schedule(guided, 2) nowait
        for (int *p = END - 1; p >= BEGIN; p--)
            *p += 1;
#pragma omp barrier
#pragma omp for schedule(static, 7)
        for (int *p = numbers + N; p > numbers; p = p - 1)
            p[-1] += 1;
#pragma omp for schedule(runtime) lastprivate(last)
        for (last = numbers; last <= numbers + (N - 1); last++)
            *last += 1;
#pragma omp for private(in_clause) schedule(dynamic)
        for (in_clause = numbers; in_clause < numbers + N; in_clause += 2)
            in_clause[0] += 1, in_clause[1] += 1;
#pragma omp for ordered schedule(static, 1)
        for (int *p = numbers; p < numbers + N; p++) {
#pragma omp ordered
            *p += p == numbers || p[-1] == 7;
        }
    }
    CHECK(all_are(7));
    CHECK(last == numbers + N);
    CHECK(untouched == numbers + 3);

    /* No iteration, and one whose bound is no multiple of the step away. */
#pragma omp parallel for
    for (int *p = numbers + 5; p < numbers + 5; p++)
        *p = 0;
#pragma omp parallel for
    for (int *p = numbers + 5; p < numbers; p++)
        *p = 0;
    CHECK(all_are(7));
#pragma omp parallel for lastprivate(last)
    for (last = numbers; last < numbers + 10; last += 3)
        *last += 1;
    CHECK(last == numbers + 12);
    CHECK(numbers[0] == 8 && numbers[1] == 7 && numbers[9] == 8 && numbers[10] == 7);

#pragma omp parallel for reduction(+ : sum)
    for (const long *p = block; p < longs + N; p++)
        sum += *p;
    CHECK(sum == (long)N * (N - 1) / 2);

#pragma omp parallel for
    for (char *p = text; p < text + sizeof text - 1; p++)
        *p = *p == ' ' ? '_' : *p;
    CHECK(text[4] == '_' && text[5] == 't');

    /* Of pointers to arrays, and together with an integer. */
#pragma omp parallel for private(row) collapse(2)
    for (row = rows; row < rows + 10; row++)
        for (int i = 0; i < 4; i++)
            (*row)[i] = (int)(row - rows) * 4 + i;
    different = 0;
#pragma omp parallel for collapse(2) schedule(static, 3) reduction(+ : different) lastprivate(last)
    for (int i = 0; i < 10; i++)
        for (last = rows[0]; last < rows[0] + 4; last++)
            different += rows[i][last - rows[0]] != i * 4 + (last - rows[0]);
    CHECK(different == 0);
    CHECK(last == rows[0] + 4);

    free(block);
    return check_result("loops that count by pointers");
}

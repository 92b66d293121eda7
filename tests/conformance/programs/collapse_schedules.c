/*
 * collapse with every schedule (OpenMP 3.0, 2.5.1): chunks are of the iterations
 * of the whole space, which are in the order that the nest has.
 *
 * cross: collapse(2) schedule(static, 3)
 * cross: collapse(3) schedule(static, 1)
 * cross: collapse(2) schedule(static)
 * cross: collapse(2) schedule(dynamic, 5)
 * cross: collapse(2) schedule(guided)
 * cross: collapse(2) schedule(runtime)
 * environment: OMP_SCHEDULE=static,3
 * environment: OMP_SCHEDULE=dynamic,2
 */
#include <omp.h>
#include "check.h"

#define N 9
#define M 14

static int owner[N][M], cubes[3][4][5], count[N][M], steps;

static void wait_a_little(void)
{
    double until = omp_get_wtime() + 0.0002;

    while (omp_get_wtime() < until)
        continue;
}

/* Whether each iteration was run once. */
static int all_once(int times)
{
    int right = 1;

    for (int i = 0; i < N * M; i++)
        right = right && (&count[0][0])[i] == times;
    return right;
}

int main(void)
{
    int i, j, k, right = 1, threads = 1, longest = 0, shortest = N * M, runs[8] = {0};

#pragma omp parallel num_threads(4)
    {
#pragma omp master
        threads = omp_get_num_threads();
#pragma omp for collapse(2) schedule(static, 3)
        for (i = 0; i < N; i++)
            for (j = 0; j < M; j++) {
                int own = i * M + j;

                wait_a_little();
                owner[own / M][own % M] = 10 * own + omp_get_thread_num();
            }
    }
    for (i = 0; i < N * M; i++)
        right = right && (&owner[0][0])[i] == 10 * i + i / 3 % threads;
    CHECK(right);

#pragma omp parallel num_threads(4)
    {
#pragma omp for collapse(3) schedule(static, 1)
        for (i = 0; i < 3; i++)
            for (j = 0; j < 4; j++)
                for (k = 0; k < 5; k++) {
                    int own = (i * 4 + j) * 5 + k;

                    wait_a_little();
                    (&cubes[0][0][0])[own] = 10 * own + omp_get_thread_num();
                }
    }
    for (i = 0; i < 60; i++)
        right = right && (&cubes[0][0][0])[i] == 10 * i + i % threads;
    CHECK(right);

    /* a thread's iterations follow each other, and no thread has two more than another */
#pragma omp parallel for num_threads(4) collapse(2) schedule(static)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            wait_a_little();
            owner[i][j] = omp_get_thread_num();
        }
    for (i = 1; i < N * M; i++)
        right = right && (&owner[0][0])[i - 1] <= (&owner[0][0])[i];
    for (i = 0; i < N * M; i++)
        runs[(&owner[0][0])[i] % 8]++;
    for (i = 0; i < threads; i++) {
        longest = runs[i] > longest ? runs[i] : longest;
        shortest = runs[i] < shortest ? runs[i] : shortest;
    }
    CHECK(right && longest - shortest <= 1);

#pragma omp parallel for num_threads(4) collapse(2) schedule(dynamic, 5)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            wait_a_little();
            owner[i][j] = omp_get_thread_num();
            count[i][j]++;
        }
    CHECK(all_once(1));
    /* chunks of 5 of the whole space */
    for (i = 0; i < N * M; i++)
        right = right && (&owner[0][0])[i] == (&owner[0][0])[i / 5 * 5];
    CHECK(right);

#pragma omp parallel for num_threads(4) collapse(2) schedule(guided)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            wait_a_little();
#pragma omp atomic
            count[i][j]++;
        }
    CHECK(all_once(2));

#pragma omp parallel num_threads(4)
    {
#pragma omp for collapse(2) schedule(runtime)
        for (i = 0; i < N; i++)
            for (j = 0; j < M; j++) {
                wait_a_little();
#pragma omp atomic
                count[i][j]++;
#pragma omp atomic
                steps++;
            }
    }
    CHECK(all_once(3));
    CHECK(steps == N * M);
    return check_result("collapse with schedules");
}

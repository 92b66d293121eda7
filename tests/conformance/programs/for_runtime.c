/*
 * schedule(runtime) (2.5.1) and OMP_SCHEDULE (4.1): the schedule is what the
 * environment says.
 *
 * environment: OMP_SCHEDULE=static,3
 * environment: OMP_SCHEDULE=static
 * environment: OMP_SCHEDULE=dynamic
 * environment: OMP_SCHEDULE=guided,2
 * environment: OMP_SCHEDULE=DYNAMIC,4
 * cross: schedule(runtime) => schedule(static, 1)
 */
#include <ctype.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define N 120
#define THREADS 4

static int owner[N], last_begun, late;

static void await_last(void)
{
    double give_up = omp_get_wtime() + PATIENCE;
    int begun = 0;

    while (!begun) {
#pragma omp flush(last_begun)
        begun = last_begun;
        if (omp_get_wtime() > give_up) {
            late = 1;
            begun = 1;
        }
    }
}

static void orphaned(int waiting)
{
    int i, first = 1;
#pragma omp for schedule(runtime)
    for (i = 0; i < N; i++) {
        owner[i] = omp_get_thread_num();
        if (i >= N - 2) {
#pragma omp atomic
            last_begun++;
#pragma omp flush(last_begun)
        } else if (waiting && first && owner[i] == 1) {
            await_last();
        }
        first = 0;
    }
}

int main(void)
{
    const char *schedule = getenv("OMP_SCHEDULE"), *comma;
    int i, chunk, kind;

    if (!schedule)
        schedule = "none";
    kind = tolower((unsigned char)schedule[0]);
    comma = strchr(schedule, ',');
    chunk = comma ? atoi(comma + 1) : 0;

    /* With a static schedule nobody waits; with the others thread 1 does, until others have come to the end. */
#pragma omp parallel num_threads(THREADS)
    orphaned(kind != 's');

    switch (kind) {
    case 's':
        for (i = 0; i < N; i++)
            CHECK(owner[i] == (chunk ? i / chunk % THREADS : i / (N / THREADS)));
        break;
    case 'd':
        for (i = 0; chunk && i < N; i++)
            CHECK(owner[i] == owner[i - i % chunk]);
        /* fall through */
    case 'g': {
        int held = 0;
        for (i = 0; i < N; i++)
            held += owner[i] == 1;
        /* thread 1 never got past its first chunk before the end came */
        CHECK(late == 0);
        if (kind == 'd')
            CHECK(held <= 3 * (chunk ? chunk : 1));
        break;
    }
    default:
        CHECK(!"a known schedule");
    }

#pragma omp parallel for schedule(runtime) num_threads(THREADS)
    for (i = 0; i < N; i++)
        owner[i] = kind == 's' ? omp_get_thread_num() : -i;
    for (i = 0; i < N; i++)
        CHECK(owner[i] == (kind != 's' ? -i : chunk ? i / chunk % THREADS : i / (N / THREADS)));
    return check_result("schedule from the environment");
}

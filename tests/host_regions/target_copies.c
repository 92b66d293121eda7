/*
 * Constructs of target and teams that stay on the host: those that change copies which target makes, those that ask for their teams, and
 * those with clauses that the device has not. gcc keeps the originals of last values as they were where nobody waits.
 * regions: 7 of 21 on the device
 */
#include <omp.h>
#include <stdio.h>

#define N 64

static int values[N];
static int scale = 2;
static struct { int first, second; } both = {1, 2};

#pragma omp declare target
static int calls;

static void count(void)
{
    #pragma omp atomic
    calls++;
}
#pragma omp end declare target

static void show(const char *what)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += values[i] * (i + 1);
    printf("%s: %d %d %d\n", what, sum, scale, both.first);
}

int main(void)
{
    int n = N, step = 3, teams = 0, threads = 0, i = 0, last = -1;
    int *place = values;

    /* On the device: nothing changes a copy, or a clause says that there is none. */
    #pragma omp target teams distribute parallel for
    for (int at = 0; at < n; at++)
        place[at] = step * at;
    #pragma omp target parallel for
    for (int at = 0; at < n; at++) {
        int *element = &place[at], *parenthesised = &(place[at]);
        *element += *parenthesised / 3;
    }
    #pragma omp target parallel map(tofrom : step) num_threads(1)
    step++;
    #pragma omp target parallel num_threads(1) defaultmap(to : scalar)
    step++;
    #pragma omp target parallel for
    for (int at = 0; at < n; at++)
        count();
    printf("%d %d %d\n", step, calls, values[N - 1]);

    /* One copy for all threads, that ends with the region. */
    #pragma omp target parallel num_threads(1)
    {
        step = 9;
        scale = 8;
        both.first = 7;
        place++;
        values[0] = *place;
    }
    #pragma omp target parallel shared(step)
    {
        #pragma omp single
        step = 10;
        #pragma omp critical
        values[1] += step;
    }
    #pragma omp target parallel for defaultmap(firstprivate)
    for (int at = 0; at < 1; at++)
        both.second = values[2];
    printf("%d %d %d\n", step, (int)(place - values), both.second);
    show("copies");

    /* The host's copy of a variable of the file is not the device's. */
    #pragma omp target
    {
        scale = 5;
        #pragma omp parallel for
        for (int at = 0; at < n; at++)
            values[at] *= scale;
    }
    #pragma omp target private(scale)
    {
        scale = 3;
        #pragma omp parallel for
        for (int at = 0; at < n; at++)
            values[at] += scale;
    }
    show("host's copies");

    #pragma omp target teams distribute parallel for num_teams(2) map(from : teams)
    for (int at = 0; at < n; at++)
        if (at == 0)
            teams = omp_get_num_teams();
    #pragma omp target teams distribute parallel for thread_limit(2) map(from : threads)
    for (int at = 0; at < n; at++)
        if (at == 0)
            threads = omp_get_num_threads();
    printf("%d %d\n", teams, threads <= 2);

    #pragma omp target parallel for simd nowait
    for (i = 0; i < n; i++)
        values[i]++;
    #pragma omp taskwait
    #pragma omp target parallel for lastprivate(last) nowait
    for (int at = 0; at < n; at++)
        last = at;
    #pragma omp taskwait
    #pragma omp target parallel for depend(inout : values) map(tofrom : values)
    for (int at = 0; at < n; at++)
        values[at]++;
    #pragma omp target parallel for is_device_ptr(place)
    for (int at = 0; at < n; at++)
        place[at]++;
    printf("%d %d\n", i == n, last == n - 1);
    show("clauses");

    #pragma omp target teams distribute parallel for num_teams(last += 2)
    for (int at = 0; at < n; at++)
        values[at]++;
    printf("%d\n", last);

    #pragma omp target
    for (int at = 0; at < n; at++)
        values[at]--;
    #pragma omp target teams num_teams(2)
    if (omp_get_team_num() == 0)
        values[0]--;
    #pragma omp target teams distribute
    for (int at = 0; at < n; at++)
        if (omp_get_thread_num() == 0)
            values[at]++;
    #pragma omp target teams distribute
    for (int at = 0; at < n; at++) {
        int own = 0;
        #pragma omp parallel num_threads(3)
        {
            #pragma omp atomic
            own++;
        }
        values[at] += own;
    }
    show("others");
    return 0;
}

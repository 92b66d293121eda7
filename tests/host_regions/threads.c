/*
 * What a thread is told in a region on the host: its number there, the size of the host's team, and its own copy of a variable.
 * regions: 1 of 5 on the device
 */
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

static int mine = 5;
#pragma omp threadprivate(mine)
int ours = 7;
#pragma omp threadprivate(ours)

static int number_on_host(void)
{
    return getppid() > 0 ? omp_get_thread_num() : -1;
}

/* A region that goes to the device, but for the calls from a region on the host: there it is a team of one. */
static int inner(void)
{
    int threads = 0;
    #pragma omp parallel num_threads(8) reduction(+ : threads)
    threads += 1 + 10 * omp_get_thread_num();
    return threads;
}

int main(void)
{
    int size = 0, numbers = 0, copies = 0, kept = 0, of_one = 0, on_device = 0;
    mine = 6;
    #pragma omp parallel num_threads(4) reduction(+ : numbers, copies) copyin(mine)
    {
        numbers += number_on_host();
        #pragma omp single
        size = omp_get_num_threads();
        copies += mine + ours;
        mine = 100 + omp_get_thread_num();
        #pragma omp barrier
        ours = mine + 1;
    }
    printf("%d %d %d, %d %d\n", size, numbers, copies, mine, ours);

    #pragma omp parallel num_threads(4) reduction(+ : kept)
    kept += mine + ours + (getppid() < 0);
    printf("%d\n", kept);

    /* The thread that meets the region is thread 0 on both sides. */
    #pragma omp parallel num_threads(4) copyin(mine) reduction(+ : on_device)
    {
        on_device += mine;
        #pragma omp master
        mine++;
    }
    printf("%d %d\n", on_device, mine);

    #pragma omp parallel num_threads(3) reduction(+ : of_one)
    of_one += inner() + 0 * getppid();
    printf("%d %d\n", of_one, inner() == 8 + 10 * 28);
    printf("%d %d %d\n", omp_get_thread_num(), omp_get_num_threads(), omp_in_parallel());
    return 0;
}

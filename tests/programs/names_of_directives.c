/*
 * The words of OpenMP are ordinary names outside of directives, but for those
 * that C++ keeps for itself; they are even names of private variables.
 * threads: 4
 */
#include <stdio.h>

#define omp 3

struct parallel { int barrier, reduction; };

static int schedule(int single)
{
    int ordered = single, nowait;

    #pragma omp parallel for firstprivate(ordered) private(nowait) reduction(+: single)
    for (int critical = 0; critical < 10; critical++) {
        nowait = critical + ordered;
        single += nowait;
    }
    return single;
}

int main(void)
{
    int shared[10], num_threads = 4, section = 7, none = 1, flush = 0, dynamic;
    struct parallel master = { 1, 2 };

    #pragma omp parallel num_threads(num_threads) shared(shared, section) private(dynamic) firstprivate(none)
    {
        int atomic = none;

        #pragma omp for schedule(static)
        for (dynamic = 0; dynamic < 10; dynamic++)
            shared[dynamic] = dynamic * section + atomic + omp + master.barrier + master.reduction;
    }
    for (section = 0; section < 10; section++)
        flush += shared[section];
    printf("%d %d\n", flush, schedule(flush));
    return 0;
}

/*
 * The team's barrier, many times and over several kernels. Before each barrier every thread adds to its
 * own cell; after it, every thread looks at another's. A thread that came through too early, or a write that
 * is not yet seen, shows. argv[1]: the number of barriers.
 */
#include "region.h"

typedef struct {
    int rounds, wrong;
    int *cells;
    void *__rounds, *__wrong, *__cells;
} gpump_params0;

__global__ void gpump_parallel0(gpump_params0 *gpump_li0)
{
    int tid = gpump_get_thread_num_d();
    int n = gpump_get_num_threads_d();
    int rounds = gpump_li0->rounds;
    for (int round = 1; round <= rounds; round++) {
        gpump_li0->cells[tid] = round;
        gpump_barrier_d();
        if (gpump_li0->cells[(tid + round) % n] != round)
            atomicAdd(&gpump_li0->wrong, 1);
        gpump_barrier_d();
    }
}

static void team(int blocks, int threads, int rounds)
{
    int *cells = gpump_calloc(blocks * threads, sizeof(int));
    int wrong = 0;
    DECLARE(0)
    gpump_copy_config_t cfg0[] = {ENTRY(0, rounds, 0, FIRSTPRIVATE), ENTRY(0, wrong, 0, SHARED),
                                  ENTRY(0, cells, 1, SHARED)};
    RUN(0, blocks, threads);
    EXPECT(wrong == 0);
    for (int i = 0; i < blocks * threads; i++)
        EXPECT(cells[i] == rounds);
    gpump_free(cells);
}

int main(int argc, char *argv[])
{
    int barriers = argc > 1 ? atoi(argv[1]) : 1000;
    team(1, 1, 10);
    team(4, 1, 10);
    team(1, 33, 10);
    team(3, 7, 10);
    team(4, 8, barriers / 2);
    team(2, 5, 11);
    printf("ok\n");
}

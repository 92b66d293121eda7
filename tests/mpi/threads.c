/* Two threads of each rank have regions, and one has them before the other: CUDA asks each thread for its device. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 1000

static void *fill(void *from)
{
    const int first = *(int *)from;
    int *values = malloc(COUNT * sizeof *values);
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++)
        values[i] = first + i;
    return values;
}

int main(int argc, char **argv)
{
    int rank, provided, first = 1, second = 2;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *ours = fill(&first);
    pthread_t thread;
    void *theirs;
    pthread_create(&thread, NULL, fill, &second);
    pthread_join(thread, &theirs);
    for (int i = 0; i < COUNT; i++)
        ours[i] += ((int *)theirs)[i];
    MPI_Allreduce(MPI_IN_PLACE, ours, COUNT, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %d\n", ours[0], ours[COUNT - 1]);
    free(ours);
    free(theirs);
    MPI_Finalize();
}

/* A histogram and its moments: each rank counts its part, on the device, and MPI adds up, in the block that the region filled. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define VALUES 100000
#define BINS 64

static long totals[3]; /* of file scope: count, sum, largest */

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int begin = (int)((long)VALUES * rank / size), end = (int)((long)VALUES * (rank + 1) / size);
    long *bins = calloc(BINS, sizeof *bins), *before = malloc(sizeof *before);
    long count = 0, sum = 0, largest = 0;

#pragma omp parallel for reduction(+ : count, sum) reduction(max : largest)
    for (int i = begin; i < end; i++) {
        const unsigned int value = (unsigned int)i * 2654435761u >> 8;
#pragma omp atomic
        bins[value % BINS]++;
        count++;
        sum += value;
        if (value > largest)
            largest = value;
    }
    totals[0] = count, totals[1] = sum, totals[2] = largest;
    *before = 0;
    MPI_Exscan(&totals[0], before, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, bins, BINS, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, totals, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &totals[2], 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);

    /* Each rank goes on with what came from the others. */
    long checksum = 0, mine = begin == *before;
#pragma omp parallel for reduction(+ : checksum)
    for (int bin = 0; bin < BINS; bin++)
        checksum += bins[bin] * (bin + 1) + totals[1] % 1000;
    long all[2] = {0, 0}, own[2] = {checksum, mine};
    MPI_Reduce(own, all, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld values, sum %ld, largest %ld, checksum %ld, all begin well: %d\n", totals[0], totals[1], totals[2],
               all[0] / size, all[1] == size);
    free(bins);
    free(before);
    MPI_Finalize();
}

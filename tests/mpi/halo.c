/* Heat on a rod that the ranks share, cell by cell: each has a part, and a cell of each neighbour's. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 4096
#define STEPS 200

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int n = CELLS / size, left = rank ? rank - 1 : MPI_PROC_NULL, right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    double *now = malloc((n + 2) * sizeof *now), *next = malloc((n + 2) * sizeof *next);

#pragma omp parallel for
    for (int i = 0; i < n + 2; i++) {
        const int cell = rank * n + i - 1;
        now[i] = next[i] = cell < 0 ? 100 : cell >= CELLS ? 50 : (cell * 37) % 101;
    }
    for (int step = 0; step < STEPS; step++) {
        MPI_Sendrecv(&now[1], 1, MPI_DOUBLE, left, 0, &now[n + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&now[n], 1, MPI_DOUBLE, right, 1, &now[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp parallel for
        for (int i = 1; i <= n; i++)
            next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
        double *other = now;
        now = next;
        next = other;
    }
    unsigned long long bits = 0;
#pragma omp parallel for reduction(^ : bits)
    for (int i = 1; i <= n; i++) {
        union { double value; unsigned long long bits; } u = {now[i]};
        bits ^= u.bits * (rank * n + i);
    }
    unsigned long long all = 0;
    MPI_Reduce(&bits, &all, 1, MPI_UNSIGNED_LONG_LONG, MPI_BXOR, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%016llx\n", all);
    free(now);
    free(next);
    MPI_Finalize();
}

#include <stdio.h>
#include <stdlib.h>

#include "energy.h"
#include "state.h"

#define N 1000

void *mine(size_t size);

int main(void)
{
    struct particle *first = NULL, **all = mine(N * sizeof *all);
    double *energies = malloc(N * sizeof *energies), sum = 0;
    int i, evens = 0, called = 0;

    for (i = N - 1; i >= 0; i--) {
        struct particle *particle = malloc(sizeof *particle);

        particle->x = i;
        particle->y = -i;
        particle->next = first;
        all[i] = first = particle;
    }
#pragma omp parallel for reduction(+ : sum, evens)
    for (i = 0; i < N; i++) {
        energies[i] = energy(all[i]);
        sum += all[i]->next ? all[i]->next->x : 0;
        evens += next_even(i) == i;
    }
#pragma omp parallel reduction(+ : called)
    called += forget();
    scale(energies, N, 2);
    printf("%g %g %d %d %g %.6f %.6f\n", sum, total, evens, called, energies[0], energies[1], energies[N - 1]);
    return 0;
}

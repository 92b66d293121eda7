/*
 * Regions within regions. Their teams are of one thread on the device; where the program lets more levels be active, the regions around
 * them run on the host. A team of one is no active level.
 *
 * regions: 5 of 5 on the device
 * never refused: with --require-device the inner teams are of one thread
 * pair alone: in a single file the host's compiler reads no directives
 */
#include <omp.h>
#include <stdio.h>

#define N 4

static int size[N][N], total;

static void called(int row)
{
#pragma omp parallel num_threads(N)
    size[row][omp_get_thread_num()] = 100 * omp_get_level() + 10 * omp_get_active_level() + omp_get_num_threads();
}

static void show(const char *what)
{
    int i, j;
    printf("%s, nested %d:", what, omp_get_nested());
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            printf(" %d", size[i][j]);
            size[i][j] = 0;
        }
    printf("\n");
}

static void all(const char *what)
{
    int i, sum = 0;
#pragma omp parallel num_threads(3)
    called(omp_get_thread_num());
    show(what);
#pragma omp parallel for num_threads(2)
    for (i = 0; i < N; i++) {
#pragma omp parallel num_threads(3) if (i != 2)
        size[i][omp_get_thread_num()] = 1000 * omp_get_ancestor_thread_num(1) + omp_get_num_threads();
    }
    show(what);
#pragma omp parallel num_threads(1)
    called(N - 1);
    show(what);
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < 1000; i++)
        sum += i;
    total += sum;
}

int main(void)
{
    all("one level");
    omp_set_max_active_levels(2);
    all("two levels");
    omp_set_max_active_levels(1);
    omp_set_nested(1);
    all("nested");
    omp_set_nested(0);
    all("one level again");
    printf("%d\n", total);
    return 0;
}

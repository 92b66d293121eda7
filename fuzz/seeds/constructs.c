/* Every construct and clause of OpenMP 2.5. */
#include <omp.h>
#include <stdlib.h>
static int counter;
#pragma omp threadprivate(counter)
double work(double *a, int n, int k)
{
    double sum = 0, last = 0, product = 1;
    int i, j;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel default(none) shared(a, n, sum, lock) private(i) firstprivate(k) if (n > 10) num_threads(4) copyin(counter)
    {
#pragma omp for schedule(static, 4) reduction(+ : sum) nowait
        for (i = 0; i < n; i++)
            sum += a[i];
#pragma omp barrier
#pragma omp single copyprivate(k)
        k = 2;
#pragma omp master
        counter++;
#pragma omp critical(name)
        counter += k;
#pragma omp atomic
        sum += k;
#pragma omp flush(sum)
#pragma omp sections lastprivate(k)
        {
#pragma omp section
            k = 1;
#pragma omp section
            k = 2;
        }
        omp_set_lock(&lock);
        omp_unset_lock(&lock);
    }
#pragma omp parallel for ordered lastprivate(last) reduction(* : product) schedule(guided)
    for (j = n - 1; j >= 0; j -= 2) {
        last = a[j];
#pragma omp ordered
        product *= last;
    }
#pragma omp parallel sections
    {
        sum = omp_get_wtime();
#pragma omp section
        last = omp_get_thread_num();
    }
    return sum + last + product;
}

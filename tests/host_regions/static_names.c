/*
 * Static variables of functions in lists that say nothing of how they are shared.
 * regions: 3 of 4 on the device
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    static int a[10], b[10] __attribute__((aligned(16))), c, flag = 3;
    int sum = 0;
    #pragma omp parallel for
    for (int i = 0; i < 10; i++) {
        #pragma omp simd nontemporal(a)
        for (int j = 0; j < 10; j++)
            a[i] += i;
    }
    #pragma omp parallel for simd aligned(b : 16)
    for (int i = 0; i < 10; i++)
        b[i] += i;
    #pragma omp parallel num_threads(4) private(c) allocate(omp_default_mem_alloc : c) reduction(+ : sum)
    {
        #pragma omp flush(flag)
        c = flag;
        sum += c;
    }
    #pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        static int flag = 4;
        #pragma omp flush(flag)
        #pragma omp single
        #pragma omp task
        sum += flag;
    }
    #pragma omp flush(flag)
    printf("%d %d %d\n", a[9], b[9], sum);
    return 0;
}

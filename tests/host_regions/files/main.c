/*
 * Of two files: a function of the other one cannot be on the device, and a third is in no file at all but the C library's.
 * regions: 1 of 4 on the device
 */
#include <stdio.h>

int asks(int);
void share(int *, int);
int plain(int);
int sched_getcpu(void);
extern int counter;
#pragma omp threadprivate(counter)

int main(void)
{
    int a[64], sum = 0, on_device = 0, seen = 0;
    #pragma omp parallel num_threads(4)
    {
        share(a, 64);
        counter = asks(3);
    }
    #pragma omp parallel num_threads(4) reduction(+ : sum)
    sum += counter;
    #pragma omp parallel for reduction(+ : on_device)
    for (int i = 0; i < 64; i++)
        on_device += plain(a[i]);
    #pragma omp parallel for reduction(+ : seen)
    for (int i = 0; i < 64; i++)
        seen += sched_getcpu() >= 0;
    printf("%d %d %d\n", sum, on_device, seen);
    return 0;
}

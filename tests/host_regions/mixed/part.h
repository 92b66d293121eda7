static inline void orphan(int *a, int n)
{
    static int calls;
    #pragma omp for
    for (int i = 0; i < n; i++) a[i] += 1;
    #pragma omp single
    calls++;
}
#define LISTED shared(big) private(k)

/*
 * Static variables of functions and their lists, an orphaned construct and lists in a header, arrays of the file and clauses of all kinds, in
 * regions on both sides.
 * regions: 4 of 7 on the device
 */
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
#include "part.h"
static double big[5000];
static long hist[8];
struct s { int *p; int n; };
static int count(struct s *x)
{
    static int total = 3;
    int k = 5;
    #pragma omp parallel for reduction(+: total) private(k)
    for (int i = 0; i < x->n; i++) { k = x->p[i]; total += k; }
    #pragma omp parallel firstprivate(total) num_threads(2)
    { total++; if (omp_get_thread_num() == 0) (void)rename("", ""); }
    return total + k;
}
int main(void)
{
    int a[64] = {0}, k = 7;
    enum { E1 = 3 } e = E1;
    struct s x = { a, 64 };
    int n = 64, v[n];
    #pragma omp parallel num_threads(3) LISTED
    {
        orphan(a, 64);
        k = (int)(getenv("HOME") != NULL);
        #pragma omp for schedule(guided) nowait
        for (int i = 0; i < 5000; i++) big[i] = i * e + 0 * k + 0 * (rename("","") == 5);
    }
    #pragma omp parallel
    orphan(a, 64);
    #pragma omp parallel for if(k > 100) schedule(dynamic, 3)
    for (int i = 0; i < 5000; i++) {
        #pragma omp atomic
        hist[(int)big[i] & 7]++;
    }
    #pragma omp parallel for shared(v)
    for (int i = 0; i < n; i++) v[i] = a[i] * 2;
    #pragma omp parallel for lastprivate(k) collapse(2)
    for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) k = i * j + 0 * rename("", "");
    long h = 0; for (int i = 0; i < 8; i++) h = h * 31 + hist[i];
    int c1 = count(&x), c2 = count(&x);
    printf("%d %d %ld %d %d %g %d\n", a[5], k, h, c1, c2, big[4999], v[9]);
}

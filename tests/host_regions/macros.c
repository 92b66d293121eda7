/*
 * Regions whose directives macros make, or which stand where a statement does: behind their calls the directives stay as they are typed.
 * regions: 9 of 10 on the device
 */
#include <stdio.h>

#define PAR _Pragma("omp parallel for reduction(+:s)")
#define LOOP(v, n) _Pragma("omp parallel for") for (int i = 0; i < n; i++) v[i] = i;
#define WHOLE(v, n) _Pragma("omp parallel") { _Pragma("omp for") for (int i = 0; i < n; i++) v[i] += 1; _Pragma("omp barrier") _Pragma("omp single") v[0]++; }
#define STR(x) #x
#define P(x) _Pragma(STR(omp x))
#define D parallel for

int main(void)
{
    int s = 0, v[100];
    LOOP(v, 100)
    WHOLE(v, 100)
    PAR for (int i = 0; i < 100; i++) s += v[i];
    if (s) _Pragma("omp parallel for reduction(+:s)") for (int i = 0; i < 100; i++) s += v[i];
    else s = 1;
    P(parallel for reduction(+:s))
    for (int i = 0; i < 100; i++) s += v[i];
    #pragma omp D reduction(+:s)
    for (int i = 0; i < 100; i++) s += v[i];
    for (int k = 0; k < 2; k++)
        #pragma omp parallel for reduction(+:s) num_threads(3)
        for (int i = 0; i < 100; i++) s += v[i];
    #pragma omp parallel num_threads(2)
    #pragma omp single
    rename("", "");
#pragma omp parallel for \
    reduction(+:s)
    for (int i = 0; i < 100; i++)
        s += v[i];
    switch (s & 1) { case 0:
    #pragma omp parallel sections
    {
        #pragma omp section
        s++;
        #pragma omp section
        v[1]++;
    }
    default: ; }
    printf("%d %d\n", s, v[1]);
}

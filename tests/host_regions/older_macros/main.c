/*
 * Directives in forms that gcc 12 does not read, from macros and in a header, which is written into the file for that; `if` on `teams`.
 * regions: 0 of 4 on the device
 * prints: 4 6 4 19 1 4 6
 */
#include <stdio.h>
#include <omp.h>
#include "part.h"
#define DO(x) _Pragma(#x)
#define WAIT(x) DO(omp taskwait depend(in: x) nowait)
#define ORDERED_SOURCE _Pragma("omp ordered doacross(source:)")
#define TASKALL _Pragma("omp task depend(out: omp_all_memory)")
#define ASSUMED _Pragma("omp assume no_openmp")
int main(void) {
    int s = 0, t = 0;
    static int st = 4;
    #pragma omp parallel num_threads(2)
    {
        #pragma omp single
        {
            #pragma omp task depend(out: s) shared(s)
            s = twice(2);
            WAIT(s)
            TASKALL { t = s + 1; }
            #pragma omp taskwait
            ASSUMED { t++; }
        }
        #pragma omp scope firstprivate(st)
        st++;
    }
    int a[20] = {0};
    #pragma omp parallel for ordered(1) num_threads(2)
    for (int i = 1; i < 20; i++) {
        #pragma omp ordered doacross(sink: i - 1)
        a[i] = a[i - 1] + 1;
        ORDERED_SOURCE
        #pragma omp taskyield
    }
    int n = -1, g = 0;
    #pragma omp target teams if(s == 0) map(from: n) num_teams(3)
    if (omp_get_team_num() == 0) n = omp_get_num_teams();
    #pragma omp teams distribute parallel for if(s == 0) reduction(+: g)
    for (int i = 0; i < 4; i++) g += omp_get_num_teams() == 1;
    printf("%d %d %d %d %d %d %d\n", s, t, st, a[19], n, g, thrice(2));
    return 0;
}

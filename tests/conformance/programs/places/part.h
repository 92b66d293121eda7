/* A header with a construct: its text is written into the file that includes it. */
#include <omp.h>

static inline int line_behind_loop(int *to, int n)
{
    int i;
#pragma omp for \
    schedule(static)
    for (i = 0; i < n; i++)
        to[i] = __LINE__;
    return __LINE__;
}

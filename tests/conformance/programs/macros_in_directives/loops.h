/* A directive whose macros mean something else behind this header. */
#include <omp.h>

#undef CHUNK
#define CHUNK 3
#define WEIGHT 100
#define SHIFTED(x) ((x) + REST)
#define REST 7

static inline void deal(int *to, int n)
{
    int i;

#pragma omp for schedule(static, CHUNK)
    for (i = 0; i < n; i++)
        to[i] = SHIFTED(omp_get_thread_num() * WEIGHT);
}

static inline void deal_by_operator(int *to, int n)
{
    int i;

    _Pragma("omp for schedule(static, CHUNK)")
    for (i = 0; i < n; i++)
        to[i] = SHIFTED(omp_get_thread_num() * WEIGHT);
}

#define DO(directive) _Pragma(#directive)

static inline void deal_by_macro(int *to, int n)
{
    int i;

    DO(omp for schedule(static, CHUNK))
    for (i = 0; i < n; i++)
        to[i] = SHIFTED(omp_get_thread_num() * WEIGHT);
}

#undef CHUNK
#define CHUNK 1
#undef WEIGHT
#define WEIGHT 2
#undef REST

#include <stdlib.h>
#if __INCLUDE_LEVEL__ > 0
static inline int *allocate(int n)
{
    int *all = malloc(n * sizeof *all);
    return all;
}
#endif

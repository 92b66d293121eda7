#include <stdlib.h>
static inline int *allocate(int n)
{
    int *all = malloc(n * sizeof *all);
    return all;
}

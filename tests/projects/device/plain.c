/* Nothing of OpenMP, and a function that a region calls. */
#include <stdlib.h>

int next_even(int n);
void *mine(size_t size);

static int is_odd(int n)
{
    return n % 2 != 0;
}

int next_even(int n)
{
    return is_odd(n) ? n + 1 : n;
}

void *mine(size_t size)
{
    return malloc(size);
}

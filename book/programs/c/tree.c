#include <stdio.h>

static int leaves(int depth)
{
    int left, right;
    if (depth == 0)
        return 1;
    #pragma omp task shared(left)
    left = leaves(depth - 1);
    #pragma omp task shared(right)
    right = leaves(depth - 1);
    #pragma omp taskwait
    return left + right;
}

int main(void)
{
    int sum = 0, found = 0;
    #pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < 1000; i++)
        sum += i;
    #pragma omp parallel
    #pragma omp single
    found = leaves(10);
    printf("%d %d\n", sum, found);
    return 0;
}

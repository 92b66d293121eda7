/* Names that headers of CUDA's and of the C library's have taken, which the file does not include. */
#include <stdio.h>

int all, any(int x), half, read;
static double norm(double x) { return -x; }
int umin(int a) { return a; }
int program = 2;
int any(int x) { return x + 1; }

int main(void)
{
    int i;
#pragma omp parallel for
    for (i = 0; i < 10; i++)
#pragma omp atomic
        all += any(i) + norm(1) + program;
    read = all;
    printf("%d %d %d %d\n", all, read, umin(3), half);
    return 0;
}

/*
 * Arguments, an exit status, and errors on standard error.
 * arguments: 12 -x "quoted"
 * threads: 2
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 3, i, sum = 0;

    #pragma omp parallel for reduction(+: sum)
    for (i = 1; i <= n; i++)
        sum += argc * i;
    for (i = 1; i < argc; i++)
        printf("%s\n", argv[i]);
    printf("%d\n", sum);
    fprintf(stderr, "done\n");
    if (sum > 100)
        exit(42);
    return 1;
}

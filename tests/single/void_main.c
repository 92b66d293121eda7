/* `void main`, which C++ does not know: the program's status is 0. */
#include <stdio.h>
#include <stdlib.h>
void main(int argc, char **argv);
void main(int argc, char **argv)
{
    int sum = 0;
    if (argc > 9)
        return;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += i;
    printf("%d\n", sum);
    if (sum == 45) {
        printf("equal\n");
        exit(0);
    }
    return;
}

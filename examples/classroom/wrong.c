/* What does gpump say of mistakes? Mend them, and the output follows. */
#include <stdio.h>

int main(void)
{
    int sum = 0;

    #pragma omp parallel for reducton(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i;

    printf("%d\n", sum);
    return 0;
}

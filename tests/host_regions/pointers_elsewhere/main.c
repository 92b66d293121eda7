/*
 * A function of another file that calls the C library through a pointer, which the device has not.
 * regions: 1 of 2 on the device
 * never refused: which function a pointer leads to shows when the program runs
 */
#include <stdio.h>
#include <stdlib.h>

void use_library(void);
void *get(size_t number, size_t size);
int twice(int value);

int main(void)
{
    int sum = 0;
    use_library();
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++) {
        int *got = get(4, sizeof(int));
        sum += got[3] + i;
        free(got);
    }
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += twice(i);
    printf("%d\n", sum);
    return 0;
}

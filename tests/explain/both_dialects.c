/* A program that both dialects translate: a macro in a region, an accessible function, a reduction. */
#include <stdio.h>
#define SIZE 64
#define SQUARE(x) ((x) * (x))

typedef struct {
    float weight;
    int count;
} cell_t;

#pragma gpump accessible
static float scaled(float x, int times)
{
    return x * times; /* für jeden */
}

int main(void)
{
    int i, n = SIZE;
    int total = 0;
    cell_t cells[SIZE];
#pragma gpump accessible(cells)
    for (i = 0; i < n; i++)
        cells[i].count = i;
#pragma omp parallel for reduction(+ : total) \
    num_threads(16)
    for (i = 0; i < n; i++) {
        float own = SQUARE(cells[i].count);
        cells[i].weight = scaled(own, 2);
        total += cells[i].weight;
    }
    printf("%d\n", total);
    return 0;
}

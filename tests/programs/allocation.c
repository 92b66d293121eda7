/*
 * gpump_malloc, gpump_calloc, gpump_realloc and gpump_free, with casts and
 * without, in conditions, in structures and through functions; blocks used by
 * several regions (6.2).
 * threads: 4
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct { size_t length; double *data; } vector;

static double *new_numbers(size_t n)
{
    return gpump_calloc(n, sizeof(double));
}

static int vector_make(vector *v, size_t n)
{
    v->length = n;
    if ((v->data = gpump_malloc(n * sizeof *v->data)) == NULL)
        return 0;
    return 1;
}

int main(void)
{
    int *grows = NULL, n, i;
    double *numbers = new_numbers(6), *data, sum = 0;
    void *raw;
    short *shorts;
    vector v;

    for (n = 4; n <= 16; n *= 2) {
        grows = (int *)gpump_realloc(grows, n * sizeof(int));
        if (!grows)
            return 1;
        #pragma omp parallel for
        for (i = n == 4 ? 0 : n / 2; i < n; i++)
            grows[i] = i * i;
    }
    if (!vector_make(&v, 6))
        return 1;
    data = v.data;
    #pragma omp parallel for
    for (i = 0; i < 6; i++) {
        data[i] = 1.5 * i;
        numbers[i] += data[i] + grows[i + 10];
    }
    raw = gpump_malloc(4 * sizeof(short));
    shorts = raw;
    #pragma omp parallel for num_threads(2)
    for (i = 0; i < 4; i++)
        shorts[i] = (short)-i;
    for (i = 0; i < 6; i++)
        sum += numbers[i] + v.data[i];
    printf("%g %d %d %d\n", sum, grows[15], shorts[3], (int)v.length);
    gpump_free(grows);
    gpump_free(numbers);
    gpump_free(v.data);
    gpump_free(raw);
    return 0;
}

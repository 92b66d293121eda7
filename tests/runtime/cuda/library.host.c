/* The C library in a region: printf, the heap on both sides, strings, qsort; and exit. */
#include <takeover.h>
#include <gpump.h>
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern gpump_region_t main_parallel0_region, main_parallel1_region, main_parallel2_region, main_parallel3_region;

static int up(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static char *made[100];

int main(void)
{
    int i, size = 1, values[5] = {5, 3, 9, 1, 7};
    char *text = strdup("From the Host");

    /* Blocks that one side allocates, the other frees. */
    for (i = 0; i < 100; i += 2) {
        made[i] = malloc(20);
        strcpy(made[i], "host");
    }
    /* #pragma omp parallel for */
    if (!gpump_parallel(&main_parallel0_region, 1, 0, 0))
    for (i = 0; i < 100; i++) {
        if (i % 2) {
            made[i] = malloc((size_t)i + 1);
            sprintf(made[i], "%d", i % 10);
        } else {
            made[i] = realloc(made[i], 1000 + (size_t)i);
            strcat(made[i], "+device");
        }
    }
    for (i = 0; i < 6; i++)
        printf("%s\n", made[i]);
    /* #pragma omp parallel for */
    if (!gpump_parallel(&main_parallel1_region, 1, 0, 0))
    for (i = 0; i < 100; i++)
        if (i % 3)
            free(made[i]);
    for (i = 0; i < 100; i++)
        if (i % 3 == 0)
            free(made[i]);

    /* #pragma omp parallel */
    {
        struct { char *text; int *values, *size; } gpump_shared = {text, values, &size};
        if (!gpump_parallel(&main_parallel2_region, 1, 0, &gpump_shared))
    {
        char word[32], number[24];
        int k, *copy = calloc(5, sizeof *copy), n;
        unsigned int seed = 7;
        /* #pragma omp master */
        size = omp_get_num_threads();
        assert(copy != NULL);
        for (k = 0; text[k]; k++)
            word[k] = (char)toupper(text[k]);
        word[k] = 0;
        memcpy(copy, values, sizeof values);
        qsort(copy, 5, sizeof *copy, up);
        n = snprintf(number, sizeof number, "%+.3e|%#x|%-4d|", 12345.678, 255u, -7);
        printf("%s %*s %5.2f %c %% %lld %s %d [%.*s] %g %d %u\n", word, 6, "abc", 3.14159, 'x', -5000000000LL, number, n, 2,
               "xyz", atof("2.5e-3") + strtol("0x1F", NULL, 0), copy[0] * 10 + copy[4], (unsigned)rand_r(&seed) % 1000u);
        fprintf(stdout, "%d\n", strcmp(strstr("concatenate", "cat"), "catenate") + abs(-3) + (int)sqrt(16));
        free(copy);
    }
    }
    free(text);
    /* #pragma omp parallel */
    if (!gpump_parallel(&main_parallel3_region, 1, 0, 0))
    {
        if (omp_get_thread_num() == omp_get_num_threads() - 1) {
            puts("the end");
            exit(3);
        }
        /* #pragma omp barrier */
    }
    printf("not reached\n");
    return 0;
}

/* What the device text needs of this file. */
const struct {
    char *(*made)[100];
    int (*up)(const void *, const void *);
} library_host = {&made, up};

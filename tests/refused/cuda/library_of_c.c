/*
 * What the C library has and the runtime has not: directives of a format that name their argument, store a number, or
 * take wide characters; and functions for every type, which C++ has by overloading and with other results.
 *
 * refused: 18 E0405 `%2$s` of `printf` | cannot be on the device
 * refused: 19 E0405 `%ls` of `fprintf`
 * refused: 20 E0405 `%hhn` of `printf`
 * refused: 21 E0405 `%lc` of `snprintf`
 * refused: 22 E0405 `%n` of `printf`
 * refused: 23 E0405 `%1$d` of `printf`
 * refused: 25 E0405 a function of <tgmath.h>
 */
#include <stdio.h>
#include <tgmath.h>

static void all(signed char *length, char *text, double *x)
{
    printf("%5.1f %2$s", 1.0, text);
    fprintf(stdout, "100%% %ls", L"wide");
    printf("%d%hhn", 1, length);
    snprintf(text, 9, "%5c%lc", 'a', L'b');
    printf("%3d%" "n", 1, (int *)text);
    (printf)("%1$d", 1);
    printf("%s %ld %zu %c %5.*f%%n", "a", 1L, sizeof *x, 'a', 2, *x);
    *x = sqrt(*x);
}

int main(void)
{
    signed char length;
    char text[9];
    double x = 2;

#pragma omp parallel num_threads(1)
    all(&length, text, &x);
    return 0;
}

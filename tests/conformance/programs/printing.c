/*
 * printf, puts, putchar, fprintf, fputs in a region: what one thread prints
 * comes in its order, and so does what ordered and critical regions print; what
 * goes to stderr does not mix with it.
 *
 * cross: length == 12 => length != 12
 * cross: count += printf( => count += 0 * printf(
 */
#include <omp.h>
#include <stdio.h>
#include "check.h"

static void table(int row)
{
    int k;

    printf("%2d:", row);
    for (k = 1; k <= 4; k++)
        printf(" %3d", row * k);
    putchar('\n');
}

int main(void)
{
    int k, length = 0, count = 0;

    puts("before");
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        {
            printf("%d %5.2f|%-6s|%c|%x|%#o|%+d|%%|%s\n", -7, 3.14159, "left", 'c', 255u, 8u, 3, "end");
            printf("%ld %lld %lu %hd %hhu %zu\n", -1L, 1LL << 40, 2UL, (short)-2, (unsigned char)200, sizeof(int));
            printf("%e %g %08.3f %.3s %*d\n", 12345.678, 1e-10, -1.5, "abcdef", 6, 42);
            puts("puts");
            putchar('p');
            putchar('\n');
            fputs("fputs\n", stdout);
            fprintf(stdout, "fprintf %p\n", (void *)0);
            fprintf(stderr, "to stderr\n");
        }
#pragma omp for ordered schedule(dynamic)
        for (k = 1; k <= 6; k++) {
#pragma omp ordered
            table(k);
        }
#pragma omp master
        {
            length = printf("%s, %d\n", "length", 789);
            count += printf("12345\n");
        }
    }
    CHECK(length == 12);
    CHECK(count == 6);
    puts("after");
    fflush(stdout);
    return check_result("printing");
}

/*
 * An ordered region in a function (2.7.6), and iterations that do not come to
 * one: these give their turn up.
 *
 * cross: #pragma omp ordered
 */
#include <omp.h>
#include <string.h>
#include "check.h"

static char text[200];

static void append(int number)
{
    char digits[8];
    double until = omp_get_wtime() + (number % 3 ? 0 : 0.003);

    snprintf(digits, sizeof digits, "%d ", number);
    while (omp_get_wtime() < until)
        ;
#pragma omp ordered
    strcat(text, digits);
}

static void loop(int from, int to)
{
    int k;
#pragma omp for ordered schedule(dynamic, 1)
    for (k = from; k > to; k -= 2)
        append(k);
}

int main(void)
{
    int i;

    /* every third iteration has nothing to append */
#pragma omp parallel for ordered schedule(static, 1) num_threads(4)
    for (i = 0; i < 20; i++)
        if (i % 3 != 1)
            append(i);
    puts(text);
    CHECK(strcmp(text, "0 2 3 5 6 8 9 11 12 14 15 17 18 ") == 0);

    text[0] = '\0';
#pragma omp parallel num_threads(5)
    {
        loop(30, 0);
        loop(1, 1);
        loop(3, -5);
    }
    puts(text);
    CHECK(strcmp(text, "30 28 26 24 22 20 18 16 14 12 10 8 6 4 2 3 1 -1 -3 ") == 0);

    /* outside a region it is a loop */
    text[0] = '\0';
    loop(4, 0);
    CHECK(strcmp(text, "4 2 ") == 0);
    return check_result("ordered, orphaned");
}

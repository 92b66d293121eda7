/*
 * Arrays that take their size from their initialiser, global and local, of
 * numbers, strings, rows and structures.
 * threads: 3
 */
#include <stdio.h>

struct item { int n; char name[4]; };

static int primes[] = { 2, 3, 5, 7, 11, 13, };
const char letters[] = "abcdef";
double rows[][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
struct item items[] = { { 1, "one" }, { 2, "two" } };

int main(void)
{
    int steps[] = { 1, 1 + 1, (3), -4 /* minus, four */, sizeof(int) };
    char text[] = "a \"b\" \\ \x41\n" "and more";
    int out[6], i, length = 0;

    #pragma omp parallel for reduction(+: length)
    for (i = 0; i < 6; i++) {
        out[i] = primes[i] * 100 + letters[i] + (int)rows[i % 3][1] + items[i % 2].n;
        if (i < 5)
            out[i] += steps[i] * 10000;
        length += sizeof text + sizeof steps / sizeof steps[0] + sizeof letters + sizeof primes + sizeof rows;
        if (text[i] == 'a')
            text[i] = 'A';
    }
    for (i = 0; i < 6; i++)
        printf("%d ", out[i]);
    printf("%d %s\n", length, text);
    return 0;
}

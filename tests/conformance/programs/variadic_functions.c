/*
 * Regions call functions of the program that take any number of arguments: by name and through pointers, of every type that
 * C passes them in, with lists that other functions read, and with formats.
 *
 * cross: va_copy(again, list) => va_copy(again, list), va_arg(list, int)
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define N 200

struct pair {
    double x;
    short k;
};
struct bytes {
    char at[3];
};
enum colour { RED = 1, GREEN = 2 };
typedef int (*function)(int);

static int sum(int count, ...)
{
    va_list list;
    int result = 0;

    va_start(list, count);
    while (count-- > 0)
        result += va_arg(list, int);
    va_end(list);
    return result;
}

/* Takes what the letters say from a list, and what two of them say once more from a copy. */
static double take(const char *letters, va_list list)
{
    va_list again;
    double result = 0;

    va_copy(again, list);
    for (; *letters; letters++)
        switch (*letters) {
        case 'i': result += va_arg(list, int); break;
        case 'u': result += va_arg(list, unsigned); break;
        case 'l': result += (double)va_arg(list, long long); break;
        case 'd': result += va_arg(list, double); break;
        case 's': result += (double)strlen(va_arg(list, const char *)); break;
        case 'n': result += va_arg(list, void *) == NULL; break;
        case 'a': result += va_arg(list, double *)[1]; break;
        case 'e': result += va_arg(list, enum colour); break;
        case 'f': result += va_arg(list, function)(3); break;
        case 'p': {
            struct pair taken = va_arg(list, struct pair);
            result += taken.x + taken.k;
            break;
        }
        case 'b': result += va_arg(list, struct bytes).at[2]; break;
        case '1': result += va_arg(again, int); break;
        case '2': result += va_arg(again, double); break;
        }
    va_end(again);
    return result;
}

double total(const char *letters, ...)
{
    va_list list;
    double result;

    va_start(list, letters);
    result = take(letters, list);
    va_end(list);
    return result;
}

static int square(int n)
{
    return n * n;
}

/* Calls itself while the list has more. */
static int depth(int first, ...)
{
    va_list list;
    int next, after;

    if (first == 0)
        return 0;
    va_start(list, first);
    next = va_arg(list, int);
    after = va_arg(list, int);
    va_end(list);
    return first + depth(next, after, 0);
}

static int write_to(char *to, size_t room, const char *format, ...)
{
    va_list list;
    int length;

    va_start(list, format);
    length = vsnprintf(to, room, format, list);
    va_end(list);
    return length;
}

static int print(FILE *file, const char *format, ...)
{
    va_list list;
    int length;

    va_start(list, format);
    length = file ? vfprintf(file, format, list) : vprintf(format, list);
    va_end(list);
    return length;
}

static void complain(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    exit(1);
}

static double rows(int n, double a[n][3], int i)
{
    double column[n], other[n];

    for (int k = 0; k < n; k++) {
        column[k] = a[k][1];
        other[k] = 2 * a[k][1];
    }
    return total("aaaai", a[i], column, i % 2 ? column : other, ((void)n, column), i);
}

int main(void)
{
    double grid[4][3], numbers[3] = {5, 6, 7};
    double (*by_pointer)(const char *, ...) = total;
    int wrong = 0, lengths = 0;
    static char texts[N][80];

    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            grid[i][j] = 10 * i + j;

    #pragma omp parallel for reduction(+ : wrong, lengths)
    for (int i = 0; i < N; i++) {
        const char c = (char)(i % 100);
        const short h = (short)-i;
        const float f = 0.5f * (float)i;
        const bool is_odd = i % 2;
        const struct pair p = {i, (short)i};
        const struct bytes b = {{1, 2, 3}};

        if (i < 0)
            complain("%d of %s\n", i, "none");
        wrong += sum(0) != 0;
        wrong += sum(5, i, c, h, is_odd, 'a') != i + i % 100 - i + i % 2 + 97;
        wrong += total("") != 0;
        wrong += total("idl", i, f, 1LL << 40) != i + 0.5 * i + (double)(1LL << 40);
        wrong += total("bpbdbi", b, p, b, 0.25, b, 1) != 9 + 2.0 * i + 1.25;
        wrong += total("d2d", (double)i, f) != 2.5 * i;
        wrong += total("i1i", i, 2) != 2.0 * i + 2;
        wrong += total("snsu", "three", (char *)NULL, i % 2 ? "" : "four", 3000000000u) != 5 + 1 + 4 * (i % 2 == 0) + 3e9;
        wrong += total("eieid", GREEN, 1, i % 2 ? RED : GREEN, 2, -1.0) != 6 - i % 2;
        wrong += total("aif", numbers, i, square) != 6 + i + 9;
        wrong += by_pointer("idp", 1, 2.0, p) != 3 + 2.0 * i;
        wrong += (i % 2 ? by_pointer : total)("i", i) != i;
        wrong += depth(i + 1, 1, 1) != i + 3;
        wrong += rows(4, grid, i % 4) != 10 * (i % 4) + 1 + 11 + (i % 2 ? 11 : 22) + 11 + i % 4;
        lengths += write_to(texts[i], sizeof texts[i], "%d|%5.2f|%-4s|%c|%lx|%*d|%.*f|%%|%.2s|%llu", i, f, "ab",
                            'x', (long)i, 5, i, i % 3, 0.125, "abcdef", 1ull << 40);
    }
    CHECK(wrong == 0);
    for (int i = 0; i < N; i++) {
        char expected[80];

        lengths -= snprintf(expected, sizeof expected, "%d|%5.2f|%-4s|%c|%lx|%*d|%.*f|%%|%.2s|%llu", i, 0.5 * i, "ab", 'x',
                            (long)i, 5, i, i % 3, 0.125, "abcdef", 1ull << 40);
        CHECK(strcmp(expected, texts[i]) == 0);
    }
    CHECK(lengths == 0);

    int printed = 0;
    #pragma omp parallel
    #pragma omp single
    {
        FILE *const output = stdout;

        printed += print(NULL, "%s: %d, %g\n", "printed", 7, 0.5);
        printed += print(stdout, "and %s", "more\n");
        print(output, "nothing else\n");
    }
    CHECK(printed == 16 + 9);
    return check_result("functions with any number of arguments");
}

/*
 * What C++ reads otherwise in functions that a region calls (2.4): static
 * structures with text, arithmetic with enumerations, which is unsigned, printf
 * where its value is chosen, results with qualifiers, parts of real numbers, and a `NULL` of the
 * program's own.
 *
 * cross: reduction(+ : sum) => private(sum)
 */
#include "check.h"

enum colour { RED, GREEN = 5, BLUE };

struct word { char *text; char tail[3]; };

static int letters(int from)
{
    static struct word words[2] = {{"one", {'a', 'b'}}, {.tail = {'c'}, .text = "three"}};
    int count = 0;

    for (const char *at = words[from].text; *at; at++)
        count++;
    return count + words[from].tail[0] - 'a';
}

static int wrapped(enum colour colour, int by)
{
    return (int)(((colour / 2 + (by - 8)) % 1000) + ((colour | by) % 7) + (colour << 1) % 5);
}

static int chosen(int quiet)
{
    return quiet ? 3 : printf("not printed\n");
}

/* gcc warns that they mean nothing. */
#pragma GCC diagnostic ignored "-Wignored-qualifiers"

typedef const int *restrict only_t;

static int *const restrict pick(int *restrict from, int which)
{
    return from + which;
}

static only_t keep(only_t from)
{
    return from;
}

static int parts(int number)
{
    char small = 1;

    return __real__ number + __imag__ number + (int)sizeof(__real__ small) + __imag__ 2.5 - small;
}

#undef NULL
#define NULL ((void *)0)

static int length(const struct word *from)
{
    const char *text = from != NULL ? from->text : NULL;

    return text == NULL ? -1 : text[0];
}

int main(void)
{
    int sum = 0, expected = 0, picked = 0, list[2] = {3, 5};
    enum colour colour = BLUE;

#pragma omp parallel for reduction(+ : sum) num_threads(4)
    for (int i = 0; i < 8; i++)
        sum += letters(i % 2) + wrapped(colour, -i) + chosen(1);
    /* C's own arithmetic, once more */
    for (unsigned i = 0; i < 8; i++)
        expected += (int)((3u + (0u - i - 8u)) % 1000u + (6u | (0u - i)) % 7u + 12 % 5) + 3;
    CHECK(sum == expected + 4 * 3 + 4 * (5 + 2));
#pragma omp parallel for reduction(+ : picked) num_threads(4)
    for (int i = 0; i < 8; i++)
        picked += *pick(list, i % 2) + *keep(list) + parts(i) + length(NULL);
    CHECK(picked == 4 * (3 + 5) + 8 * 3 + 28 - 8);
    return check_result("C in functions of the device");
}

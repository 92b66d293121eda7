/*
 * What C++ reads otherwise in functions that a region calls (2.4): static
 * structures with text, arithmetic with enumerations, which is unsigned, and printf
 * where its value is chosen.
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

int main(void)
{
    int sum = 0, expected = 0;
    enum colour colour = BLUE;

#pragma omp parallel for reduction(+ : sum) num_threads(4)
    for (int i = 0; i < 8; i++)
        sum += letters(i % 2) + wrapped(colour, -i) + chosen(1);
    /* C's own arithmetic, once more */
    for (unsigned i = 0; i < 8; i++)
        expected += (int)((3u + (0u - i - 8u)) % 1000u + (6u | (0u - i)) % 7u + 12 % 5) + 3;
    CHECK(sum == expected + 4 * 3 + 4 * (5 + 2));
    return check_result("C in functions of the device");
}

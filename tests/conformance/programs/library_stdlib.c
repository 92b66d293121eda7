/*
 * stdlib.h in regions: abs and its kin, numbers from text, sorting, searching.
 *
 * cross: qsort(part, PART, sizeof *part, ascending); => ;
 * cross: labs( => (
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define PARTS 6
#define PART 50

static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

struct entry {
    char name[8];
    double value;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

int main(void)
{
    int numbers[PARTS * PART], k, wrong = 0, found = 0;
    struct entry entries[5] = {{"delta", 4}, {"alpha", 1}, {"gamma", 3}, {"eps", 5}, {"beta", 2}};
    double values = 0;

    for (k = 0; k < PARTS * PART; k++)
        numbers[k] = k * 7919 % 1009 - 500;
#pragma omp parallel for reduction(+ : wrong, found) num_threads(4)
    for (k = 0; k < PARTS; k++) {
        int *part = numbers + k * PART, i, key = part[k];

        qsort(part, PART, sizeof *part, ascending);
        for (i = 1; i < PART; i++)
            wrong += part[i - 1] > part[i];
        found += *(int *)bsearch(&key, part, PART, sizeof *part, ascending) == key;
        key = 10000;
        wrong += bsearch(&key, part, PART, sizeof *part, ascending) != NULL;
    }
    CHECK(wrong == 0);
    CHECK(found == PARTS);

#pragma omp parallel num_threads(3) reduction(+ : wrong, values)
    {
        char *end;
        const char *text = " -17 0x1f 077 3.25e2 rest";

#pragma omp single
        qsort(entries, 5, sizeof entries[0], by_name);
        {
            struct entry wanted = {"gamma", 0}, *hit;
            hit = bsearch(&wanted, entries, 5, sizeof wanted, by_name);
            values += hit ? hit->value : -1;
        }
        wrong += abs(-3) != 3 || labs(-3000000000L) != 3000000000L || llabs(-5LL) != 5;
        wrong += atoi("42nd") != 42 || atol("-9") != -9 || atof("0.125") != 0.125;
        wrong += strtol(text, &end, 10) != -17;
        wrong += strtoul(end, &end, 16) != 31;
        wrong += strtol(end, &end, 0) != 63;
        wrong += strtod(end, &end) != 325 || strcmp(end, " rest") != 0;
    }
    CHECK(wrong == 0);
    CHECK(values == 9);
    for (k = 0; k < 5; k++) {
        printf("%s %g\n", entries[k].name, entries[k].value);
        CHECK(entries[k].value == (k == 2 ? 4 : k == 3 ? 5 : k == 4 ? 3 : k + 1));
    }
    return check_result("stdlib.h");
}

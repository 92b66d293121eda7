/*
 * What is another thing in C++, or nothing there: offsets that are no constants, arrays of variable length in another shape, `void *`
 * with a number added, jumps past constants, types that `typeof` finds or that have no name.
 *
 * pair alone: some of it is not translated there
 * cross: for (int j = 0; j < n; j++) => for (int j = 0; j < m; j++)
 */
#include <stddef.h>
#include <stdlib.h>
#include "check.h"

struct text {
    int length;
    char characters[];
};

struct list {
    int count;
    struct {
        int value;
    } *items;
};

static int twice(int x)
{
    return 2 * x;
}

/* In the style of K&R, and called with a function. */
static int apply(f, x)
    int f(int);
    int x;
{
    return f(x);
}

int main(void)
{
    int v[12], n = 12, m = 3, both[2];
    double scale = 2.5;
    typedef struct {
        __typeof__(scale) x;
        int y;
    } pair;
    struct {
        int x, y;
    } own = {1, 2};
    struct list lists[4];
#pragma omp parallel for
    for (int i = 0; i < 12; i++) {
        struct text *text = malloc(offsetof(struct text, characters[i + 1]));
        text->characters[i] = (char)offsetof(struct text, characters[i]);
        v[i] = text->characters[i] + apply(twice, i);
        free(text);
    }
    for (int i = 0; i < 12; i++)
        CHECK(v[i] == 3 * i + 4);
#pragma omp parallel for
    for (int i = 0; i < 12; i++) {
        int flat[n];
        int(*rows)[m] = (int(*)[m])flat;
        for (int j = 0; j < n; j++)
            flat[j] = j * i;
        v[i] = rows[i / 3][i % 3];
    }
    for (int i = 0; i < 12; i++)
        CHECK(v[i] == i * i);
#pragma omp parallel for
    for (int i = 0; i < 12; i++) {
        unsigned char bytes[10], *byte = bytes;
        void *first = bytes;
        const int unset;
        (void)&unset;
        while (byte != first + i % 8)
            byte++;
        v[i] = (int)(byte - bytes);
    }
    for (int i = 0; i < 12; i++)
        CHECK(v[i] == i % 8);
#pragma omp parallel for
    for (int i = 0; i < 12; i++) {
        if (i % 3 == 0)
            goto third;
        const int *to = &both[i % 2];
        const int *const *const to_it = (const int *const *)&to;
        pair p = {scale, (int)(*to_it - both)};
        v[i] = (int)(2 * p.x) + p.y;
        continue;
    third:
        v[i] = -1;
    }
    for (int i = 0; i < 12; i++)
        CHECK(v[i] == (i % 3 == 0 ? -1 : 5 + i % 2));
#pragma omp parallel
#pragma omp sections private(own)
    {
#pragma omp section
        {
            own.x = 3;
            both[0] = own.x;
        }
#pragma omp section
        {
            own.y = 4;
            both[1] = own.y;
        }
    }
    CHECK(both[0] == 3 && both[1] == 4 && own.x == 1 && own.y == 2);
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
        void *place = &v[i];
        lists[i].items = place;
        lists[i].items->value = i;
    }
    for (int i = 0; i < 4; i++)
        CHECK(v[i] == i && lists[i].items->value == i);
    return check_result("corners of C");
}

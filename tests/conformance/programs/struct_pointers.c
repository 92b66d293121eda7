/*
 * Pointers within structures, structures within arrays, whole-structure
 * assignment, structures as arguments and results, unions, bit-fields.
 *
 * cross: #pragma omp for schedule(static, 2)
 * cross: row->items[0] = *out; => ;
 */
#include <stdlib.h>
#include "check.h"

typedef struct {
    double x, y;
} pair_t;

typedef struct {
    pair_t *items;
    size_t count;
    unsigned dirty : 1, level : 7;
    union {
        int number;
        char tag[4];
    } label;
} row_t;

typedef struct matrix {
    row_t *rows;
    int height;
    struct matrix *self;
} matrix_t;

static pair_t combine(const row_t *row, pair_t shift)
{
    pair_t total = {0, 0};
    size_t k;

    for (k = 0; k < row->count; k++) {
        total.x += row->items[k].x + shift.x;
        total.y += row->items[k].y + shift.y;
    }
    return total;
}

static void work(matrix_t *m, pair_t *totals)
{
    int k;
    pair_t shift = {1, -1};

#pragma omp for schedule(static, 2)
    for (k = 0; k < m->height; k++) {
        row_t *row = &m->self->rows[k];
        pair_t *out = totals + k;

        *out = combine(&m->rows[k], shift);
        row->level += 3;
        row->dirty = !row->dirty;
        row->label.number++;
        row->items[0] = *out;
    }
}

int main(void)
{
    matrix_t m = {NULL, 12, &m};
    pair_t totals[12];
    int k;
    size_t j;

    m.rows = calloc((size_t)m.height, sizeof *m.rows);
    for (k = 0; k < m.height; k++) {
        row_t fresh = {NULL, (size_t)k + 1, 0, 0, {0}};
        fresh.items = malloc(fresh.count * sizeof *fresh.items);
        for (j = 0; j < fresh.count; j++) {
            pair_t p = {k, (double)j};
            fresh.items[j] = p;
        }
        fresh.level = (unsigned)k;
        m.rows[k] = fresh;
    }
#pragma omp parallel num_threads(4)
    work(&m, totals);
    for (k = 0; k < m.height; k++) {
        CHECK(totals[k].x == (k + 1.0) * (k + 1));
        CHECK(totals[k].y == k * (k + 1) / 2 - (k + 1));
        CHECK(m.rows[k].level == (unsigned)k + 3 && m.rows[k].dirty == 1 && m.rows[k].label.number == 1);
        CHECK(m.rows[k].items[0].x == totals[k].x);
        free(m.rows[k].items);
    }
    free(m.rows);
    return check_result("pointers in structures");
}

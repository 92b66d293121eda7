/*
 * Nestable locks (3.3): who has one may set it again, and others wait until
 * it was unset as often.
 *
 * cross all: omp_set_nest_lock(&tree->lock); => ;
 */
#include <omp.h>
#include "check.h"

typedef struct {
    omp_nest_lock_t lock;
    int sum, depth;
} tree_t;

static void wait_a_little(void)
{
    double until = omp_get_wtime() + 0.003;

    while (omp_get_wtime() < until)
        continue;
}

/* Each level of the recursion sets it once more. */
static void add(tree_t *tree, int level)
{
    int before;

    omp_set_nest_lock(&tree->lock);
    before = tree->sum;
    if (level > 0) {
        add(tree, level - 1);
        before = tree->sum;
    }
    wait_a_little();
    tree->sum = before + 1;
    omp_unset_nest_lock(&tree->lock);
}

int main(void)
{
    tree_t tree = {.sum = 10};
    omp_nest_lock_t lock;
    int pair[2] = {0, 0}, wrong = 0;

    omp_init_nest_lock(&tree.lock);
#pragma omp parallel num_threads(4)
    add(&tree, 3);
    CHECK(tree.sum == 10 + 16);
    omp_destroy_nest_lock(&tree.lock);

    omp_init_nest_lock(&lock);
    omp_set_nest_lock(&lock);
    omp_set_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
        int k;
        for (k = 0; k < 4; k++) {
            omp_set_nest_lock(&lock);
            pair[0]++;
            omp_set_nest_lock(&lock);
            wait_a_little();
            omp_unset_nest_lock(&lock); /* still taken */
            wait_a_little();
            pair[1]++;
            wrong += pair[0] != pair[1];
            omp_unset_nest_lock(&lock);
        }
    }
    CHECK(wrong == 0);
    CHECK(pair[0] == 16);
    omp_destroy_nest_lock(&lock);
    return check_result("nestable locks");
}

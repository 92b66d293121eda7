/*
 * A linked list that threads walk, each taking what no other has; and one that
 * they build.
 *
 * cross: #pragma omp single nowait
 * cross: #pragma omp critical(head)
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

struct node {
    int value;
    int visits;
    struct node *next;
};

static struct node *push(struct node *list, int value)
{
    struct node *node = malloc(sizeof *node);

    node->value = value;
    node->visits = 0;
    node->next = list;
    return node;
}

static int release(struct node *list)
{
    int sum = 0;

    while (list) {
        struct node *next = list->next;
        sum += list->value;
        free(list);
        list = next;
    }
    return sum;
}

int main(void)
{
    struct node *list = NULL, *p, *built = NULL;
    int k, all_once = 1;

    for (k = 1; k <= 50; k++)
        list = push(list, k);
#pragma omp parallel private(p) num_threads(4)
    {
        for (p = list; p; p = p->next) {
#pragma omp single nowait
            {
                p->value *= 3;
                p->visits++;
            }
        }
    }
    for (p = list; p; p = p->next)
        all_once = all_once && p->visits == 1;
    CHECK(all_once);
    CHECK(release(list) == 3 * 1275);

#pragma omp parallel for num_threads(4) schedule(dynamic)
    for (k = 1; k <= 60; k++) {
#pragma omp critical(head)
        {
            struct node *head = built;
            double until = omp_get_wtime() + 0.0002;
            while (omp_get_wtime() < until)
                continue;
            built = push(head, k);
        }
    }
    CHECK(release(built) == 60 * 61 / 2);
    return check_result("linked lists");
}

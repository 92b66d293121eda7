#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static int sum(const struct node *list)
{
    int total = 0;
    for (; list; list = list->next)
        total += list->value;
    return total;
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 1; i <= 4; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    int total[2];
    #pragma omp parallel for
    for (int k = 0; k < 2; k++)
        total[k] = (k + 1) * sum(list);
    printf("%d %d\n", total[0], total[1]);
    return 0;
}

/*
 * A list whose links are indexes: the pointers in structures stay the host's,
 * so structures that link to each other go by index (6.4).
 * threads: 4
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
    int value, next;
} node;

int main(void)
{
    node *nodes = gpump_malloc(16 * sizeof(node));
    int rank[16], i;

    for (i = 0; i < 16; i++) {
        nodes[i].value = i * i;
        nodes[i].next = (i * 5 + 3) % 16;
    }
    #pragma omp parallel for
    for (i = 0; i < 16; i++) {
        int at = i, steps = 0;
        while (nodes[at].value != 0 && steps < 100) {
            at = nodes[at].next;
            steps++;
        }
        rank[i] = steps;
    }
    for (i = 0; i < 16; i++)
        printf("%d ", rank[i]);
    printf("\n");
    gpump_free(nodes);
    return 0;
}

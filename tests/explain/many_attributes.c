#include <stdio.h>
#include <stdlib.h>
/* Überlauf: héllo 世界 */
#define N 100
#define FOR_ALL(i, n) _Pragma("omp parallel for") for (i = 0; i < (n); i++)
#define SQ(x) ((x) * (x))
typedef struct node { int value; struct node *next; double w[4]; } node_t;
enum color { RED, GREEN };
static int counter;
int tp;
#pragma omp threadprivate(tp)
const double factor = 2.5;
double table[N];
static double helper(double x, node_t *n)
{
    static int calls;
    double local = x * factor;
    int *heap = malloc(sizeof *heap);
#pragma omp atomic
    calls++;
    *heap = 1;
    tp += n->value;
    counter = 1;
    free(heap);
    return local + table[0];
}
void orphan(int n, double *v)
{
    int k;
#pragma omp for schedule(static) nowait
    for (k = 0; k < n; k++)
        v[k] = helper(v[k], 0);
}
int main(void)
{
    int i, j, last = 0, first = 3, n = N;
    double sum = 0, v[N], vla[n];
    node_t head = {1, 0, {0}};
    enum color c = GREEN;
    FOR_ALL(i, N) v[i] = SQ(i) + N;
#pragma omp parallel private(j) firstprivate(first) shared(v) default(shared) copyin(tp)
    {
        static int st;
        int mine = first;
        node_t copy = head;
        #pragma omp for lastprivate(last) reduction(+:sum)
        for (i = 0; i < n; i++) {
            for (j = 0; j < 3; j++)
                sum += v[i] * j;
            last = i;
            vla[i] = mine + c;
        }
        st = 1;
        orphan(n, v);
        #pragma omp single copyprivate(mine)
        mine = 4;
        #pragma omp critical
        copy.value++;
        #pragma omp barrier
    }
    #pragma omp parallel sections firstprivate(first) if (n > 10) num_threads(4)
    {
        #pragma omp section
        printf("%d\n", first);
        #pragma omp section
        { counter++; }
    }
    printf("%g %d\n", sum, last);
    return 0;
}

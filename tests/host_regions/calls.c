/*
 * Regions that call what the device has not, between regions that go there: they see the same variables, arrays of the file and of
 * functions, pointers and locks, and the orphaned constructs in what both call.
 * regions: 3 of 6 on the device
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };

static double table[N], weights[N];
static int histogram[16];
static omp_lock_t lock;

static const char *host_only(int i)
{
    static char text[32];
    setlinebuf(stderr);
    snprintf(text, sizeof text, "%d", i % 16);
    return text;
}

/* Both sides call it. */
static void scale(double by)
{
    static int calls;
    #pragma omp for
    for (int i = 0; i < N; i++)
        table[i] *= by;
    #pragma omp single
    calls++;
    #pragma omp master
    if (calls > 2)
        exit(3);
}

int main(void)
{
    int *heap = malloc(N * sizeof *heap);
    int sum = 0, of_host = 0, most = 0;
    omp_init_lock(&lock);

    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        table[i] = i;
        weights[i] = 0.5;
        heap[i] = 0;
    }

    /* On the host, with lists that name what others move to the heap. */
    #pragma omp parallel num_threads(4) default(none) shared(table, histogram, lock, heap) firstprivate(weights)
    {
        scale(2);
        #pragma omp for schedule(dynamic, 7)
        for (int i = 0; i < N; i++) {
            #pragma omp critical
            heap[i] = atoi(host_only(i));
            omp_set_lock(&lock);
            histogram[heap[i]] += (int)(weights[i] * 2);
            omp_unset_lock(&lock);
        }
    }

    #pragma omp parallel num_threads(64)
    {
        scale(0.5);
        #pragma omp for
        for (int i = 0; i < N; i++) {
            omp_set_lock(&lock);
            histogram[heap[i]]++;
            omp_unset_lock(&lock);
        }
    }

    #pragma omp parallel for num_threads(3) reduction(+ : of_host) lastprivate(most) ordered
    for (int i = 0; i < N; i++) {
        of_host += (int)table[i] == i;
        #pragma omp ordered
        most = atoi(host_only(i)) + i;
    }

    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += heap[i] + (int)table[i];

    #pragma omp parallel num_threads(2)
    #pragma omp single
    printf("%s\n", host_only(sum));

    omp_destroy_lock(&lock);
    for (int i = 0; i < 16; i++)
        printf("%d ", histogram[i]);
    printf("\n%d %d %d\n", sum, of_host, most);
    free(heap);
    return 0;
}

/*
 * Regions of several kinds, each run some times. `scripts/gpu-check regions` has the runtime write down how long they took
 * (GPUMP_TIMES), and shows for each the first time, the least, and the kernel's own. What is printed is right or not.
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define TIMES 100
#define SIZE (8 << 20)
#define SMALL 4096

static double table[SMALL];
static int failures;

static void check(const char *what, int right)
{
    if (!right) {
        printf("WRONG: %s\n", what);
        failures++;
    }
}

static void empty(void)
{
#pragma omp parallel
    {
    }
}

static void one_thread(int *count)
{
#pragma omp parallel num_threads(1)
    *count += 1;
}

static void on_the_stack(void)
{
    int local[64] = {0}, last = 0;
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < 64; i++) {
        local[i] = i;
        last = i;
    }
    check("an array on the stack", local[63] == 63 && last == 63);
}

static void static_data(void)
{
#pragma omp parallel for
    for (int i = 0; i < SMALL; i++)
        table[i] += 1;
}

static void heap(double *a, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[i] + 1;
}

static double sum_of(const double *a, int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

static int barriers(int times)
{
    int size = 0;
#pragma omp parallel
    {
        for (int k = 0; k < times; k++) {
#pragma omp barrier
        }
#pragma omp master
        size = omp_get_num_threads();
    }
    return size;
}

/* What one thread wrote before a barrier another reads behind it, in another block, and nobody writes anew before all have read. */
static int handed_on(int *numbers, int times)
{
    int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
    {
        int me = omp_get_thread_num(), size = omp_get_num_threads(), other = (me + size / 2 + 1) % size;
        for (int k = 0; k < times; k++) {
            numbers[me] = k + me;
#pragma omp barrier
            wrong += numbers[other] != k + other;
#pragma omp barrier
        }
    }
    return wrong == 0;
}

static int critical(int threads)
{
    int count = 0, size = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp critical
        count++;
#pragma omp master
        size = omp_get_num_threads();
    }
    return count == size;
}

static int atomic(int n)
{
    int count = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0) {
#pragma omp atomic
            count++;
        }
    }
    return count;
}

static int dynamic(const double *a, int n)
{
    int count = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : count)
    for (int i = 0; i < n; i++)
        count += a[i] > 0;
    return count;
}

static void print(int threads)
{
#pragma omp parallel num_threads(threads)
    fprintf(stderr, "%d\n", omp_get_thread_num());
}

struct node {
    int value;
    struct node *next;
};

static int list(int length)
{
    struct node *first = NULL;
    int sum = 0;
    for (int i = 0; i < length; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = first;
        first = node;
    }
#pragma omp parallel num_threads(1)
    for (struct node *node = first; node; node = node->next)
        sum += node->value;
    while (first) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return sum;
}

int main(void)
{
    double *a = calloc(SIZE, sizeof *a);
    int count = 0, size = 0;
    if (!a)
        return 2;
    for (int k = 0; k < TIMES; k++) {
        empty();
        one_thread(&count);
        on_the_stack();
        static_data();
        heap(a, SMALL);
    }
    check("a variable that one thread changes", count == TIMES);
    check("static data", table[0] == TIMES && table[SMALL - 1] == TIMES);
    for (int k = 0; k < TIMES; k++)
        heap(a, SIZE);
    check("a large block", a[0] == 2 * TIMES && a[SIZE - 1] == TIMES);
    for (int k = 0; k < 10; k++)
        check("a sum", fabs(sum_of(a, SIZE) - (double)TIMES * (SIZE + SMALL)) < 1e-3);
    for (int k = 0; k < 3; k++) {
        size = barriers(1000);
        check("what is handed on at barriers", handed_on((int *)a, 1000));
        check("a critical construct", critical(1000));
        check("an atomic one", atomic(1000000) == 500000);
        check("a dynamic schedule", dynamic(a, 1000000) == 1000000);
        check("a list", list(1000) == 499500);
        print(1000);
    }
    printf("a team has %d threads\n", size);
    printf("%s\n", failures ? "WRONG" : "all is right");
    return failures != 0;
}

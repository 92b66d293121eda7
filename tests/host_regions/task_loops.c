/*
 * Tasks in loops that are no iterations of one loop to share out, or not in any order.
 * regions: 1 of 10 on the device
 * prints: changed 45 90
 * prints: waited 10
 * prints: alone 1
 * prints: undeferred 1
 * prints: depends 10
 * prints: nested 20
 * prints: counted 4
 * prints: beside 10 1
 * prints: copied 55 10
 * prints: device 45
 */
#include <stdio.h>

#define N 10

static int a[N + 1], order;

static int in_order(int i)
{
    int right = order == i;
    order = i + 1;
    return right;
}

static int limit(void)
{
    static int calls;
    return calls++ < N;
}

int main(void)
{
    int sum = 0, right = 1, x = 5, after = 0;

    /* The task counts on by its copy. */
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < N; i++)
#pragma omp task firstprivate(x) shared(sum)
    {
        x += i;
#pragma omp atomic
        sum += x - 5;
        i *= 2;
        a[0] += 0 * i;
    }
    for (int i = 0; i < N; i++)
        after += 2 * i;
    printf("changed %d %d\n", sum, after);

    /* Each is waited for. */
    right = order = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < N; i++) {
#pragma omp task shared(right)
        right += in_order(i);
#pragma omp taskwait
    }
    printf("waited %d\n", right);

    /* One task has all iterations. */
    right = 1, order = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(1)
    for (int i = 0; i < N; i++)
        right &= in_order(i);
    printf("alone %d\n", right);

    right = 1, order = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop if(0)
    for (int i = 0; i < N; i++)
        right &= in_order(i);
    printf("undeferred %d\n", right);

    right = 0, order = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < N; i++)
#pragma omp task depend(inout: order) shared(right)
        right += in_order(i);
    printf("depends %d\n", right);

    sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < N; i++)
#pragma omp task shared(sum)
    {
#pragma omp task shared(sum)
#pragma omp atomic
        sum += 2;
    }
    printf("nested %d\n", sum);

    /* The step grows. */
    sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 1; i < N; i += i)
#pragma omp task shared(sum)
    {
#pragma omp atomic
        sum++;
    }
    printf("counted %d\n", sum);

    sum = after = 0;
#pragma omp parallel
#pragma omp single
    {
        after++;
        for (int i = 0; limit(); i++) {
#pragma omp task shared(sum)
            {
#pragma omp atomic
                sum++;
            }
        }
    }
    printf("beside %d %d\n", sum, after);

    /* One thread counts by the variable of the team. */
    int k;
    sum = 0;
#pragma omp parallel
#pragma omp single
    for (k = 1; k <= N; a[k] = k, k++)
#pragma omp task firstprivate(k) shared(sum)
    {
#pragma omp atomic
        sum += k;
    }
    printf("copied %d %d\n", sum, a[N]);

    sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < N; i++)
#pragma omp task shared(sum)
    {
#pragma omp atomic
        sum += i;
    }
    printf("device %d\n", sum);
    return 0;
}

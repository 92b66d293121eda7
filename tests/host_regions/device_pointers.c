/*
 * The device's pointers and addresses (sections 5.4.7 to 5.4.10 of OpenMP 5.2), which are the program's own, and target that waits for
 * tasks. A pointer of which a copy changes stays on the host, and so does a region whose clause counts something.
 * regions: 10 of 15 on the device
 */
#include <omp.h>
#include <stdio.h>

#define N 64

static int table[N];

static int sum_of(const int *values)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += values[i] * (i + 1);
    return sum;
}

static void fill(int *values, int n)
{
    #pragma omp target teams distribute parallel for is_device_ptr(values)
    for (int i = 0; i < n; i++)
        values[i] = 2 * i;
}

int main(void)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    int *own = omp_target_alloc(N * sizeof(int), device);
    int copied[N], n = N, total = 0, first = 5, *p = own, *q = table;

    /* On the device. */
    fill(own, n);
    #pragma omp target parallel for is_device_ptr(own, p) map(tofrom : total) reduction(+ : total)
    for (int i = 0; i < n; i++)
        total += own[i] + p[i];
    omp_target_memcpy(copied, own, sizeof copied, 0, 0, host, device);
    printf("%d %d\n", total, sum_of(copied));
    #pragma omp target parallel num_threads(1) has_device_addr(first, table)
    {
        first++;
        table[0] = first;
    }
    #pragma omp target data map(tofrom : table) use_device_ptr(q) use_device_addr(first)
    {
        #pragma omp target parallel for is_device_ptr(q) has_device_addr(first)
        for (int i = 0; i < n; i++)
            q[i] += first;
        #pragma omp target parallel for is_device_ptr(q)
        for (int i = 0; i < n; i++)
            q[i] *= 2;
    }
    printf("%d %d %d\n", first, table[0], sum_of(table));
    #pragma omp target is_device_ptr(own)
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            own[i]++;
    }
    #pragma omp target teams distribute parallel for depend(out : table) nowait map(table)
    for (int i = 0; i < n; i++)
        table[i] += i;
    #pragma omp target teams distribute parallel for depend(in : table) depend(out : own[0 : n]) is_device_ptr(own)
    for (int i = 0; i < n; i++)
        own[i] += table[i];
    #pragma omp taskwait
    printf("%d %d\n", sum_of(own), sum_of(table));

    /* On the device, behind one that the host executes when somebody waits for it. */
    #pragma omp target map(tofrom : table) depend(out : table) nowait
    for (int i = 0; i < n; i++)
        table[i] = 5 * i;
    #pragma omp target parallel for map(tofrom : table) depend(inout : table) nowait
    for (int i = 0; i < n; i++)
        table[i] += 1;
    #pragma omp target teams distribute parallel for map(table) depend(in : table) is_device_ptr(own)
    for (int i = 0; i < n; i++)
        own[i] = table[i];
    printf("%d %d\n", sum_of(own), sum_of(table));

    /* A pointer that changes: each thread's, and one that target data makes for its block. */
    #pragma omp target parallel num_threads(1) is_device_ptr(p)
    {
        p++;
        p[0] = 3;
    }
    #pragma omp target data map(tofrom : table) use_device_ptr(q)
    {
        #pragma omp target parallel for
        for (int i = 0; i < n; i++)
            q[i]++;
        q++;
    }
    printf("%d %d\n", (int)(p - own), (int)(q - table));

    /* A step in the clause, which the call of a kernel would not take. */
    first = 0;
    #pragma omp target parallel for depend(in : table[first++]) map(table)
    for (int i = 0; i < n; i++)
        table[i] += 2;
    printf("%d %d\n", first, sum_of(table));

    /* Tasks that a region waits for. */
    #pragma omp parallel num_threads(2)
    #pragma omp single
    {
        #pragma omp task depend(out : total)
        for (int i = 0; i < n; i++)
            table[i] = total;
        #pragma omp target parallel for depend(inout : total)
        for (int i = 0; i < n; i++)
            table[i] += i;
    }
    printf("%d %d\n", sum_of(own), sum_of(table));
    omp_target_free(own, device);
    return 0;
}

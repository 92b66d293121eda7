/* barrier, master, single, copyprivate, sections, critical, atomic, flush, nested regions, locks, the routines. */
#include <omp.h>
#include <stdio.h>

#define MOST 128
static int marks[MOST], total, entered, names[3];

static void in_critical(int *where)
{
#pragma omp critical(table)
    *where = *where + 1;
}

int main(void)
{
    int size = 0, wrong = 0, singles = 0, masters = 0, seen[3] = {0, 0, 0}, first = 0, inner = 0;
    long values[2] = {0, 0};
    double x = 1;
    unsigned char byte = 0;
    short half = 0;
    float f = 0;
    unsigned long long wide = 1;
    omp_lock_t lock;
    omp_nest_lock_t nest;

#pragma omp parallel
    {
        int me = omp_get_thread_num(), k;
#pragma omp master
        {
            size = omp_get_num_threads();
            masters++;
        }
        for (k = 0; k < 10; k++) {
            marks[me] = k;
#pragma omp barrier
            if (marks[(me + 1) % omp_get_num_threads()] != k)
#pragma omp atomic
                wrong++;
#pragma omp barrier
        }
        for (k = 0; k < 10; k++) {
#pragma omp single nowait
#pragma omp atomic
            singles += 1;
        }
    }
    printf("%d threads: %d wrong, %d singles, %d masters\n", size == omp_get_max_threads(), wrong, singles, masters);

#pragma omp parallel
    {
        long a[2];
        double b;
#pragma omp single copyprivate(a, b)
        {
            a[0] = 17;
            a[1] = 4;
            b = 0.5;
        }
#pragma omp critical
        {
            values[0] += a[0] + a[1];
            x += b;
            entered++;
        }
        in_critical(&total);
#pragma omp atomic
        byte += 3;
#pragma omp atomic
        half--;
#pragma omp atomic
        f += 0.25f;
#pragma omp atomic
        wide <<= 1;
    }
    printf("%ld %g %d %d\n", values[0] / entered, (x - 1) / entered, total - entered, entered == size);
    printf("%d %d %g %d\n", byte - (unsigned char)(3 * size), half + size, f / (float)size, wide == (size < 64 ? 1ull << size : 0));

#pragma omp parallel sections lastprivate(first)
    {
#pragma omp section
        seen[0]++;
#pragma omp section
        {
            seen[1]++;
            first = 1;
        }
#pragma omp section
        {
            seen[2]++;
            first = 2;
        }
    }
    printf("%d %d %d %d\n", seen[0], seen[1], seen[2], first);

    /* A nested region is a team of one here, and so it is in the original: OMP_NESTED is false. */
#pragma omp parallel reduction(+ : inner)
    {
        int i;
#pragma omp parallel for reduction(+ : inner)
        for (i = 0; i < 10; i++)
            inner += omp_get_num_threads() + omp_get_thread_num();
    }
    printf("%d\n", inner == 10 * size);

    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel
    {
        int k;
        for (k = 0; k < 3; k++) {
            omp_set_lock(&lock);
            names[0]++;
            omp_unset_lock(&lock);
            omp_set_nest_lock(&nest);
            omp_set_nest_lock(&nest);
            names[1]++;
            omp_unset_nest_lock(&nest);
            names[1]++;
            omp_unset_nest_lock(&nest);
            while (!omp_test_lock(&lock))
                ;
            names[2] += omp_test_nest_lock(&nest) ? (omp_unset_nest_lock(&nest), 1) : 1;
            omp_unset_lock(&lock);
        }
    }
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
    printf("%d %d %d\n", names[0] == 3 * size, names[1] == 6 * size, names[2] == 3 * size);
    printf("%d %d %d\n", omp_in_parallel(), omp_get_num_threads(), omp_get_thread_num());

    /* One thread waits for another through memory, in one warp. */
    if (size >= 2) {
        volatile int flag = 0;
        int data = 0, got = -1;
#pragma omp parallel
        {
            if (omp_get_thread_num() == 1) {
                data = 42;
#pragma omp flush
                flag = 1;
#pragma omp flush(flag)
            } else if (omp_get_thread_num() == 0) {
                while (!flag) {
#pragma omp flush
                }
#pragma omp flush
                got = data;
            }
        }
        printf("%d\n", got);
    } else {
        printf("42\n");
    }
    return 0;
}
// TEST: race

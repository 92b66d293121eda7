/*
 * omp_test_lock, the one lock routine that is there: a lock that is free has
 * the value -1 and goes to one thread only (8.3.2).
 * threads: 9
 * expect: 1 1
 * expect: 1 0
 */
#include <stdio.h>
#include <string.h>
#include <omp.h>

int main(void)
{
    omp_lock_t lock, other;
    int got = 0, once = 0;

    memset(&lock, 0xff, sizeof lock);
    memset(&other, 0xff, sizeof other);
    #pragma omp parallel shared(lock) reduction(+: got)
    {
        if (omp_test_lock(&lock)) {
            got++;
            once++;
        }
    }
    printf("%d %d\n", got, once);
    got = omp_test_lock(&other);
    printf("%d %d\n", got, omp_test_lock(&other));
    return 0;
}

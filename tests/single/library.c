/* The C library on the host: the shared heap, locks, the meaning of C's mathematics; members with names of C++. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <assert.h>
#include <time.h>
#include <ctype.h>
#define max(a, b) ((a) > (b) ? (a) : (b))
#define N 100
#define SQUARE(x) ((x) * (x))
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static omp_lock_t lock;
static struct { int new; double delete[3]; } state;
int (*operation)(int) = abs;
static int min(int a, int b) { return a < b ? a : b; }
static const char *names[] = {"one", "two"};
int main(void)
{
    int i, a[N], count = 0;
    double x = 0, t = omp_get_wtime();
    char *copy = strdup("hello"), buffer[20];
    const char *kept[4];
    float f = 0.1f;
    omp_init_lock(&lock);
    srand(3);
    for (i = 0; i < N; i++) a[i] = rand() % 1000;
    qsort(a, N, sizeof a[0], compare);
#pragma omp parallel for schedule(guided) reduction(+ : x)
    for (i = 0; i < N; i++) {
        x += sqrt(SQUARE(a[i])) + max(i, 3) + min(i, 2);
        omp_set_lock(&lock);
        count++;
        state.new += i; state.delete[i % 3] += 1;
        omp_unset_lock(&lock);
    }
#pragma omp parallel for
    for (i = 0; i < 4; i++) kept[i] = i % 2 ? "odd" : names[i / 2];
    assert(count == N);
    for (i = 1; i < N; i++) assert(a[i - 1] <= a[i]);
    copy[0] = toupper(copy[0]);
    sprintf(buffer, "%.3f", sqrt(2));
    printf("%g %d %s %s %d %d\n", x, count, copy, buffer, state.new, operation(-3));
    printf("%s %s %d %d\n", kept[1], kept[2], t <= omp_get_wtime(), isnan(x) || isinf(x));
    printf("%.9f %.9f %d %g\n", sin(f), fabs(-0.1f), abs(-3), pow(2, 10));
    free(copy);
    return 0;
}

/*
 * Large arrays of the file and what threads contend for, which go into the heap, and those that must not.
 *
 * heap: grid, parameter, shadowed, names, records, tail, chunk, tested, handed, scale_weights, scale_used, unused
 * heap: table, constant, ring, pair, scale_initial, histogram, merged, main_tally, started
 * heap: shared, parallel, shared_image
 * heap: counter, peak, extent, main_calls
 * heap of a program by itself: other, others_table, completed, in_use
 * stays: early, fixed, small, copied, aligned, sized, mine, alone, main_counted, small_table, to_itself, bounded
 * stays: reduced, pointed, lead, loop, plain
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double grid_t[40][40];
static grid_t grid;
static int parameter[2000]; /* a parameter has this name, too */
static int early[2000], shadowed[2000];
extern int other[3000];
int other[3000];
static double fixed[600];
static double *to_fixed = &fixed[2];
static char names[100][64];
struct record { int tail[20][20]; };
static struct record records[30];
static long tail[800];
static int table[2000] = {1, 2};
int others_table[2000] = {[5] = 6, 7};
static struct { int key; const char *text; } ring[400] = {{1, "one"}, [7] = {2, "two"}}, *in_ring;
static int pair[2000] = {[1] = 3}, behind_pair[3] = {4};
extern int completed[];
int completed[] = {[1999] = 8};
static int small_table[4] = {5, 6};
static int bounded[2000] = {9}; /* its address is needed early */
static int *to_bounded = bounded + 1;
static void *to_itself[600] = {&to_itself[5]};
static int small[10];
static int histogram[16], merged[4], started[3] = {1, 2, 3}; /* small, and threads contend for them */
static int counter, peak = -1, reduced, pointed, *to_pointed = &pointed, *lead, loop, plain;
static struct { int least; double greatest; } extent = {9, 0};
int in_use; /* other files may know it */
static int shared[2000] = {6}, parallel[2000], shared_image[2000]; /* what gpump declares has other names */
static int copied[2000];
static int aligned[2000] __attribute__((aligned(64)));
static int sized[2000];
char of_that_size[sizeof sized / 1000];
static int unused[2000];
static int tested[2000];
#ifdef tested
#error
#endif
static const int constant[2000];
static float mine[2000];
#pragma omp threadprivate(mine)
static double handed[30][30]; /* its address comes to a region */
static int alone[2000]; /* the host alone uses it */
static int chunk[3000], *behind = 0; int last;
#define CHUNK(i) chunk[(i) + 1]
#define NAME_OF(x) #x

static int twice(const int parameter[], int i) { return 2 * parameter[i]; }
static int *first(void)
{
    static int *p = early;
    return p;
}
/* Static variables of functions, of which a pointer may come to the device. */
static double scale(double (*rows)[30], int n)
{
    static double weights[30][30], used[600];
    static double initial[600] = {3, [5] = 0.5}, *in_initial;
    double *p = weights[1], sum = 0;
    int i;
    p[2] = 5;
    in_initial = initial;
    initial[6] += in_initial[5];
    /* nests: either */
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < n; i++) {
        rows[i][i] += 2;
        used[i]++;
        sum += rows[i][i] + p[2] + used[i] + initial[i / 20];
    }
    return sum;
}
/* A counter that is read alone goes to a region by its value. */
static int read_alone(int n)
{
    int used = counter, sum = 0;
    static struct { int counter; } other;
    lead = &n;
    other.counter = 3;
    /* nests: either */
#pragma omp parallel for reduction(+ : sum)
    for (loop = 0; loop < n; loop++)
        sum += counter + peak;
    return sum + other.counter + used;
}
static int *place(void) { return shadowed + 3; }

int main(void)
{
    int i, sum = 0, led = 0;
    long total = 0;
    static int counted[2000];
    static int tally[2];
    static long calls;

    lead = &led;
    for (i = 0; i < 2000; i++)
        alone[i] = counted[i] = 1;
    printf("%g %g %d\n", scale(handed, 30), scale(handed + 1, 29), alone[7] + counted[8]);
    {
        int shadowed = 4;
        sum += shadowed;
    }
    memset(unused, 1, sizeof unused);
    memset(chunk, 0, sizeof chunk);
    /* nests: either */
#pragma omp parallel for
    for (i = 0; i < 40; i++) {
        int k;
        for (k = 0; k < 40; k++)
            grid[i][k] = i - k;
        parameter[i] = i;
        shared[i] += parallel[i] = shared_image[i] = i;
        early[i] = i + constant[i];
        shadowed[i] = *place() * 0 + i;
        other[i] = i * i;
        fixed[i] = 1.5 * i;
        snprintf(names[i], sizeof names[i], "%s %d", NAME_OF(chunk), i);
        records[i % 30].tail[i % 20][3] = i % 5;
        tail[i] = sizeof tail / sizeof *tail + table[1];
        small[i % 10] = 7;
        ring[i].key += table[i % 2] + pair[1] + completed[1999] + small_table[1] + bounded[0];
        others_table[i] += 1;
        aligned[i] = sized[i] = tested[i] = i;
#pragma omp atomic
        histogram[small_table[i % 4] % 16]++;
#pragma omp atomic
        tally[i % 2] += 3;
#pragma omp critical
        {
            merged[i % 4] += 1;
            started[2] = merged[1] > started[2] ? merged[1] : started[2];
        }
#pragma omp atomic
        counter++;
#pragma omp atomic
        calls += i;
#pragma omp atomic
        *lead += 1;
#pragma omp critical(extent)
        {
            if (i > peak)
                peak = i + plain;
            if (i * 0.5 > extent.greatest)
                extent.greatest = i * 0.5;
            in_use++;
            pointed = i % 1;
        }
        CHUNK(i) = CHUNK(i) + (int)(sizeof(chunk) / sizeof chunk[0]);
    }
    for (loop = 0; loop < 3; loop++) {
        /* nests: either */
#pragma omp parallel for reduction(+ : reduced)
        for (i = 0; i < 40; i++)
            reduced += i;
    }
#pragma omp parallel reduction(+ : total)
    {
        mine[0] = 1;
        /* nests: stays */
#pragma omp for private(copied)
        for (i = 0; i < 40; i++) {
            copied[i] = i;
            total += copied[i] + twice(parameter, i);
        }
    }
    for (i = 0; i < 40; i++) {
        total += early[i] + shadowed[i] + other[i] + (long)fixed[i] + (long)grid[i][2] + tail[i];
        total += aligned[i] + sized[i] + tested[i] + chunk[i + 1] + small[i % 10];
    }
    printf("%ld %d %s %d %d\n", total, sum, names[7], records[5].tail[5][3], (int)to_fixed[3]);
    printf("%d %d %d %d %d\n", histogram[5], tally[0], tally[1], merged[3], started[2]);
    printf("%d %d %ld %d %g %d %d %d\n", counter, peak, calls, extent.least, extent.greatest, in_use, reduced, *to_pointed);
    printf("%d\n", read_alone(5));
    in_ring = &ring[7];
    for (i = 0; i < 40; i++)
        total += ring[i].key + others_table[i];
    printf("%ld %d %s %d %d\n", total, in_ring->key, ring[0].text, behind_pair[0], *to_bounded);
    printf("%d %d %d\n", shared[0] + shared[7], parallel[8], shared_image[9]);
    printf("%d %d\n", to_itself[0] == &to_itself[5], (int)(sizeof completed / sizeof *completed));
    printf("%d %d %d %d\n", first()[3], unused[5], (int)sizeof of_that_size, behind == NULL && last == 0);
    return 0;
}

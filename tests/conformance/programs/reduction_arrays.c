/*
 * Reductions of whole arrays (4.5, 2.15.4.4; 5.2, 5.5.8): of one dimension and of several, of variable length, of
 * static storage and large ones; on parallel, for, sections and simd; with every operator and many types.
 *
 * cross: reduction(+ : counts, sum) => firstprivate(counts, sum)
 * cross: reduction(- : matrix) => private(matrix)
 * cross: reduction(+ : wide) => private(wide)
 * cross: reduction(+ : far) => firstprivate(far)
 * cross: reduction(* : rows) => firstprivate(rows)
 */
#include <omp.h>
#include "check.h"

#define N 840
#define FAR 30000

typedef float vector_t[3];
enum color { RED, GREEN, BLUE };

static int far[FAR];

/* Every operator, each on arrays of several types. */
static void of_operators(void)
{
    signed char sums[5] = {1, 2, 3, 4, 5}, ors[5] = {8, 8, 8, 8, 8};
    unsigned short products[5] = {1, 1, 1, 1, 1}, all[2] = {3, 1};
    unsigned char ands[5] = {255, 255, 255, 255, 255};
    long long exclusive[5] = {0}, most[5] = {0};
    float any[2] = {0, 0};
    short least[5] = {50, 50, 50, 50, 50};
    unsigned int differences[5] = {100, 100, 100, 100, 100};
    int k;

#pragma omp parallel for reduction(+ : sums) reduction(* : products) reduction(& : ands) reduction(| : ors) \
    reduction(^ : exclusive) reduction(&& : all) reduction(|| : any) reduction(max : most) reduction(min : least) \
    reduction(- : differences)
    for (k = 0; k < 60; k++) {
        sums[k % 5]++;
        products[k % 5] *= k < 10 ? 2 : 1;
        ands[k % 5] &= ~(1 << k % 6);
        ors[k % 5] |= 1 << k % 3;
        exclusive[k % 5] ^= k;
        all[k % 2] = all[k % 2] && k != 7;
        any[k % 2] = any[k % 2] || k == 7;
        if (most[k % 5] < k)
            most[k % 5] = k;
        if (least[k % 5] > k)
            least[k % 5] = k;
        differences[k % 5] -= 2;
    }
    for (k = 0; k < 5; k++) {
        int other = 0, j;
        for (j = k; j < 60; j += 5)
            other ^= j;
        CHECK(sums[k] == k + 13 && products[k] == 4 && ands[k] == 192 && ors[k] == 15);
        CHECK(exclusive[k] == other && most[k] == 55 + k && least[k] == k && differences[k] == 76);
    }
    CHECK(all[0] == 1 && all[1] == 0 && any[0] == 0 && any[1] == 1);
}

static void of_types(void)
{
    _Bool any[4] = {0}, all[4] = {1, 1, 1, 1};
    enum color colors[3] = {RED, RED, RED};
    vector_t vector = {0.5f, 0, 0};
    double least[2] = {1e9, 1e9};
    volatile long watched[2] = {0, 100};
    int k;

#pragma omp parallel for reduction(| : any, colors) reduction(& : all) reduction(+ : vector, watched) reduction(min : least)
    for (k = 0; k < N; k++) {
        any[k % 4] |= k == 9;
        all[k % 4] &= k != 10;
        colors[k % 3] |= k == 7 ? BLUE : GREEN;
        vector[k % 3] += 0.25f;
        watched[k % 2] += k;
        if (least[k % 2] > -k)
            least[k % 2] = -k;
    }
    CHECK(!any[0] && any[1] && !any[2] && !any[3] && all[0] && all[1] && !all[2] && all[3]);
    CHECK((int)colors[0] == 1 && (int)colors[1] == 3 && (int)colors[2] == 1);
    CHECK(vector[0] == 70.5f && vector[1] == 70 && vector[2] == 70);
    CHECK(watched[0] == 176 * 1000 - 20 && watched[1] == 176500);
    CHECK(least[0] == -838 && least[1] == -839);
}

/* Of a function that a region calls: static storage is shared. */
static void count_far(void)
{
    int i;
#pragma omp for reduction(+ : far) nowait
    for (i = 0; i < N; i++)
        far[i * 31 % FAR] += i;
#pragma omp for reduction(+ : far) schedule(dynamic, 7)
    for (i = 0; i < N; i++)
        far[FAR - 1 - i] += sizeof far == FAR * sizeof(int);
}

static void of_variable_length(int n, int m)
{
    double wide[n][m], more[n];
    int i, j, wrong = 0;

    for (i = 0; i < n; i++) {
        more[i] = i;
        for (j = 0; j < m; j++)
            wide[i][j] = 10 * i + j;
    }
#pragma omp parallel for reduction(+ : wide) reduction(max : more) reduction(+ : wrong) private(j) schedule(static, 3)
    for (i = 0; i < N; i++) {
        for (j = 0; j < m; j++)
            wide[i % n][j] += 0.5;
        if (more[i % n] < i)
            more[i % n] = i;
        wrong += sizeof wide != (size_t)n * m * sizeof(double);
    }
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++)
            CHECK(wide[i][j] == 10 * i + j + 0.5 * (N / n));
        CHECK(more[i] == N - n + i);
    }
    CHECK(wrong == 0);
}

int main(void)
{
    int counts[8] = {0}, i, round;
    long matrix[3][4] = {{0}}, sum = 0;
    double rows[2][3] = {{1, 1, 1}, {1, 1, 1}};

    for (round = 1; round <= 3; round++) {
#pragma omp parallel for reduction(+ : counts, sum) schedule(runtime)
        for (i = 0; i < N; i++) {
            counts[i % 8]++;
            sum += i;
        }
        for (i = 0; i < 8; i++)
            CHECK(counts[i] == round * N / 8);
        CHECK(sum == round * 352380L);
    }
#pragma omp parallel
    {
        int k;
#pragma omp for reduction(- : matrix) lastprivate(round) collapse(2)
        for (i = 0; i < N / 4; i++)
            for (k = 0; k < 4; k++) {
                matrix[i % 3][k] -= 1;
                round = i;
            }
#pragma omp single
        matrix[0][0] *= 2;
#pragma omp for simd reduction(- : matrix)
        for (i = 0; i < 12; i++)
            matrix[i / 4][i % 4] -= 100;
    }
    CHECK(matrix[0][0] == -240 && matrix[0][3] == -170 && matrix[2][0] == -170 && round == N / 4 - 1);
#pragma omp parallel reduction(* : rows)
    {
#pragma omp sections
        {
#pragma omp section
            rows[0][1] *= 3;
#pragma omp section
            rows[1][2] *= 5;
#pragma omp section
            rows[0][1] *= 7;
        }
    }
    CHECK(rows[0][0] == 1 && rows[0][1] == 21 && rows[1][2] == 5);
#pragma omp parallel sections reduction(+ : rows)
    {
#pragma omp section
        rows[0][0] += 1;
#pragma omp section
        rows[0][0] += 2;
    }
    CHECK(rows[0][0] == 4 && rows[0][1] == 21);
#pragma omp parallel
    count_far();
    for (i = 0; i < N; i++)
        CHECK(far[FAR - 1 - i] == 1 + ((FAR - 1 - i) % 31 ? 0 : (FAR - 1 - i) / 31 < N ? (FAR - 1 - i) / 31 : 0));
    CHECK(far[31 * 7] == 7);
    of_variable_length(7, 5);
    of_operators();
    of_types();
    return check_result("reductions of arrays");
}

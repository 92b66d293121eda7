/*
 * What 6.0 added to tile and unroll (chapter 11): reverse, interchange, stripe, split and fuse. Alone, in the order of the loops that
 * are made; shared out; with collapse, in each other, orphaned, with several types, relations and steps, and without iterations. The
 * variables that count have the values behind the loops that they would have without the directives (11.1).
 *
 * beyond gcc: none reads them yet
 * cross: #pragma omp reverse
 * cross: #pragma omp interchange
 * cross: #pragma omp stripe sizes(3)
 * cross: #pragma omp stripe sizes(2, 4)
 * cross: #pragma omp fuse
 * cross: permutation(3, 1, 2) => permutation(2, 3, 1)
 * cross: looprange(2, 2) => looprange(1, 2)
 */
#ifdef _OPENMP
#include <omp.h>
#endif

#include "check.h"

#define N 31
#define M 10

/* What a transformed loop does that the loop as it stands does not: without OpenMP nobody can tell. */
#ifdef _OPENMP
#define TELLS(condition) (condition)
#else
#define TELLS(condition) ((condition) || 1)
static int omp_get_thread_num(void)
{
    return 0;
}
#endif

#define DO(directive) _Pragma(#directive)
#define EACH(i, n) for (int i = 0; i < (n); i++)

static int order[400], at, owner[N], other[N], grid[N][M];

static int is_seen(int times)
{
    int right = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            right &= grid[i][j] == times;
            grid[i][j] = 0;
        }
    return right;
}

static void orphaned(int n)
{
#pragma omp for schedule(static, 1)
#pragma omp reverse
    for (int i = 0; i < n; i++)
        owner[i] = omp_get_thread_num();
}

/* The last iteration first. */
static void reversed(int n, int two)
{
    int i, line[22], *p, wrong = 0;
    unsigned u;

    at = 0;
#pragma omp reverse
    for (i = 0; i < n; i++)
        order[at++] = i;
    for (int k = 0; k < n; k++)
        wrong += order[k] != n - 1 - k;
    CHECK(TELLS(wrong == 0));
    CHECK(at == n && i == n);
    at = 0;
#pragma omp reverse
    for (i = 2; i <= n; i += two + 1)
        order[at++] = i;
    CHECK(at == 10 && i == 32);
    CHECK(TELLS(order[0] == 29 && order[1] == 26 && order[9] == 2));
    at = 0;
#pragma omp reverse
    for (int k = two > 5 ? 4 : 2; k < 6 + (two & 1); k++)
        order[at++] = k;
    CHECK(at == 4);
    CHECK(TELLS(order[0] == 5 && order[3] == 2));
    at = 0;
#pragma omp reverse
    for (u = 20; u > 3; u -= 4)
        order[at++] = (int)u;
    CHECK(at == 5 && u == 0);
    CHECK(TELLS(order[0] == 4 && order[4] == 20));
    at = 0;
#pragma omp reverse
    for (unsigned char c = 250; c >= 246; c--)
        order[at++] = c;
    CHECK(at == 5);
    CHECK(TELLS(order[0] == 246 && order[4] == 250));
    at = 0;
#pragma omp reverse
    for (p = line; p < line + 20; p += 7)
        order[at++] = (int)(p - line);
    CHECK(at == 3 && p == line + 21);
    CHECK(TELLS(order[0] == 14 && order[2] == 0));
    at = 0;
    DO(omp reverse)
    for (long k = n; k < n; k += 5)
        order[at++] = 0;
    DO(omp reverse)
    for (int k = n; k < n - 20; k++)
        order[at++] = 0;
    DO(omp reverse)
    for (unsigned k = 0; k != 0u; k++)
        order[at++] = 0;
    CHECK(at == 0);
#pragma omp parallel num_threads(4)
    orphaned(N);
    wrong = 0;
    for (int k = 0; k < N; k++)
        wrong += owner[k] != (N - 1 - k) % 4;
    CHECK(TELLS(wrong == 0));
#pragma omp parallel for private(i) num_threads(4)
    DO(omp reverse)
    for (i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            grid[i][j]++;
    CHECK(is_seen(1));
#pragma omp parallel for lastprivate(i)
    DO(omp reverse)
    for (i = 0; i < n; i++)
        owner[i] = i;
    CHECK(i == n && owner[0] == 0 && owner[n - 1] == n - 1);
}

/* Loops that change places. */
static void interchanged(int n, int m)
{
    int i, j, k, wrong = 0;

    at = 0;
#pragma omp interchange
    for (i = 0; i < 4; i++)
        for (j = 3; j > 0; --j)
            order[at++] = 10 * i + j;
    CHECK(at == 12 && i == 4 && j == 0);
    CHECK(TELLS(order[1] == 13 && order[4] == 2));
    at = 0;
#pragma omp interchange permutation(3, 1, 2)
    for (i = 0; i < 2; i++)
        for (j = 0; j < 3; j++)
            for (k = 0; k < 4; k++)
                order[at++] = 100 * i + 10 * j + k;
    CHECK(at == 24 && i == 2 && j == 3 && k == 4);
    for (int a = 0; a < 24; a++)
        wrong += order[a] != 100 * (a / 3 % 2) + 10 * (a % 3) + a / 6;
    CHECK(TELLS(wrong == 0));
#pragma omp parallel for collapse(2) schedule(static, 1) num_threads(4)
#pragma omp interchange
    for (int a = 0; a < n; a++) {
        for (short b = 0; b < m; b++)
            grid[a][b] = omp_get_thread_num();
    }
    wrong = 0;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < m; b++)
            wrong += grid[a][b] != (b * n + a) % 4;
    CHECK(TELLS(wrong == 0));
    for (int a = 0; a < N; a++)
        for (int b = 0; b < M; b++)
            grid[a][b] = 0;
#pragma omp parallel for
    DO(omp interchange)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            grid[i][j]++;
    CHECK(is_seen(1));
}

/* Iterations that are a size apart, from each offset on. */
static void striped(int n, int m)
{
    int i, wrong = 0;

    at = 0;
#pragma omp stripe sizes(3)
    for (i = 0; i < 8; i++)
        order[at++] = i;
    static const int wanted[] = { 0, 3, 6, 1, 4, 7, 2, 5 };
    for (int k = 0; k < 8; k++)
        wrong += order[k] != wanted[k];
    CHECK(TELLS(wrong == 0));
    CHECK(at == 8 && i == 8);
    at = 0;
#pragma omp stripe sizes(2, 4)
    for (int a = 0; a < 5; a++)
        for (unsigned char b = 255; b > 244; b -= 2)
            order[at++] = 1000 * a + b;
    CHECK(at == 30);
    CHECK(TELLS(order[0] == 255 && order[1] == 247 && order[2] == 2255 && order[6] == 253));
    at = 0;
#pragma omp stripe sizes(100)
    for (unsigned char c = 250; c < 255; c++)
        order[at++] = c;
    CHECK(at == 5 && order[0] == 250 && order[4] == 254);
    at = 0;
#pragma omp stripe sizes(2147483647)
    for (int a = 2147483640; a < 2147483647; a++)
        order[at++] = a - 2147483640;
    CHECK(at == 7 && order[6] == 6);
#pragma omp parallel for num_threads(4) schedule(static, 1)
#pragma omp stripe sizes(3)
    for (int a = 0; a < N; a++)
        owner[a] = omp_get_thread_num();
    wrong = 0;
    for (int a = 0; a < N; a++)
        wrong += owner[a] != a % 3;
    CHECK(TELLS(wrong == 0));
#pragma omp parallel for collapse(2)
#pragma omp stripe sizes(5, 3)
    for (int a = n - 1; a >= 0; a--)
        for (long b = 1; b <= m; b++)
            grid[a][b - 1]++;
    CHECK(is_seen(1));
}

/* Loops that become one. */
static void fused(int n, int m)
{
    int i, k, wrong = 0, line[20], *p;

    at = 0;
#pragma omp fuse
    {
        for (i = 0; i < 3; i++)
            order[at++] = i;
        for (k = 10; k > 5; k--)
            order[at++] = k;
    }
    static const int wanted[] = { 0, 10, 1, 9, 2, 8, 7, 6 };
    for (int a = 0; a < 8; a++)
        wrong += order[a] != wanted[a];
    CHECK(TELLS(wrong == 0));
    CHECK(at == 8 && i == 3 && k == 5);
    DO(omp fuse)
    {
        for (i = 0; i < 9; i += 2)
            at++;
        for (i = 20; i > 18; i--)
            at++;
    }
    CHECK(at == 15 && i == 18);
    at = 0;
#pragma omp fuse looprange(2, 2)
    {
        for (int a = 0; a < 2; a++)
            order[at++] = a;
        for (unsigned char a = 250; a < 254; a++)
            order[at++] = a;
        for (p = line; p < line + 20; p += 4) {
            for (int b = 0; b < 2; b++)
                order[at++] = 10 * (int)(p - line) + b;
        }
        for (int a = 0; a < 2; a++)
            order[at++] = 1000 + a;
    }
    CHECK(at == 18 && p == line + 20 && order[1] == 1 && order[17] == 1001);
    CHECK(TELLS(order[2] == 250 && order[3] == 0 && order[4] == 1 && order[5] == 251 && order[15] == 161));
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(static, 1)
        DO(omp fuse)
        {
            for (int a = 0; a < n; a++)
                owner[a] = omp_get_thread_num();
            for (long a = 2; a <= m; a += 2)
                other[a] = omp_get_thread_num();
        }
    }
    wrong = 0;
    for (int a = 0; a < n; a++)
        wrong += owner[a] != a % 4;
    for (int a = 2; a <= m; a += 2)
        wrong += other[a] != (a / 2 - 1) % 4;
    CHECK(TELLS(wrong == 0));
#pragma omp parallel for
    DO(omp fuse)
    {
        for (i = 0; i < 10; i++)
            for (int j = 0; j < M; j++)
                grid[i][j]++;
        for (k = 10; k < N; k++)
            for (int j = 0; j < M; j++)
                grid[k][j]++;
        for (k = N; k < n; k++)
            grid[k][0]++;
    }
    CHECK(is_seen(1));
}

/* Of each other, and out of macros. */
static void together(int n)
{
    int wrong = 0, i, k;
    unsigned j;

    at = 0;
#pragma omp reverse
#pragma omp tile sizes(4)
    for (i = 0; i < 10; i++)
        order[at++] = i;
    CHECK(at == 10 && i == 10);
    CHECK(TELLS(order[0] == 8 && order[1] == 9 && order[2] == 4 && order[9] == 3));
    at = 0;
#pragma omp fuse
    {
        DO(omp unroll partial(3))
        for (i = 20; i > 3; i -= 2)
            order[at++] = i;
        for (k = 0; k < 4; k++)
            order[at++] = k;
    }
    CHECK(at == 13 && i == 2 && k == 4);
    CHECK(TELLS(order[3] == 0 && order[4] == 14 && order[12] == 3));
#pragma omp parallel for num_threads(4) private(j) reduction(+ : wrong)
    DO(omp fuse)
    {
        DO(omp tile sizes(2))
        for (i = 0; i < N; i++)
            wrong += i;
        DO(omp tile sizes(3))
        for (k = 0; k < N; k++)
            for (j = 0; j < 4; j++)
                wrong += k;
    }
    CHECK(wrong == 5 * N * (N - 1) / 2);
    wrong = at = 0;
    DO(omp reverse)
    DO(omp fuse)
    {
        DO(omp tile sizes(2))
        for (i = 0; i < 8; i++)
            order[at++] = i;
        DO(omp tile sizes(2))
        for (k = 0; k < 8; k++)
            order[at++] = 10 + k;
    }
    CHECK(at == 16 && i == 8 && k == 8);
    at = 0;
#pragma omp interchange
#pragma omp tile sizes(2, 3)
    for (i = 1; i <= 5; i += 2)
        for (j = 9; j > 4; j--)
            order[at++] = i;
    CHECK(at == 15 && i == 7 && j == 4);
    CHECK(TELLS(order[6] == 5));
    at = 0;
    DO(omp reverse)
    DO(omp tile sizes(4))
    for (int i = 0; i < 10; i++)
        order[at++] = i;
    CHECK(at == 10);
    CHECK(TELLS(order[0] == 8 && order[1] == 9 && order[2] == 4 && order[9] == 3));
    at = 0;
#pragma omp fuse
    {
#pragma omp reverse
        for (int i = 0; i < 5; i++)
            order[at++] = i;
        for (int i = 0; i < 5; i++)
            order[at++] = 10 + i;
#pragma omp stripe sizes(2)
        for (int i = 0; i < 5; i++)
            order[at++] = 20 + i;
    }
    CHECK(at == 15);
    CHECK(TELLS(order[0] == 4 && order[1] == 10 && order[2] == 20 && order[3] == 22 && order[5] == 3));
    DO(omp interchange)
    EACH(a, 3)
    EACH(b, 4)
    order[at++] = 10 * a + b;
    CHECK(at == 27);
    CHECK(TELLS(order[16] == 10 && order[17] == 20 && order[18] == 1));
    at = 0;
#pragma omp split counts(2, omp_fill, 3)
    for (int i = 0; i < n; i++)
        order[at++] = i;
    CHECK(at == n && order[n - 1] == n - 1);
#pragma omp parallel for simd collapse(2) num_threads(4) reduction(+ : wrong)
    DO(omp interchange)
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 9; b++)
            wrong += a * b;
    CHECK(wrong == 21 * 36);
    wrong = 0;
#pragma omp simd reduction(+ : wrong)
    DO(omp fuse)
    {
        for (int a = 0; a < 7; a++) {
            DO(omp reverse)
            for (int b = 0; b < 9; b++)
                wrong += a * b;
        }
        DO(omp unroll partial(2))
        for (int a = 0; a < 5; a++)
            wrong += a;
    }
    CHECK(wrong == 21 * 36 + 10);
}

int main(void)
{
    int n = N, m = M;

    reversed(n, 2);
    interchanged(n, m);
    striped(n, m);
    fused(n, m);
    together(n);
    return check_result("loop_transformations");
}

/*
 * tile (5.1, 2.9.11.1; 5.2, 9.1), and unroll partial where a construct takes its loop (9.2): alone, in the order of the tiles; shared
 * out, where tiles are what is shared out; with collapse, inside of another loop, in each other, orphaned, with several types,
 * relations, steps and bounds, lastprivate, and without iterations.
 *
 * beyond gcc: 15 is the first that reads it
 * cross: #pragma omp tile sizes(4, 3)
 * cross: #pragma omp tile sizes(7)
 * cross: #pragma omp tile sizes(SIZE
 * cross: #pragma omp tile sizes(4)
 * cross: #pragma omp tile sizes(3)
 * cross: #pragma omp tile sizes(2)
 * cross: TILED(2, 5)
 * cross: #pragma omp unroll partial(3)
 * cross: sizes(4, 3) => sizes(4, 4)
 * cross: lastprivate(p)
 */
#include <limits.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "check.h"

#define N 31
#define M 10
#define SIZE 5

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

static int owner[N], grid[N][M], seen[N][M];

/* Whether each tile of so many iterations has its turn among four threads. */
static int is_dealt_out(int size)
{
    int right = 1;
    for (int i = 0; i < N; i++)
        right &= owner[i] == i / size % 4;
    return right;
}

static int is_seen(int times)
{
    int right = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            right &= seen[i][j] == times;
            seen[i][j] = 0;
        }
    return right;
}

#define DO(directive) _Pragma(#directive)
#define TILED(a, b) DO(omp tile sizes(a, b))
#define FOR(i, n) for (int i = 0; i < (n); i++)

static void orphaned(int n)
{
#pragma omp for schedule(static, 1)
#pragma omp tile sizes(7)
    for (int i = 0; i < n; i++)
        owner[i] = omp_get_thread_num();
}

int main(void)
{
    int order[60], at = 0, n = N, m = M, wrong = 0, two = 2;
    int i, line[20], *p;

    /* Alone: one tile behind the other, the last ones smaller. */
#pragma omp tile sizes(4, 3)
    for (i = 0; i < 6; i++)
        for (int j = 9; j >= 0; j -= 1)
            order[at++] = 10 * i + j;
    at = 0;
    for (int a = 0; a < 6; a += 4)
        for (int b = 9; b >= 0; b -= 3)
            for (int c = a; c < 6 && c < a + 4; c++)
                for (int d = b; d >= 0 && d > b - 3; d--)
                    wrong += order[at++] != 10 * c + d;
    CHECK(TELLS(wrong == 0));
    CHECK(at == 60 && i == 6);

    /* Shared out by tiles. */
#pragma omp parallel num_threads(4)
    orphaned(n);
    CHECK(TELLS(is_dealt_out(7)));
#pragma omp parallel for num_threads(4) schedule(static, 2)
#pragma omp unroll partial(3)
    for (i = 0; i < N; i++)
        owner[i] = omp_get_thread_num();
    CHECK(TELLS(is_dealt_out(6)));
#pragma omp parallel num_threads(4)
    {
        unsigned u;
#pragma omp for schedule(static, 1)
#pragma omp tile sizes(SIZE, \
                       2)
        for (u = 0; u <= (unsigned)n - 1; u += 1) {
            for (long long j = 0; j < m; j++)
                grid[u][j] = omp_get_thread_num();
        }
    }
    wrong = 0;
    for (int a = 0; a < N; a++)
        for (int b = 0; b < M; b++)
            wrong += grid[a][b] != a / SIZE % 4;
    CHECK(TELLS(wrong == 0));

    /* With collapse, tiles are numbered row by row. */
#pragma omp parallel num_threads(4)
#pragma omp for collapse(2) schedule(static, 1)
#pragma omp tile sizes(SIZE, 4)
    for (int a = 0; a < n; a++)
        for (short b = 0; b < m; b++)
            grid[a][b] = omp_get_thread_num();
    wrong = 0;
    for (int a = 0; a < N; a++)
        for (int b = 0; b < M; b++)
            wrong += grid[a][b] != (a / SIZE * 3 + b / 4) % 4;
    CHECK(TELLS(wrong == 0));
#pragma omp parallel for collapse(2) num_threads(4) schedule(static, 1)
    for (int a = 0; a < n; a++)
#pragma omp tile sizes(4)
        for (int b = 0; b < m; b++)
            grid[a][b] = omp_get_thread_num();
    wrong = 0;
    for (int a = 0; a < N; a++)
        for (int b = 0; b < M; b++)
            wrong += grid[a][b] != (a * 3 + b / 4) % 4;
    CHECK(TELLS(wrong == 0));

    /* Tiles of tiles, and of what is unrolled. */
#pragma omp parallel for num_threads(4) schedule(static, 1)
#pragma omp tile sizes(2)
#pragma omp tile sizes(3)
    for (int a = 0; a < N; a++)
        owner[a] = omp_get_thread_num();
    CHECK(TELLS(is_dealt_out(6)));
#pragma omp parallel for num_threads(4) schedule(static, 1)
#pragma omp tile sizes(4)
#pragma omp unroll partial(3)
    for (int a = 0; a < N; a++)
        owner[a] = omp_get_thread_num();
    CHECK(TELLS(is_dealt_out(12)));

    /* All of it comes out of macros. */
    at = 0;
    TILED(2, 5)
    FOR(a, 4)
    FOR(b, 10)
    order[at++] = 10 * a + b;
    CHECK(TELLS(order[5] == 10 && order[10] == 5 && order[19] == 19));
    CHECK(order[20] == 20);

    /* Each iteration once. */
#pragma omp parallel for collapse(2)
#pragma omp tile sizes(6, 3)
    for (int a = n - 1; a >= 0; a -= two)
        for (unsigned char b = 10; b > 0; b--)
            seen[a][b - 1]++;
#pragma omp parallel for
#pragma omp unroll partial
    for (int a = 1; a < n; a += two)
        for (int b = 0; b < M; b++)
            seen[a][b]++;
    CHECK(is_seen(1));

    /* What counts far up, by a pointer, and not at all. */
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
#pragma omp unroll partial(4)
    for (int a = INT_MAX - 10; a < INT_MAX; a++)
        sum += INT_MAX - a;
    CHECK(sum == 55);
    p = 0;
#pragma omp parallel for lastprivate(p) schedule(dynamic)
#pragma omp unroll partial(4)
    for (p = line; p < line + 20; p++)
        *p = (int)(p - line);
    for (int a = 0; a < 20; a++)
        CHECK(line[a] == a);
    CHECK(p == line + 20);
#pragma omp parallel for reduction(+ : sum)
#pragma omp unroll partial(4)
    for (int a = n; a < n; a++)
        sum++;
    CHECK(sum == 55);

    /* Whose iterations are a simd's. */
#pragma omp parallel for simd reduction(+ : sum)
#pragma omp tile sizes(5)
#pragma omp unroll partial(2)
    for (int a = 0; a < N; a++)
        sum += a % 2;
    CHECK(sum == 55 + N / 2);
    return check_result("tile");
}

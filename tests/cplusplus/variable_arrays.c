/* Arrays of variable length, and pointers to them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double trace(int n, double a[n][n])
{
    double t = 0;
    for (int i = 0; i < n; i++)
        t += a[i][i];
    return t;
}
static void fill(int n, int m, double a[][m], double start)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = start + i * m + j;
}
static double total(int n, int m, const double (*a)[m])
{
    double t = 0;
    const double (*end)[m] = a + n;
    for (; a < end; a++)
        for (int j = 0; j < m; j++)
            t += (*a)[j];
    return t;
}
static double cube(int n, int m, double a[n][m][3]) { return a[n - 1][m - 1][2] + sizeof a[0] + sizeof *a[0]; }
static double deep(int n, int m, int k, double (*a)[n][m][k]) { return (*a)[1][1][1] + (*a)[n - 1][m - 1][k - 1] + sizeof *a; }
static double line(int n, double a[static n], double b[const]) { return a[n - 1] + b[0]; }
static double row_sum(int n, const double *row)
{
    double t = 0;
    for (int i = 0; i < n; i++)
        t += row[i];
    return t;
}

static double local(int n, int m)
{
    double a[n][m], b[m], c = 1, (*p)[m] = a, *q = a[1], fixed[2][4] = {{1}, {2}};
    int sizes = sizeof a + sizeof a[0] + sizeof b + sizeof *p + sizeof(double[n][2]) + sizeof p + sizeof(p[0][0]);
    fill(n, m, a, 1);
    memcpy(b, a[n - 1], sizeof b);
    c += trace(m, a) + total(n, m, a) + total(n - 1, m, a + 1) + total(n - 1, m, &a[1]) + row_sum(m, b) + row_sum(m, *p);
    fill(2, 4, fixed, 0);
    c += total(2, 4, fixed) + q[1] + *q + *(q + 1) + a[0][0] + **a + *a[1] + (*(a + 1))[1];
    p++;
    c += p - a + (*p)[0] + p[0][1] + p[-1][1] + (p == a + 1) + (p != &a[1]) + (p > a) + !p;
    p = &a[0];
    ++p;
    p += 1;
    p -= 2;
    --p;
    p = p + 1;
    c += p == a;
    double *flat = (double *)a, *again = &a[0][0], *first = *a;
    c += flat[m] + again[1] + (flat == first);
    m = 1;
    c += sizeof a + sizeof *p;
    return c * 1000 + sizes;
}

static double heap(int n, int m)
{
    double (*a)[m] = malloc(n * sizeof *a), (*b)[m];
    void *raw = calloc(n * m, sizeof(double));
    double *plain = malloc(n * m * sizeof(double));
    b = raw;
    if (!a || b == NULL || a == 0)
        return -1;
    fill(n, m, a, 2);
    fill(n, m, (double (*)[m])plain, 3);
    fill(n, m, raw, 4);
    double result = total(n, m, a) + plain[2] + total(n, m, (const double (*)[m])plain) + b[1][1] + ((double (*)[m])plain)[1][0];
    memset(a, 0, n * sizeof *a);
    result += total(n, m, a);
    free(a);
    free(raw);
    free(plain);
    return result;
}

static double types(int n, int m)
{
    typedef double row[m];
    typedef row grid[n];
    row one, *rows = malloc(n * sizeof(row));
    grid all;
    int counts[n + 1], (*table)[n + 1] = &counts;
    struct point { int x, y; } points[m];
    char *names[m], text[2 * m];
    double three[n][m][3];
    m += 10;
    for (int i = 0; i <= n; i++)
        counts[i] = i;
    (*table)[1] += 5;
    rows[1][2] = 4;
    all[1][1] = 6;
    one[0] = 7;
    points[1].y = 8;
    names[0] = "name";
    strcpy(text, names[0]);
    three[1][2][1] = 9;
    three[n - 1][3][2] = 2;
    double result = rows[1][2] + all[1][1] + one[0] + points[1].y + text[1] + counts[1] + (&points[1])->y + three[1][2][1];
    result += sizeof(row) + sizeof all + sizeof one + sizeof points + sizeof text / sizeof text[0] + sizeof three[0];
    result += cube(n, 4, three);
    free(rows);
    return result;
}

static double recursive(int n)
{
    int a[n + 1];
    for (int i = 0; i <= n; i++)
        a[i] = i;
    return n ? a[n] + recursive(n - 1) : 0;
}

int main(void)
{
    double square[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, block[2][3][4];
    for (int i = 0; i < 24; i++)
        (&block[0][0][0])[i] = i;
    printf("%g %.10g %.10g %.10g %g\n", trace(3, square), local(4, 3), heap(3, 4), types(3, 4), recursive(5));
    printf("%g %g %g\n", total(3, 3, square), deep(2, 3, 4, &block), line(3, square[1], square[2]));
    return 0;
}

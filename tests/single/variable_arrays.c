/* Arrays of variable length, compound literals, initialisers and jumps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double total(int n, int m, double a[n][m]);
static double line_total(int n, double [*]);
typedef double function(int n, int m, double (*a)[m]);
struct functions { double (*line)(int n, double a[static n]); function *table; };
static double line_total(int n, double line[n])
{
    extern int abs(int number);
    double next(int n, double line[n], int at);
    return n > 0 ? next(n, line, n - 1) : abs(-3);
}
double next(int n, double line[n], int at)
{
    return line[at] + (at > 0 ? next(n, line, at - 1) : 0);
}
static double total(int n, int m, double a[n][m])
{
    double sum = 0;
    int i, j;
#pragma omp parallel for private(j) reduction(+ : sum)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            sum += a[i][j];
    return sum;
}
struct pair { int a, b; };
static int add(struct pair p) { return p.a + p.b; }
int main(void)
{
    int n = 5, m = 7, i, j;
    double a[n][m], line[m];
    double (*p)[m] = a;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            p[i][j] = i * j;
    memset(line, 0, sizeof line);
#pragma omp parallel for firstprivate(line)
    for (i = 0; i < n; i++) { line[0] = i; a[i][0] = line[0]; }
    printf("%g %zu %zu\n", total(n, m, a), sizeof a, sizeof line);
    struct functions f = {line_total, total};
    printf("%g %g\n", f.line(m, a[n - 1]), f.table(n, m, a));
    printf("%d %d\n", add((struct pair){1, 2}), add((struct pair){.b = 4, .a = 3}));
    int *q = (int[]){1, 2, 3};
    struct pair pairs[] = {[1] = {.b = 2}, {5, 6}};
    printf("%d %d %zu\n", q[2], pairs[2].a, sizeof pairs / sizeof *pairs);
    printf("%s\n", _Generic(n, int: "int", default: "other"));
    { int x[n],y=2,z; x[0] = 1; z = y; if (x[0] < z) goto out; }
out:
    return 0;
}

// Sizes that are known when the program runs: each SIZE is held against `sizeof`.
#include <stdlib.h>
enum { N = 4 };
struct s { int a, b; };
typedef struct { char c[3]; } unnamed;
static int twice(int x) { return 2 * x; }
static void with(int n, int m, double rows[][m], float (*p)[n + 1][m], int flat[n * m])
{
    double a[n], b[n][m + 1], c[3][n], d[N][2 * n][m]; char *e[n]; struct s f[m], *g; int (*h)[n]; unnamed k[n / 2]; int fixed[3][5]; typedef long line[m]; line q, r[2]; int z[twice(n)], t[sizeof(int) * n]; const float w[n ? n : 1];
    SIZE(a); SIZE(b); SIZE(b[0]); SIZE(c); SIZE(c[1]); SIZE(d); SIZE(d[1]); SIZE(d[1][2]); SIZE(e); SIZE(f); SIZE(g); SIZE(*g); SIZE(h); SIZE(*h); SIZE(k); SIZE(fixed); SIZE(fixed[1]); SIZE(r); SIZE(q); SIZE(z); SIZE(t); SIZE(w);
    SIZE(rows); SIZE(*rows); SIZE(rows[0][1]); SIZE(p); SIZE(*p); SIZE((*p)[1]); SIZE(flat); SIZE(*(double (*)[n][m])0); SIZE(a[1]); SIZE(*(unnamed *)0); SIZE(twice(n)); SIZE("abc");
    UNKNOWN(sizeof a); UNKNOWN(sizeof b[0]); CONSTANT(sizeof b[0][0]); CONSTANT(sizeof fixed); CONSTANT(sizeof h); SHOW(a[0]); SHOW(&b[1][1]); SHOW(sizeof a); SHOW(rows[1][1]); SHOW((*p)[1][1]); SHOW(z + 1 == 0); SHOW(*e); SHOW(r[1][1]);
}
int main(void)
{
    with(6, 3, 0, 0, 0);
    with(9, 5, 0, 0, 0);
    return 0;
}

/* Large arrays that a header declares, as programs of several files with common data do. */
#ifndef FIELDS_H
#define FIELDS_H

#define N 48

/* `v` has another meaning, too. */
struct box { int v, w; };
static double u[N][N], v[N][N][3];
static int counters[2][N * N];
static double weight[N][N];

static double at(int i, int j)
{
    return u[i][j] + v[i][j][1] + weight[j][i];
}

#endif

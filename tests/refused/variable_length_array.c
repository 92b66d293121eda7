/*
 * Arrays of variable length, and pointers to them.
 * refused: 13 E0403 `row` cannot be used in a parallel region
 * refused: 14 E0403 `p` cannot be used in a parallel region
 */
void f(int n, int m, double grid[n][m])
{
    double row[n], (*p)[m] = grid;
    int i;

    #pragma omp parallel for
    for (i = 0; i < n; i++) {
        row[i] = grid[i][0];
        p[i][1] = 0;
    }
}

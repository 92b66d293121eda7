/*
 * firstprivate on `parallel`, of scalars, arrays of one and two dimensions,
 * structures and pointers: each thread starts from the value before (8.2.5).
 * threads: 6
 */
#include <stdio.h>
#include <omp.h>

struct state { int n; double w[2]; };

int main(void)
{
    int base = 100, table[4] = { 1, 2, 3, 4 }, grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    struct state state = { 7, { 0.5, 1.5 } };
    int out[8], target[8] = { 0 }, *p = target + 1, i;
    #pragma gpump accessible(target)

    #pragma omp parallel firstprivate(base, table, grid, state, p) private(i)
    {
        int me = omp_get_thread_num();

        base += me;
        for (i = 0; i < 4; i++)
            table[i] *= me;
        grid[1][me % 3]++;
        state.w[1] += me;
        state.n--;
        p += me;
        *p = grid[1][0] + grid[1][1] + grid[1][2];
        out[me] = base + table[3] + state.n + (int)(2 * state.w[1]) + grid[0][0];
    }
    for (i = 0; i < 6; i++)
        printf("%d ", out[i]);
    for (i = 0; i < 8; i++)
        printf("%d ", target[i]);
    printf("%d %d %d %d %g %d\n", base, table[3], grid[1][0], state.n, state.w[1], p == target + 1);
    return 0;
}

/*
 * copyprivate (2.8.4.2): what one thread has in its private variable after a
 * single construct, all have in theirs: scalars, arrays, structures, pointers,
 * threadprivate variables, arrays of variable length.
 *
 * cross: copyprivate(x, y)
 * cross: copyprivate(table, p)
 * cross: copyprivate(mine)
 * cross: copyprivate(value)
 * cross: copyprivate(grid, line, shown)
 */
#include <omp.h>
#include "check.h"

struct point {
    double x, y;
    char name[6];
};

static struct point mine;
#pragma omp threadprivate(mine)

static int supply;

static int take(void)
{
    return supply += 5;
}

/* orphaned: the variable is local to the function, hence private */
static int broadcast(void)
{
    int value = -1;
#pragma omp single copyprivate(value)
    value = take();
    return value;
}

/* more bytes than a piece has, and a volatile variable */
static int wrong_rows(int n, int m)
{
    int grid[n][m], line[7 * n], wrong = 0;
#pragma omp parallel private(grid, line) reduction(+ : wrong) num_threads(4)
    {
        volatile int shown = 0;
        for (int i = 0; i < n * m; i++)
            grid[i / m][i % m] = line[i % (7 * n)] = -1;
#pragma omp single copyprivate(grid, line, shown)
        {
            for (int i = 0; i < n * m; i++)
                grid[i / m][i % m] = i;
            for (int i = 0; i < 7 * n; i++)
                line[i] = 2 * i;
            shown = 4;
        }
        for (int i = 0; i < n * m; i++)
            wrong += grid[i / m][i % m] != i;
        for (int i = 0; i < 7 * n; i++)
            wrong += line[i] != 2 * i;
        wrong += shown != 4;
    }
    return wrong;
}

int main(void)
{
    int x = 1, wrong = 0, table[8], *p, target = 99, i;
    double y = 2;

#pragma omp parallel firstprivate(x, y) private(table, p, i) reduction(+ : wrong) num_threads(4)
    {
#pragma omp single copyprivate(x, y)
        {
            x = 10;
            y = 0.5 + x;
        }
        wrong += x != 10 || y != 10.5;

        p = &x;
        for (i = 0; i < 8; i++)
            table[i] = -i;
#pragma omp single copyprivate(table, p)
        {
            p = &target;
            for (i = 0; i < 8; i++)
                table[i] = i * i;
        }
        wrong += *p != 99;
        for (i = 0; i < 8; i++)
            wrong += table[i] != i * i;

        mine.x = 0;
#pragma omp single copyprivate(mine)
        {
            struct point here = {3, 4, "here"};
            mine = here;
        }
        wrong += mine.x + mine.y != 7 || mine.name[3] != 'e';

        for (i = 1; i <= 10; i++)
            wrong += broadcast() != 5 * i;
    }
    CHECK(wrong == 0);
    CHECK(x == 1 && y == 2);
    CHECK(supply == 50);
    CHECK(wrong_rows(4, 3) == 0 && wrong_rows(30, 20) == 0);
    return check_result("copyprivate");
}

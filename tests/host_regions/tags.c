/*
 * In C++ a structure's tag hides the variables of its name that are declared further out.
 * regions: 1 of 4 on the device
 * pair alone: the host code is C++, too
 */
#include <stdio.h>

static int of_parameter(int mode)
{
    int sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++) {
        enum mode { FIRST, SECOND } one = i;
        sum += (mode) - 1 + (int)one;
    }
    return sum;
}

int main(void)
{
    int row[7] = {0}, sum = 0, total = 0, node = 2;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 7; i++) {
        struct row { int v[3]; } x = {{i, i, i}};
        sum += (int)sizeof(row) + x.v[1];
    }
    #pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < 3; i++) {
        struct total { int own; } one = {i};
        total += one.own;
    }
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 3; i++) {
        { struct node { int v[9]; } x = {{i}}; sum += x.v[0] + (int)sizeof(struct node); }
        sum += (int)sizeof(node) + node;
    }
    printf("%d %d %d %d\n", sum, total, of_parameter(5), row[0]);
    return 0;
}

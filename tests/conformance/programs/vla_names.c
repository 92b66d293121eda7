/*
 * Arrays of variable length beside variables whose names are made of theirs, as steps of time often are (C17 6.7.6.2).
 *
 * cross: reduction(+ : u_0)
 */
#include "check.h"

static void step(int n)
{
    double u[n][n], u_1[n][n], u_2[n + 1];
    long u_0 = 0;
    int right = 1;

#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i][j] = i;
            u_1[i][j] = j;
        }
#pragma omp parallel for reduction(+ : u_0)
    for (int i = 0; i < n; i++) {
        u_2[i] = u[i][n - 1] + u_1[i][i];
        for (int times = 0; times < 1000; times++)
            u_0 += i;
    }
    for (int i = 0; i < n; i++)
        right = right && u_2[i] == 2 * i;
    CHECK(right);
    CHECK(u_0 == 1000L * n * (n - 1) / 2);
}

int main(void)
{
    step(300);
    return check_result("names of arrays of variable length");
}

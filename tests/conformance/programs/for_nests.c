/*
 * A loop among sequential ones (2.5.1): the outer or the inner is shared among
 * the threads; inner loop variables are private where they must be.
 *
 * cross: private(j)
 * cross: private(j, k)
 */
#include <omp.h>
#include "check.h"

#define N 24

static int outer[N][N], inner[N][N], cube[N][N];

int main(void)
{
    int i, j, k, right = 1;

#pragma omp parallel for private(j) schedule(static, 1) num_threads(4)
    for (i = 0; i < N; i++)
        for (j = 0; j <= i; j++) {
            double until = omp_get_wtime() + 0.0001;
            outer[i][j] += i;
            while (omp_get_wtime() < until)
                continue;
            outer[i][j] += j;
        }

    /* all threads run the outer loop, and share each inner one */
#pragma omp parallel num_threads(3) private(i)
    for (i = 0; i < N; i++) {
#pragma omp for
        for (j = i; j < N; j++)
            inner[i][j] += i + j;
    }

#pragma omp parallel num_threads(4)
    {
#pragma omp for private(j, k) schedule(dynamic)
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++) {
                double until = omp_get_wtime() + 0.00003;
                for (k = 0; k < N; k++)
                    cube[i][j] += k;
                while (omp_get_wtime() < until)
                    continue;
            }
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            right = right && outer[i][j] == (j <= i ? i + j : 0);
            right = right && inner[i][j] == (j >= i ? i + j : 0);
            right = right && cube[i][j] == N * (N - 1) / 2;
        }
    CHECK(right);
    return check_result("loop nests");
}

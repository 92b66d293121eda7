/*
 * An odd-even transposition sort: alternating loops with their barriers, in a
 * region of one.
 * threads: 5
 */
#include <stdio.h>

#define N 41

int main(void)
{
    int v[N], i, phase;

    for (i = 0; i < N; i++)
        v[i] = (i * 17 + 5) % N;
    #pragma omp parallel shared(v) private(phase) default(none)
    {
        for (phase = 0; phase < N; phase++) {
            int i;

            if (phase % 2 == 0) {
                #pragma omp for
                for (i = 1; i < N; i += 2)
                    if (v[i - 1] > v[i]) {
                        int t = v[i - 1];
                        v[i - 1] = v[i];
                        v[i] = t;
                    }
            } else {
                #pragma omp for
                for (i = 2; i < N; i += 2)
                    if (v[i - 1] > v[i]) {
                        int t = v[i - 1];
                        v[i - 1] = v[i];
                        v[i] = t;
                    }
            }
        }
    }
    for (i = 0; i < N; i++)
        printf("%d%s", v[i], i < N - 1 ? " " : "\n");
    return 0;
}

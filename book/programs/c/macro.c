#include <stdio.h>

#define N        1000
#define EACH(i)  for (i = 0; i < N; i++)

int main(void)
{
    static int square[N];
    int i;
    #pragma omp parallel for
    EACH(i)
        square[i] = i * i;
    printf("%d\n", square[N - 1]);
    return 0;
}

/*
 * Tasks, teams and target regions, which the device has not: what belongs to a region keeps it on the host, what stands outside of regions
 * stays there. A task outside of all regions has copies of its own still.
 * regions: 4 of 6 on the device
 */
#include <omp.h>
#include <stdio.h>

#pragma omp declare reduction(longest : int : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = 0)

static int scaled[1000];
#pragma omp declare target(scaled)

static int fibonacci(int n)
{
    int a, b;
    if (n < 2)
        return n;
    #pragma omp task shared(a) if (n > 8)
    a = fibonacci(n - 1);
    #pragma omp task shared(b) firstprivate(n)
    b = fibonacci(n - 2);
    #pragma omp taskwait
    return a + b;
}

/* Called outside of regions. */
static int copies(int x)
{
    #pragma omp task
    x = 100;
    #pragma omp taskwait
    #pragma omp taskloop
    for (int i = 0; i < 3; i++)
        x += i;
    return x;
}

int main(void)
{
    int result = 0, sum = 0, most = 0, from_loop = 0, teams = 0;
    #pragma omp parallel num_threads(3)
    #pragma omp single
    result = fibonacci(15);

    #pragma omp parallel for
    for (int i = 0; i < 1000; i++)
        scaled[i] = i % 37;

    #pragma omp parallel for reduction(longest : most)
    for (int i = 0; i < 1000; i++)
        most = scaled[i] + i > most ? scaled[i] + i : most;

    #pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)
    for (int i = 0; i < 1000; i++)
        sum += scaled[i];

    #pragma omp teams num_teams(3) reduction(+ : teams)
    teams += omp_get_num_teams() == 3;

    #pragma omp parallel for reduction(+ : from_loop)
    for (int i = 0; i < 1000; i++)
        from_loop += scaled[i];

    printf("%d %d %d %d %d %d\n", result, sum, most, from_loop, teams > 0, copies(1));
    return 0;
}

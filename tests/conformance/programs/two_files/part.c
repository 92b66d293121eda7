/*
 * The other file. Its static function has the name of one in main.c.
 */
#include <omp.h>
#include "part.h"

int results[SIZE];
int balance;

static int local(int x)
{
    return 2 * x;
}

int static_name(void)
{
    return local(1);
}

void transform(int factor)
{
    int k;
#pragma omp for schedule(static, 1) // orphaned
    for (k = 0; k < SIZE; k++)
        results[k] += factor * seeds[k] + local(SIZE / 2);
}

void slowly_add(int amount)
{
    int before = balance;
    double until = omp_get_wtime() + 0.0003;

    while (omp_get_wtime() < until)
        continue;
    balance = before + amount;
}

void deposit(int amount)
{
#pragma omp critical(bank)
    slowly_add(amount);
}

int region_elsewhere(int weight)
{
    int sum = 0;
#pragma omp parallel reduction(+ : sum) num_threads(5)
    sum += weight;
    return sum;
}

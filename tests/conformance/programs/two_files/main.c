/*
 * A program of two files: regions call functions of the other file and use
 * its variables, orphaned constructs are there, and a critical name is one name. A type is made of
 * one of the system's.
 *
 * cross: #pragma omp for schedule(static, 1) // orphaned
 * cross: critical(bank) => critical(other)
 */
#include "part.h"
#include "check.h"

int seeds[SIZE];

static int local(int x)
{
    return x + 1;
}

int main(void)
{
    int k, wrong = 0, sum = 0;

    for (k = 0; k < SIZE; k++)
        seeds[k] = k;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
        transform(local(2));
        wrong += results[SIZE - 1] != 3 * (SIZE - 1) + SIZE;
    }
    for (k = 0; k < SIZE; k++)
        CHECK(results[k] == 3 * k + SIZE);
    CHECK(wrong == 0);
    CHECK(static_name() == 2 && local(1) == 2);

#pragma omp parallel num_threads(4)
    {
        for (int i = 0; i < 4; i++) {
            deposit(1);
#pragma omp critical(bank)
            slowly_add(10);
        }
    }
    CHECK(balance == 176);

    account_t accounts[4];
#pragma omp parallel for num_threads(4)
    for (k = 0; k < 4; k++) {
        accounts[k].usage.ru_maxrss = 3 * k;
        accounts[k].owner = (int)accounts[k].usage.ru_maxrss + 1;
    }
    CHECK(accounts[3].owner == 10);

    /* a region in the other file, called from here */
    for (k = 1; k <= 3; k++)
        sum += region_elsewhere(k);
    CHECK(sum == 6 * 5);
    return check_result("two files");
}

/*
 * Simple locks (3.3): init, set, unset, destroy - one alone, in arrays and
 * structures, passed to functions.
 *
 * cross: omp_set_lock(&lock); // excludes
 * cross: omp_set_lock(&account->lock);
 */
#include <omp.h>
#include "check.h"

#define ACCOUNTS 3

typedef struct {
    long balance;
    omp_lock_t lock;
} account_t;

static void change(account_t *account, long by)
{
    long before;
    double until;

    omp_set_lock(&account->lock);
    before = account->balance;
    until = omp_get_wtime() + 0.0005;
    while (omp_get_wtime() < until)
        continue;
    account->balance = before + by;
    omp_unset_lock(&account->lock);
}

int main(void)
{
    omp_lock_t lock;
    account_t accounts[ACCOUNTS];
    int i, counter = 0;

    omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
    {
        int k;
        for (k = 0; k < 5; k++) {
            int before;
            double until;

            omp_set_lock(&lock); // excludes
            before = counter;
            until = omp_get_wtime() + 0.0005;
            while (omp_get_wtime() < until)
                continue;
            counter = before + 1;
            omp_unset_lock(&lock);
        }
    }
    CHECK(counter == 20);

    /* on the host, too; and a lock may be initialised anew */
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
    omp_init_lock(&lock);
    omp_destroy_lock(&lock);

    for (i = 0; i < ACCOUNTS; i++) {
        accounts[i].balance = 100 * i;
        omp_init_lock(&accounts[i].lock);
    }
#pragma omp parallel for num_threads(4) schedule(dynamic)
    for (i = 0; i < 12 * ACCOUNTS; i++)
        change(&accounts[i % ACCOUNTS], i < 6 * ACCOUNTS ? 7 : -2);
    for (i = 0; i < ACCOUNTS; i++) {
        CHECK(accounts[i].balance == 100 * i + 30);
        omp_destroy_lock(&accounts[i].lock);
    }
    return check_result("locks");
}

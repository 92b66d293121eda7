/*
 * parallel masked and parallel master (5.0, 2.13.6; 5.1, 2.16.9): a region of which one thread runs the text.
 *
 * cross: master
 * cross: masked num_threads(4) firstprivate(copied) => num_threads(4) firstprivate(copied)
 * cross: filter(one)
 */
#include <omp.h>

#include "check.h"

static int calls;

static void called(void)
{
    calls++;
}

int main(void)
{
    int first = 0, threads = 0, second = 0, copied = 5, sum = 1, nobody = 0, one = 1;
    int values[4] = {0};

#pragma omp parallel master num_threads(4)
    {
        first++;
        threads = omp_get_num_threads() * 10 + omp_get_thread_num();
        called();
    }
    CHECK(first == 1);
    CHECK(threads == 40);
    CHECK(calls == 1);

#pragma omp parallel masked num_threads(4) firstprivate(copied) reduction(+ : sum)
    {
        copied++;
        sum += copied;
        values[omp_get_thread_num()]++;
    }
    CHECK(copied == 5);
    CHECK(sum == 7);
    CHECK(values[0] == 1 && values[1] == 0 && values[2] == 0 && values[3] == 0);

#pragma omp parallel masked num_threads(4) filter(one)
    {
        int own = omp_get_thread_num();
        if (own == 1)
            second++;
        else
            second = 100;
    }
    CHECK(second == 1);

#pragma omp parallel masked filter(one) if (nobody > 0)
    nobody++;
    CHECK(nobody == 0);

    /* The inner region is a team of one. */
#pragma omp parallel num_threads(3)
    {
#pragma omp parallel masked num_threads(1)
        {
#pragma omp atomic
            nobody++;
        }
    }
    CHECK(nobody == 3);
    return check_result("parallel masked");
}

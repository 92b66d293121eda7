/*
 * threadprivate variables of a function (2.8.2): static ones, and those
 * that functions called from a region use.
 *
 * cross: #pragma omp threadprivate
 */
#include <omp.h>
#include "check.h"

static int depth;
#pragma omp threadprivate(depth)

/* A number of the thread's own, like those of a generator. */
static int next(void)
{
    static int state = 1;
#pragma omp threadprivate(state)

    state = state * 3 % 1000;
    return state;
}

static int ticket(void)
{
    static int shared_by_all;
    int mine;

#pragma omp critical
    mine = ++shared_by_all;
    return mine;
}

static int descend(int n)
{
    int reached;

    depth++;
    if (n > 0) {
        reached = descend(n - 1);
    } else {
        /* all threads are at the bottom, and none has come up again */
#pragma omp barrier
        reached = depth;
#pragma omp barrier
    }
    depth--;
    return reached;
}

int main(void)
{
    int sum = 0, tickets = 0, deep = 0, i;

#pragma omp parallel private(i) reduction(+ : sum, tickets, deep) num_threads(4)
    {
        int last = 0;
        for (i = 0; i < 2000; i++)
            last = next();
        sum += last;
        tickets += ticket();
        for (i = 0; i < 5; i++)
            deep += descend(5 + omp_get_thread_num());
    }
    {
        int expected = 1;
        for (i = 0; i < 2000; i++)
            expected = expected * 3 % 1000;
        CHECK(sum == 4 * expected);
    }
    CHECK(tickets == 1 + 2 + 3 + 4);
    CHECK(deep == 5 * (6 + 7 + 8 + 9));
    CHECK(depth == 0);

    /* state is kept by each thread */
    sum = 0;
#pragma omp parallel reduction(+ : sum) num_threads(4)
    sum += next();
    printf("%d\n", sum);
    CHECK(sum == 4 * 3);
    return check_result("threadprivate in functions");
}

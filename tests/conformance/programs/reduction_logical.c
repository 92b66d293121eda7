/*
 * A reduction by && or || gives 0 or 1, whatever the variable had (2.8.3.6): in a
 * team, in a region that a false condition keeps on the host, and in a nested one.
 *
 * cross: reduction(|| : any)
 * cross: reduction(&& : all)
 */
#include "check.h"

#define THREADS 4

static int (*truth(int wanted))(int);

static int is_odd(int value)
{
    return value & 1;
}

static int is_even(int value)
{
    return !(value & 1);
}

/* A head that looks like a call. */
static int (*truth(int wanted))(int)
{
    return wanted ? is_odd : is_even;
}

static void reduce(int on_device)
{
    unsigned any = 5, all = 7;
    static int moved = 9;
    int none = 0;

    moved = 9;
#pragma omp parallel for if(on_device) reduction(|| : any) reduction(&& : all) num_threads(THREADS)
    for (int i = 0; i < 8; i++) {
        if (truth(1)(2 * i))
            any = 1;
        if (!truth(0)(2 * i))
            all = 0;
    }
    CHECK(any == 1 && all == 1);
#pragma omp parallel if(on_device) num_threads(THREADS)
    {
#pragma omp single
        {
            any = 6;
#pragma omp parallel for reduction(|| : any) num_threads(1)
            for (int i = 0; i < 4; i++)
                if (i > 9)
                    any = 1;
        }
#pragma omp for reduction(&& : moved) reduction(|| : none)
        for (int i = 0; i < 4; i++) {
            moved = moved && i < 4;
            none = none || i == 3;
        }
    }
    CHECK(any == 1 && moved == 1 && none == 1);
}

int main(void)
{
    reduce(1);
    reduce(0);
    return check_result("reductions by && and ||");
}

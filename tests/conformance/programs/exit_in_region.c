/*
 * exit in a region (1.2.2 allows it in a structured block): the program ends
 * with its status; the other threads wait at a barrier that one never reaches.
 *
 * cross: exit(0);
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

static void leave(void)
{
    puts("leaving");
    exit(0);
}

int main(void)
{
    puts("entering");
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 2)
            leave();
#pragma omp barrier
    }
    CHECK(!"to be here");
    return check_result("exit");
}

/*
 * error (5.1, 2.5.4; 5.2, 8.5) tells its message each time that a thread comes there, and ends the program if that is fatal: outside of
 * regions, inside, orphaned.
 *
 * cross: #pragma omp error at(execution) message("the end")
 */
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

static int ended;
static const char *text = "from a variable";

static void orphaned(int wanted)
{
    if (wanted) {
#pragma omp error at(execution) severity(warning) message(text)
    }
}

static void end(void)
{
    CHECK(ended == 1);
    const int status = check_result("error");
    fflush(stdout);
    _exit(status);
}

int main(void)
{
    if (atexit(end))
        return 2;
    orphaned(1);
#pragma omp error at(execution) severity(warning)
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
#pragma omp error at(execution) severity(warning) message("in a region")
            orphaned(1);
        }
#pragma omp single
        {
            ended = 1;
#pragma omp error at(execution) message("the end")
            ended = 2;
        }
    }
    return 3;
}

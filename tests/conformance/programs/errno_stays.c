/*
 * A region leaves errno as it is, also one that the host waits for.
 *
 * cross: usleep(300000) => errno = 8
 */
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>
#include "check.h"

int main(void)
{
    errno = 7;
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        usleep(300000);
    }
    CHECK(errno == 7);
    return check_result("errno");
}

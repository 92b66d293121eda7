/*
 * What the programs of this folder share: CHECK counts what is not so, and
 * check_result is what main returns. Both are for the serial part.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

#define CHECK(condition) check_that((condition) != 0, #condition, __LINE__)

/* Seconds that a thread waits for another before it takes the program for wrong. */
#ifndef PATIENCE
#define PATIENCE 20
#endif

static int check_failures;

static void check_that(int right, const char *what, int line)
{
    if (!right && ++check_failures <= 10)
        printf("line %d: not so: %s\n", line, what);
}

static int check_result(const char *feature)
{
    if (check_failures == 0)
        printf("%s: right\n", feature);
    else
        printf("%s: %d WRONG\n", feature, check_failures);
    return check_failures != 0;
}

#endif

/*
 * snprintf and sprintf in regions: into shared and private buffers, cut off,
 * and their results.
 *
 * cross: sizeof names[k], "item => 4, "item
 * cross: private(line)
 */
#include <omp.h>
#include <string.h>
#include "check.h"

/* Not known to the compiler, which would warn of what it cuts off. */
size_t small_room = 6;

static int describe(char *to, size_t room, int k)
{
    return snprintf(to, room, "[%d:%s:%.2f]", k, k % 2 ? "odd" : "even", k / 4.0);
}

int main(void)
{
    char names[10][12], expected[32], line[40] = "untouched";
    int k, wrong = 0, lengths[10];

#pragma omp parallel for num_threads(4)
    for (k = 0; k < 10; k++)
        lengths[k] = snprintf(names[k], sizeof names[k], "item-%03d-%c", k * 11, 'a' + k);
    for (k = 0; k < 10; k++) {
        sprintf(expected, "item-%03d-%c", k * 11, 'a' + k);
        CHECK(strcmp(names[k], expected) == 0);
        CHECK(lengths[k] == 10);
    }
#pragma omp parallel private(line) reduction(+ : wrong) num_threads(4)
    {
        int me = omp_get_thread_num(), length = describe(line, sizeof line, me);
        char small[6];

#pragma omp barrier
        wrong += length != (int)strlen(line) || line[1] != '0' + me;
        wrong += describe(small, small_room, me) != length || strlen(small) != 5;
        wrong += strncmp(small, line, 5) != 0;
        wrong += sprintf(line, "%d%d", me, me) != 2 || line[1] != '0' + me;
        wrong += snprintf(NULL, 0, "%s", "twelve chars") != 12;
        /* A precision below zero is none; the end of what is read, behind what is not stored, is EOF. */
        sprintf(line, "[%.*s] [%.*f] [%*d]", -1 - me, "whole", -3, 12.5, -4, 7);
        wrong += strcmp(line, "[whole] [12.500000] [7   ]") != 0;
        wrong += sscanf("abc", "%*s %7s", line) != -1 || sscanf("12", "%*d%d", &length) != -1;
        wrong += sscanf("12 3", "%*d%d", &length) != 1 || length != 3;
    }
    CHECK(wrong == 0);
    CHECK(strcmp(line, "untouched") == 0);
    return check_result("formatting");
}

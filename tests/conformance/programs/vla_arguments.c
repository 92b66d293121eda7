/*
 * Arrays of variable length that a region declares, where no prototype makes pointers of them (C17 6.3.2.1): as arguments of
 * printf and its kin and of sscanf; and on the host, in a translation to a single file.
 *
 * cross: sscanf("north of", "%5s", word) => 1
 */
#include <stdio.h>
#include <string.h>
#include "check.h"

int main(void)
{
    int n = 5 + check_failures, k, wrong = 0;
    char shared[n + 1];

#pragma omp parallel num_threads(4) private(k) reduction(+ : wrong)
    {
        char word[n + 1], pair[2][n + 1], text[40];
        char (*last)[n + 1] = &pair[1];
        int numbers[n];

        for (k = 0; k < n; k++)
            numbers[k] = k * k;
        strcpy(pair[1], "east");
        wrong += sscanf("north of", "%5s", word) != 1 || strcmp(word, "north") != 0;
        wrong += sprintf(text, "%s|%.2s|%s|%d", word, word, pair[1], numbers[3]) != 15;
        wrong += strcmp(text, "north|no|east|9") != 0;
        sprintf(text, "%p|%s", (void *)last, *last);
        sprintf(word, "%p", (void *)pair[1] == (void *)last ? NULL : (void *)&n);
        wrong += strcmp(strchr(text, '|'), "|east") != 0 || strcmp(word, "(nil)") != 0;
        wrong += snprintf(word, sizeof word, "%s", pair[1]) != 4 || strcmp(word, "east") != 0;
#pragma omp barrier
#pragma omp single
        {
            strcpy(shared, word);
            printf("%s %s\n", shared, word);
            wrong += printf("%s\n", pair[1]) != 5;
            fprintf(stdout, "%s\n", word);
        }
    }
    CHECK(wrong == 0);
    CHECK(strcmp(shared, "east") == 0);
    printf("%s\n", shared);
    return check_result("arrays of variable length as arguments");
}

/*
 * string.h and ctype.h in regions.
 *
 * cross: strncat(line, words[me], 5); => ;
 * cross: memmove(line + 2, line, 5); => ;
 * cross: toupper((unsigned char)*p) => *p
 */
#include <ctype.h>
#include <omp.h>
#include <string.h>
#include "check.h"

static const char *const words[] = {"alpha", "beta", "gamma", "delta epsilon"};

static int count_classes(const char *s)
{
    int sum = 0;

    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        sum += !!isalpha(c) + 10 * !!isdigit(c) + 100 * !!isspace(c) + 1000 * !!ispunct(c);
        sum += 10000 * !!isupper(c) + 100000 * (isxdigit(c) && !isdigit(c) && islower(c));
        if (!isalnum(c) && isprint(c) && !isgraph(c))
            sum += 1000000;
        sum += 10000000 * !!iscntrl(c);
    }
    return sum;
}

static void shout(char *p)
{
    for (; *p; p++)
        *p = (char)toupper((unsigned char)*p);
}

int main(void)
{
    char lines[4][32], moved[4][12];
    int wrong = 0, classes = 0, k;

#pragma omp parallel num_threads(4) reduction(+ : wrong, classes)
    {
        int me = omp_get_thread_num();
        char line[32] = "> ", *found;

        strncat(line, words[me], 5);
        shout(line);
        strcpy(lines[me], line);
        wrong += strlen(line) != (me == 1 ? 6u : 7u);
        wrong += strcmp(line, "> BETA") != (me == 1 ? 0 : strcmp(line, "> BETA"));
        wrong += strncmp(line, "> ALXX", 4) == 0 ? me != 0 : me == 0;

        found = strchr(line, 'A');
        wrong += !found || found - line != (me == 0 ? 2 : me == 1 ? 5 : me == 2 ? 3 : 6);
        found = strrchr(line, 'A');
        wrong += !found || found[1] != '\0';
        wrong += (strstr(words[me], "eps") != NULL) != (me == 3);
        wrong += strspn("aabbcc", "ab") != 4 || strcspn("hello", "lo") != 2;
        wrong += *strpbrk("key=value", "=:") != '=';

        memset(line, '.', sizeof line - 1);
        line[31] = '\0';
        memcpy(line, "abcdef", 6);
        memmove(line + 2, line, 5);
        wrong += memcmp(line, "ababcde....", 11) != 0;
        wrong += memchr(line, 'e', 31) != line + 6;
        memset(moved[me], 'x', sizeof moved[me]);
        strncpy(moved[me], "short", 12);
        wrong += moved[me][11] != '\0';
        wrong += tolower('Q') != 'q' || toupper('7') != '7';
        if (me == 2)
            classes += count_classes("Mixed 42, f\tg!\n");
    }
    CHECK(wrong == 0);
    for (k = 0; k < 4; k++) {
        puts(lines[k]);
        CHECK(strcmp(moved[k], "short") == 0);
    }
    CHECK(strcmp(lines[3], "> DELTA") == 0);
    CHECK(classes == count_classes("Mixed 42, f\tg!\n"));
    return check_result("string.h, ctype.h");
}

/*
 * Text that is longer than what the device reserves for it at first: sprintf and snprintf with widths and precisions, numbers that
 * are longer than a message, a width in sscanf behind which the number has ended.
 *
 * cross: %3000d
 * cross: %60000d => %6000d
 * cross: %6000lf => %60lf
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

static char text[200000], other[70000], line[5000], leading[6000], rest[10];

int main(void)
{
    volatile size_t room = 4000, little = 10, any = SIZE_MAX / 2;
    int length = 0, cut = 0, counted = 0, tight = 0, large = 0, unbounded = 0, scanned = 0;
    double number = 0, found = 0;

    memset(other, 'z', sizeof other - 1);
    memset(leading, '0', 5000);
    strcpy(leading + 5000, "1.5e3 rest");
#pragma omp parallel num_threads(1)
    {
        length = sprintf(text, "%3000d|%-2500s|%.1500f", 7, "abc", 1.0 / 3);
        cut = snprintf(line, room, "%3900d%200d", 1, 2);
        tight = snprintf(line + 4500, little, "%d-%s", 12345, "abcdefgh");
        counted = snprintf(NULL, 0, "%5000d", 3);
        large = sprintf(text + 10000, "%60000d%s", 1, other);
        unbounded = snprintf(text + 190000, any, "%1200d", 5);
        number = strtod(leading, NULL);
        scanned = sscanf(leading, "%6000lf %9s", &found, rest);
    }
    CHECK(length == 3000 + 1 + 2500 + 1 + 1502);
    CHECK(strlen(text) == (size_t)length && text[2999] == '7' && text[3001] == 'a' && text[length - 1] == '0' && text[5507] == '3');
    CHECK(cut == 4100 && strlen(line) == 3999 && line[3899] == '1' && line[3998] == ' ');
    CHECK(tight == 14 && strcmp(line + 4500, "12345-abc") == 0);
    CHECK(counted == 5000);
    CHECK(large == 129999 && strlen(text + 10000) == 129999 && text[69999] == '1' && text[139998] == 'z');
    CHECK(unbounded == 1200 && strlen(text + 190000) == 1200 && text[191199] == '5');
    CHECK(number == 1500 && scanned == 2 && found == 1500 && strcmp(rest, "rest") == 0);
    return check_result("printing of long texts");
}

/*
 * What the simulator writes to GPUMP_SIM_STATISTICS: a line of names, then a line for each launch with the kernel's name
 * in its second column.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long field(const char *line, int number)
{
    for (; number > 0; number--)
        line = strchr(line, ',') + 1;
    return atol(line);
}

/* Gives each kernel's last launch in `found`, so many `columns` for each of so many `kernels`; 0 if there is no such file. */
static int read_statistics(const char *file, const char *const *names, int columns, const char *const *kernels, int count, long *found)
{
    char head[4096], line[4096];
    FILE *f = fopen(file, "r");
    if (!f || !fgets(head, sizeof head, f))
        return 0;
    while (fgets(line, sizeof line, f)) {
        const char *kernel = strchr(line, ',') + 1;
        for (int k = 0; k < count; k++) {
            const char *at = strstr(kernel, kernels[k]);
            if (!at || at - kernel > 5)
                continue;
            for (int i = 0; i < columns; i++) {
                int number = 0;
                for (const char *c = head; c < strstr(head, names[i]); c++)
                    number += *c == ',';
                found[k * columns + i] = field(line, number);
            }
        }
    }
    fclose(f);
    return 1;
}

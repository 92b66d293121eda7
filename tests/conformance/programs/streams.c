/*
 * fprintf and fputs in a region, to a stream that the program has opened before:
 * the host writes to it, also where the device does not reach the stream.
 *
 * environment: GPUMP_EMULATOR_PAGEABLE=0
 * environment: GPUMP_EMULATOR_PAGEABLE=1
 * cross: fprintf(stream, "%d\n", k) => fprintf(stream, "%d\n", k / 2)
 * cross: + (fputs("", log) < 0) => + (fputs("", log) >= 0)
 */
#include <stdio.h>
#include "check.h"

enum { LINES = 60 };

static int failures(FILE *log)
{
    int k, failures = 0;
#pragma omp parallel for reduction(+ : failures)
    for (k = 0; k < LINES; k++)
        failures += 0 + (fputs("", log) < 0);
    return failures;
}

int main(void)
{
    FILE *stream = tmpfile();
    int seen[LINES] = {0}, k, lines = 0;

    CHECK(stream != NULL);
    if (!stream)
        return check_result("streams");
#pragma omp parallel for
    for (k = 0; k < LINES; k++)
        fprintf(stream, "%d\n", k);
    rewind(stream);
    while (fscanf(stream, "%d", &k) == 1 && lines++ < LINES)
        seen[k % LINES]++;
    CHECK(lines == LINES);
    for (k = 0; k < LINES; k++)
        CHECK(seen[k] == 1);
    CHECK(failures(stream) == 0);
    fclose(stream);
    return check_result("streams");
}

/*
 * A region goes to and fro in a file, gives a character back, and removes a file.
 *
 * cross: fseek(file, 4, SEEK_SET) => fseek(file, 5, SEEK_SET)
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "check.h"

int main(void)
{
    char name[] = "/tmp/gpump-positions-XXXXXX";
    const int made = mkstemp(name);
    FILE *file = made < 0 ? NULL : fdopen(made, "w+");
    int fifth = 0, again = 0, behind = 0, last = 0, first = 0, found = -1, is_terminal = -1;
    int wrong = 0, removed = -1, removed_again = 0;
    long end = 0, there = 0;

    if (!file)
        return 1;
    #pragma omp parallel
    {
        #pragma omp single
        {
            fputs("0123456789\n", file);
            end = ftell(file);
            fseek(file, 4, SEEK_SET);
            fifth = fgetc(file);
            ungetc(fifth, file);
            again = fgetc(file);
            fseek(file, 2, SEEK_CUR);
            behind = fgetc(file);
            there = ftell(file);
            fseek(file, -2, SEEK_END);
            last = fgetc(file);
            wrong = fseek(file, -100, SEEK_SET) + fseek(file, 0, -1);
            rewind(file);
            first = fgetc(file);
            found = fileno(file);
            is_terminal = isatty(found);
            removed = remove(name);
            removed_again = remove(name);
        }
    }
    CHECK(end == 11);
    CHECK(fifth == '4' && again == '4');
    CHECK(behind == '7' && there == 8);
    CHECK(last == '9' && first == '0');
    CHECK(wrong == -2);
    CHECK(found == made && is_terminal == 0);
    CHECK(removed == 0 && removed_again == -1);
    fclose(file);
    return check_result("positions in files");
}

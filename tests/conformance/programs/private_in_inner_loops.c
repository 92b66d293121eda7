/*
 * A private variable (2.8.3.3) counts several loops of an iteration: one that adds up, which a group
 * of threads can share, and others.
 *
 * cross: private(j) reduction(+ : total) => private(j)
 */
#include "check.h"

enum { ROWS = 10, COLUMNS = 40 };

int main(void)
{
    int j, total = 0, x[COLUMNS], y[ROWS], z[ROWS], wrong = 0;

    for (j = 0; j < COLUMNS; j++)
        x[j] = j * 37 % 41;
#pragma omp parallel for private(j) reduction(+ : total)
    for (int i = 0; i < ROWS; i++) {
        int most = 0, sum = 0;

        for (j = 2; j < 5; j++)
            if (x[j + i] > most)
                most = x[j + i];
        for (j = 2; j < 5; j++)
            sum += most - x[j + i];
        y[i] = sum;
        total += 1;
    }
#pragma omp target teams distribute private(j)
    for (int i = 0; i < ROWS; i++) {
        int most = 0, sum = 0;

        for (j = 2; j < 5; j++)
            if (x[j + i] > most)
                most = x[j + i];
#pragma omp parallel for reduction(+ : sum)
        for (j = 2; j < 5; j++)
            sum += most - x[j + i];
        z[i] = sum;
    }
    for (int i = 0; i < ROWS; i++) {
        int most = 0, sum = 0;

        for (j = 2; j < 5; j++)
            most = x[j + i] > most ? x[j + i] : most;
        for (j = 2; j < 5; j++)
            sum += most - x[j + i];
        wrong += y[i] != sum || z[i] != sum;
    }
    CHECK(wrong == 0);
    CHECK(total == ROWS);
    return check_result("private variables of inner loops");
}

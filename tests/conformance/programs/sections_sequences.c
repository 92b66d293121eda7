/*
 * Sections of several statements, with and without a directive of their own (5.1, section 2.10.1).
 *
 * cross all: #pragma omp section
 */
#include "check.h"

static int runs[6];

static void orphaned(void)
{
#pragma omp sections
    {
#pragma omp section
#pragma omp atomic
        runs[4]++;
#pragma omp atomic
        runs[4]++;
#pragma omp section
        if (runs[0] < 0)
            runs[5] = 100;
        else
            runs[5] += 1;
        runs[5] += 2;
    }
}

int main(void)
{
    int last = 0, teams = 0;

#pragma omp parallel num_threads(4)
    {
#pragma omp sections
        {
#pragma omp atomic
            runs[0]++;
#pragma omp atomic
            runs[1] += 2;
#pragma omp section
            runs[2] += 3;
            for (int i = 0; i < 4; i++)
                runs[3] += runs[2];
        }
        orphaned();
#pragma omp single
        teams++;
    }
    CHECK(runs[0] == 1 && runs[1] == 2);
    CHECK(runs[2] == 3 && runs[3] == 12);
    CHECK(runs[4] == 2 && runs[5] == 3);
    CHECK(teams == 1);
#pragma omp parallel sections num_threads(2) lastprivate(last)
    {
        last = 1;
        last += 1;
#pragma omp section
        last = 5;
        last += 2;
    }
    CHECK(last == 7);
    return check_result("sections_sequences");
}

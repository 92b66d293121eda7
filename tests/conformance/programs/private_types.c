/*
 * private (2.8.3.3) on arrays, structures, unions, pointers, enumerations and
 * a typedef's variable.
 *
 * cross: private(row, grid)
 * cross: private(p, s)
 * cross: private(u, colour, name)
 */
#include <omp.h>
#include <string.h>
#include "check.h"

#define THREADS 4

enum colour { RED, GREEN, BLUE };
typedef char name_t[12];
struct sample {
    int count;
    double values[3];
    struct {
        float low, high;
    } range;
};
union bits {
    unsigned whole;
    unsigned char bytes[4];
};

int main(void)
{
    int row[5] = {9, 9, 9, 9, 9}, grid[2][3] = {{1, 1, 1}, {1, 1, 1}}, wrong = 0, k;
    struct sample s = {1, {1, 1, 1}, {0, 0}}, *p = &s;
    union bits u = {0x01010101u};
    enum colour colour = BLUE;
    name_t name = "original";

#pragma omp parallel private(row, grid) private(k) reduction(+ : wrong) num_threads(THREADS)
    {
        int me = omp_get_thread_num();

        for (k = 0; k < 5; k++)
            row[k] = me * k;
        for (k = 0; k < 6; k++)
            grid[k / 3][k % 3] = me + k;
#pragma omp barrier
        for (k = 0; k < 5; k++)
            wrong += row[k] != me * k;
        for (k = 0; k < 6; k++)
            wrong += grid[k / 3][k % 3] != me + k;
        wrong += sizeof row != 5 * sizeof(int) || sizeof grid[0] != 3 * sizeof(int);
    }
    CHECK(wrong == 0);
    CHECK(row[4] == 9 && grid[1][2] == 1);

#pragma omp parallel private(p, s) reduction(+ : wrong) num_threads(THREADS)
    {
        int me = omp_get_thread_num();

        s.count = me;
        s.range.high = me + 0.5f;
        s.values[2] = me * 2;
        p = &s;
#pragma omp barrier
        wrong += p->count != me || p->range.high != me + 0.5f || (*p).values[2] != 2 * me || p != &s;
    }
    CHECK(wrong == 0);
    CHECK(p == &s && s.count == 1 && s.values[2] == 1);

#pragma omp parallel private(u, colour, name) reduction(+ : wrong) num_threads(THREADS)
    {
        int me = omp_get_thread_num();

        u.whole = 0;
        u.bytes[me] = 1;
        colour = me % 2 ? RED : GREEN;
        strcpy(name, me % 2 ? "odd" : "even");
#pragma omp barrier
        wrong += u.bytes[me] != 1 || u.bytes[(me + 1) % 4] != 0;
        wrong += colour != (enum colour)(me % 2 ? RED : GREEN);
        wrong += strcmp(name, me % 2 ? "odd" : "even") != 0;
    }
    CHECK(wrong == 0);
    CHECK(u.whole == 0x01010101u && colour == BLUE && name[0] == 'o');
    return check_result("private types");
}

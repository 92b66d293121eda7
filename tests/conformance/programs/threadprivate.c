/*
 * threadprivate (2.8.2): each thread has a copy of its own, which begins with
 * the initial value and keeps what it has from region to region.
 *
 * cross: #pragma omp threadprivate
 */
#include <omp.h>
#include "check.h"

#define THREADS 4

static int counter = 10;
static double rates[3] = {0.5, 1.5, 2.5};
static struct {
    int id;
    const char *name;
} label = {-1, "new"};
static char *cursor;
static unsigned char small = 200;
#pragma omp threadprivate(counter)
#pragma omp threadprivate(rates, label)
#pragma omp threadprivate(cursor, small)

static char buffers[THREADS][8];

static void count(int times)
{
    while (times-- > 0)
        counter++;
}

int main(void)
{
    int sum = 0, wrong = 0;

#pragma omp parallel num_threads(THREADS) reduction(+ : wrong)
    {
        int me = omp_get_thread_num();

        wrong += counter != 10 || rates[2] != 2.5 || label.id != -1 || cursor != NULL || small != 200;
#pragma omp barrier
        count(me + 1);
        rates[1] = me;
        label.id = me;
        label.name = "used";
        cursor = buffers[me];
        *cursor++ = (char)('a' + me);
        small += (unsigned char)(30 * me);
    }
    CHECK(wrong == 0);

    /* the same threads in the next region */
#pragma omp parallel num_threads(THREADS) reduction(+ : sum, wrong)
    {
        int me = omp_get_thread_num();

        sum += counter;
        wrong += counter != 11 + me || rates[1] != me || rates[0] != 0.5;
        wrong += label.id != me || label.name[0] != 'u';
        *cursor++ = '!';
        wrong += cursor - buffers[me] != 2 || small != (unsigned char)(200 + 30 * me);
    }
    CHECK(sum == 11 + 12 + 13 + 14);
    CHECK(wrong == 0);
    CHECK(buffers[3][0] == 'd' && buffers[3][1] == '!');

    /* the serial part has the copy of thread 0 */
    CHECK(counter == 11 && label.id == 0 && cursor == buffers[0] + 2);
    counter = 77;
    sum = 0;
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    sum += counter;
    CHECK(sum == 77 + 12 + 13 + 14);
    return check_result("threadprivate");
}

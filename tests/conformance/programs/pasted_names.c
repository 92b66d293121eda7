/*
 * Names of the file's variables in arguments of macros that make text of what they stand for by then, or parts of names: also
 * of those that would lie in memory of the runtime's.
 *
 * cross: parallel for num_threads(4) reduction(+ : right) => parallel for num_threads(4) private(right)
 */
#include <string.h>
#include "check.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define IS(v, number) (strcmp(TEXT(v), #v) == 0 && (v) == (number))

static int table[1500], table_length = 3, counter;
static double other[1500];

static int wrong_of(int class)
{
    static int counter_of_calls = 3, counter_of_calls_end = 5;
    int wrong = 0;
#pragma omp parallel num_threads(1) reduction(+ : wrong)
    {
        wrong += !IS(counter_of_calls, 3) || !IS(class, 4) || JOIN(counter_of_calls, _end) != 5;
        counter_of_calls++;
    }
    return wrong + !IS(counter_of_calls, 4) + !IS(class, 4);
}

int main(void)
{
    int right = 0, i;
#pragma omp parallel for num_threads(4)
    for (i = 0; i < 1500; i++) {
        table[i] = 2 * i;
        other[i] = i / 2.0;
#pragma omp atomic
        counter += i % 2;
    }
    CHECK(IS(counter, 750) && IS(table[7], 14) && JOIN(table, _length) == 3);
#pragma omp parallel for num_threads(4) reduction(+ : right)
    for (i = 0; i < 1500; i++)
        right += IS(other[i], i / 2.0) && strcmp(TEXT(table[i]), "table[i]") == 0;
    CHECK(right == 1500);
    CHECK(wrong_of(4) == 0);
    return check_result("names in macros");
}

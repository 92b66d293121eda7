/*
 * Compound literals whose address is taken (C17 6.5.2.5): in a region of one statement, which has no block for the object, in
 * the head of a loop, in a called function.
 *
 * cross: &(int *){&one} => &(int *){&(int){2}}
 * cross: (int[]){1, 2, 3} => (int[]){1, 2, 4}
 * cross: &(struct pair){3, 4} => &(struct pair){3, 5}
 * cross: = &(int){9}; => = &(int){8};
 */
#include <stddef.h>
#include "check.h"

struct pair { int a, b; };

static int one = 1;

static int value(int **p)
{
    return **p;
}

static int is_null(int **p)
{
    return *p == NULL;
}

static int sum_of(const int *numbers, int count)
{
    int sum = 0;

    while (count-- > 0)
        sum += numbers[count];
    return sum;
}

static int sum_of_pair(const struct pair *pair)
{
    return pair->a + pair->b;
}

#define PAIR(...) ((struct pair){__VA_ARGS__})

static int in_function(void)
{
    int **p = &(int *){0}, *n = &(int){9};

    return is_null(p) + is_null(&(int *){NULL}) + *n;
}

int main(void)
{
    int i, sum = 0, alone = 0, nulls = 0, trips = 0, numbers = 0, *p;

#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < 10; i++)
        sum += value(&(int *){&one}) + sum_of((int[]){1, 2, 3}, 3) + in_function();
#pragma omp parallel num_threads(1)
    alone += sum_of_pair(&(struct pair){3, 4}) + sum_of_pair(&PAIR(2, 5));
#pragma omp parallel for reduction(+ : nulls)
    for (i = 0; i < 10; i++) {
        int **q = &(int *){0}, *const *r = &(int *const){0};
        nulls += is_null(q) + (*r == 0) + (*&(int *){0} == 0);
    }
#pragma omp parallel num_threads(1) private(p)
    for (p = &(int){3}; *p > 0; --*p)
        trips++;
#pragma omp parallel num_threads(1)
    if (*&(int){numbers + 1})
        numbers += *&(int){5};
    CHECK(sum == 10 * (1 + 6 + 11));
    CHECK(alone == 14);
    CHECK(nulls == 30);
    CHECK(trips == 3);
    CHECK(numbers == 5);
    return check_result("compound literals as objects");
}

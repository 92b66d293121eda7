/*
 * Types and constants of one name in blocks around a region: its kernel is one scope, which has those that the region sees.
 * regions: 3 of 7 on the device
 */
#include <stdio.h>

typedef int number;
struct pair { int first, second; } outer = {1, 2};

static int hidden_from_variables(void)
{
    int sum = 0;
    number list[3] = {1, 2, 3}, *at = list, one = 1;
    struct pair two = {3, 4};
    {
        typedef float number;
        #pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 3; i++) {
            number half = 0.5f;
            sum += at[i] + one + (int)(half * 2);
        }
    }
    {
        struct pair { int second, first; };
        #pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 3; i++) {
            struct pair own = {i, 100};
            sum += two.first * 10 + own.first;
        }
    }
    {
        struct pair { int second, first; } own = {5, 6};
        #pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 3; i++) {
            sum += outer.second + own.second;
        }
    }
    return sum;
}

static int hidden_from_all(void)
{
    int sum = 0;
    struct pair { int x; } a = {7};
    enum { RED = 1 };
    {
        struct pair { double y; char c; } b = {2.5, 'c'};
        enum { RED = 20, BLUE };
        typedef struct pair pair;
        #pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 4; i++) {
            pair own = b;
            sum += (int)(own.y * 2) + RED + BLUE + (int)sizeof(struct pair);
        }
    }
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++) {
        struct pair own = a;
        sum += own.x + RED;
    }
    {
        struct pair { double y; } b = {1.5};
        #pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 4; i++) {
            sum += a.x + (int)(2 * b.y);
        }
    }
    return sum;
}

int main(void)
{
    int sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++) {
        typedef double number;
        typedef struct pair { number of; } pair;
        typedef enum color { RED = 1, GREEN } color;
        struct pair own = {0.5};
        pair same = own;
        enum color one = GREEN;
        color other = one;
        sum += (int)(4 * same.of) + other;
    }
    printf("%d %d %d\n", hidden_from_variables(), hidden_from_all(), sum);
    return 0;
}

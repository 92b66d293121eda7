/* The definitions. */
#include "part.h"

inline void twice(int *to, int value) { *to = 2 * value; }

extern inline int next_of(int value);

/* A region of the file's own calls them, too. */
int sum_twice(void)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 8; i++) {
        int doubled;

        twice(&doubled, next_of(i));
        sum += doubled;
    }
    return sum;
}

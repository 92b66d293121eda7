/*
 * Statements in the expressions of clauses, as macros with values have them.
 * cuda alone: the thesis's dialect writes the expressions of clauses more than once
 */
#include <stdio.h>

#define LARGER(a, b) __extension__ ({ \
    __typeof__(a) a_ = (a), b_ = (b); \
    if (a_ < b_) a_ = b_; else b_ = a_; \
    a_; \
})
#define ROOT(n) ({ \
    int root = 0; \
    while (1) { if (root * root < (n)) { root++; continue; } break; } \
    do switch (root) { case 0: goto nothing; default: ; } while (0); \
    nothing: root; \
})

int main(void)
{
    int one = 1, count = 0;

    #pragma omp parallel num_threads(LARGER(one, 3)) reduction(+ : count)
    count++;
    printf("%d\n", count);

    #pragma omp parallel num_threads(ROOT(4)) reduction(+ : count)
    count++;
    printf("%d\n", count);
    return 0;
}

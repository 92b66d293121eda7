/* No directives, and C that is no C++. */
#include <stdio.h>
#include <stdlib.h>

#include "message.h"
#include "vector.h"

#if _OPENMP != 200505
#error "not OpenMP 2.5"
#endif

int main(void)
{
    vector *new = malloc(sizeof *new);
    *new = (vector){ .length = SIZE };
    fill(new, 2);
    printf(MESSAGE, sum_of_squares(new), norm(new), team);
    free(new);
    return square(2);
}

/* No directives, and C that is no C++. */
#include <stdio.h>
#include <stdlib.h>

#include "message.h"
#include "vector.h"

#if _OPENMP != 201511
#error "not OpenMP 4.5"
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

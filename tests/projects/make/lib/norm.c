#include <math.h>

#include "vector.h"

double norm(const vector *v)
{
    return sqrt(sum_of_squares(v));
}

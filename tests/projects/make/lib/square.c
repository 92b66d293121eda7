#include "vector.h"

#pragma gpump accessible
int square(int x)
{
    return x * x;
}

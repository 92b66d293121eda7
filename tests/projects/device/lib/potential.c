#include "energy.h"

double potential(double distance)
{
    return 1 / (1 + squared(distance));
}

#include "steps.h"
#include <stdio.h>

int twice_by(struct steps *steps, int value) { return steps->stored(value) + steps->stored(value); }

long outside(const int *value)
{
    FILE *file = popen("true", "r");
    if (!file)
        return 0;
    pclose(file);
    return *value;
}

#include "steps.h"
#include <stdio.h>

static int stored(int value)
{
    FILE *file = popen("true", "r");
    if (!file)
        return 0;
    pclose(file);
    return value;
}

static int (*current)(int value);

static int by_other(float value) { return current((int)value); }

static double plain(double value) { return value + 1; }

static int of_two(int *value, double factor) { return (int)(*value * factor); }

void choose(struct steps *steps)
{
    steps->stored = stored;
    steps->outside = outside;
    steps->plain = plain;
    steps->by_other = by_other;
    steps->of_one = stored;
    steps->of_two = of_two;
    current = stored;
}

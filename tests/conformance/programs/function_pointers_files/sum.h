#include <stdlib.h>

double twice(double x);
void add_to(double *const restrict place, double value);
double sum_of(double (*of)(double), int count);
void sort_all(int *numbers, size_t count, int (*order)(const void *, const void *));

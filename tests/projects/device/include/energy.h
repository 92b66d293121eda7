#ifndef ENERGY_H
#define ENERGY_H

struct particle {
    double x, y;
    struct particle *next;
};

double energy(const struct particle *particle);
double potential(double distance);
int next_even(int n);
void scale(double *values, int n, double factor);

static inline double squared(double x)
{
    return x * x;
}

#endif

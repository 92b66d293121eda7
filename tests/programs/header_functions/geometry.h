#ifndef GEOMETRY_H
#define GEOMETRY_H
#include <math.h>
#define SQUARE(x) ((x) * (x))
typedef struct { double x, y; } point;
enum { POINTS = 6 };
extern point points[POINTS];
static const double unit = 2.0;

#pragma gpump accessible
static inline double length(point p)
{
    /* Pythagoras */
    return sqrt(SQUARE(p.x) + SQUARE(p.y));
}

static inline double unused(double v)
{
    #pragma omp parallel
    {
        #pragma omp master
        v += 1;
    }
    return v;
}
#endif

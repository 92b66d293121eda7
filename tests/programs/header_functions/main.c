/*
 * What a region needs of the program's own header: types, data, macros, and a
 * function, whose form for the device is written into this file. What it does
 * not need may hold what gpump could not translate.
 * threads: 3
 */
#include <stdio.h>
#include "geometry.h"

point points[POINTS];

int main(void)
{
    int i;
    double far[POINTS];

    for (i = 0; i < POINTS; i++) {
        points[i].x = i;
        points[i].y = 2 * i;
    }
    #pragma omp parallel for
    for (i = 0; i < POINTS; i++)
        far[i] = unit * length(points[i]);
    for (i = 0; i < POINTS; i++)
        printf("%.3f\n", far[i]);
    return 0;
}

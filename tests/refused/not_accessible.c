/*
 * Functions that a region calls must be accessible (6.3): ours and the C
 * library's.
 * refused: 24 E0404 `twice` is called on the device, and is not accessible
 * refused: 33 E0404 `twice` is called on the device, and is not accessible
 * refused: 34 E0404 `elsewhere` is called on the device, and is not accessible
 * refused: 35 E0404 `rand` is called on the device, and is not there
 * refused: 36 E0404 `puts` is called on the device, and is not there
 * refused: 38 E0404 `exit` is called on the device, and is not there
 */
#include <stdio.h>
#include <stdlib.h>

static int twice(int x)
{
    return 2 * x;
}

int elsewhere(int x);

#pragma gpump accessible
int four_times(int x)
{
    return twice(twice(x));
}

void f(int *v)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < 4; i++) {
        v[i] = twice(i) + four_times(i);
        v[i] += elsewhere(i);
        v[i] += rand();
        puts("no");
        if (v[i] < 0)
            exit(1);
    }
}

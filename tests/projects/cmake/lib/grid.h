#ifndef GRID_H
#define GRID_H

#define CELLS 200

/* Its name is CUDA's as well. */
void saturate(int *cells, int limit);

#pragma gpump accessible
int moved(int cell, int steps);

#endif

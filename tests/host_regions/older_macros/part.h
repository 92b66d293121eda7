/* What gcc 12 does not read in a header. */
#ifndef PART_H
#define PART_H
#pragma omp begin declare target
static inline int twice(int x) { return 2 * x; }
#pragma omp end declare target
#pragma omp begin assumes no_openmp
static inline int thrice(int x) { return 3 * x; }
#pragma omp end assumes
#endif

/* Large arrays that one file defines and another declares. */
#ifndef FIELDS_H
#define FIELDS_H

#define N 48

extern double u[N][N];
extern int table[N * N];
extern long counts[2 * N * N];
extern const float coefficients[2000];

void fill(double *field);
void count(int times);

#endif

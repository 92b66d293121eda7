#ifndef VECTOR_H
#define VECTOR_H

#include "size.h"

typedef struct {
    int length;
    int data[SIZE];
} vector;

/* In src. */
void fill(vector *v, int factor);

/* In lib. */
#pragma gpump accessible
int square(int x);
long sum_of_squares(const vector *v);
double norm(const vector *v);

extern int team;

#endif

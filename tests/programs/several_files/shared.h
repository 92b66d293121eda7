#ifndef SHARED_H
#define SHARED_H

#define FIELD 50

void set_all(double value);
void scale(double *v, int n, double by);
double total(void);

#endif

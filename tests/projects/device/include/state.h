#ifndef STATE_H
#define STATE_H

extern int calls;
#pragma omp threadprivate(calls)

int forget(void);
extern double total;

#endif

/* What the two files share. */
#ifndef PART_H
#define PART_H

#ifdef _OPENMP
#define WITH(openmp, other) openmp
#else
#define WITH(openmp, other) other
#endif

int plain(int x);
int elsewhere(int x);

#endif

/* A type with the operator that unites its values. */
#ifndef INTERVAL_H
#define INTERVAL_H

struct interval {
    double low, high;
};

void unite(struct interval *all, const struct interval *other);

static inline struct interval nothing(void)
{
    struct interval none = {1e300, -1e300};
    return none;
}

#pragma omp declare reduction(united : struct interval : unite(&omp_out, &omp_in)) initializer(omp_priv = nothing())

#endif

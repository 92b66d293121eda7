/*
 * The locks of omp.h, which includes this once for each side that has it: without a guard.
 */
typedef struct {
    unsigned int owner; /* its number, plus 1; 0: nobody */
} omp_lock_t;

typedef struct {
    unsigned int owner;
    int count;
} omp_nest_lock_t;

/* The threadprivate variables, one defined in each file. */
extern int shared_seed, history[2];
#pragma omp threadprivate(shared_seed)
#pragma omp threadprivate(history)

int advance(int by);

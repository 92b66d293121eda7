/* omp_get_max_threads and omp_get_num_procs in a program that has regions on both sides. */
// TEST: alone openmp

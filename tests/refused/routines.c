/*
 * The library routines that are left out (8.3).
 * refused: 26 E0401 `omp_set_num_threads` is not translated | left it out
 * refused: 27 E0401 `omp_set_dynamic` is not translated | left it out
 * refused: 28 E0401 `omp_set_nested` is not translated | left it out
 * refused: 28 E0401 `omp_get_nested` is not translated | left it out
 * refused: 29 E0401 `omp_get_dynamic` is not translated | left it out
 * refused: 31 E0401 `omp_init_lock` is not translated | left out
 * refused: 32 E0401 `omp_set_lock` is not translated | left out
 * refused: 33 E0401 `omp_unset_lock` is not translated | left out
 * refused: 34 E0401 `omp_destroy_lock` is not translated | left out
 * refused: 35 E0401 `omp_init_nest_lock` is not translated | left out
 * refused: 36 E0401 `omp_set_nest_lock` is not translated | left out
 * refused: 37 E0401 `omp_test_nest_lock` is not translated | left out
 * refused: 38 E0401 `omp_unset_nest_lock` is not translated | left out
 * refused: 39 E0401 `omp_destroy_nest_lock` is not translated | left out
 * refused: 40 E0401 `omp_get_wtick` is not translated | left it out
 */
#include <omp.h>

omp_lock_t lock;
omp_nest_lock_t nest;

double f(void)
{
    omp_set_num_threads(4);
    omp_set_dynamic(0);
    omp_set_nested(omp_get_nested());
    if (omp_get_dynamic())
        return 0;
    omp_init_lock(&lock);
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
    omp_init_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    omp_test_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    omp_destroy_nest_lock(&nest);
    return omp_get_wtick();
}

/*
 * malloc and its kin in translated files: the calls, and pointers to the functions, mean the heap that host and device
 * share (memory.h). The first thing that the host's text of a translated file includes; other objects of the program
 * are not touched.
 *
 * rand and its kin are there for the same reason: a seed that the serial part sets holds in regions (host_random.h).
 *
 * The pragma changes the name that the linker sees, whatever declares the function, also a declaration without a
 * prototype in an old program. gcc and clang have it. A program's own function of such a name is renamed, too, and is
 * then the one that the linker takes, for the runtime's are weak.
 */
#ifndef GPUMP_TAKEOVER_H
#define GPUMP_TAKEOVER_H

#pragma redefine_extname malloc gpump_heap_malloc
#pragma redefine_extname calloc gpump_heap_calloc
#pragma redefine_extname realloc gpump_heap_realloc
#pragma redefine_extname free gpump_heap_free
#pragma redefine_extname cfree gpump_heap_free
#pragma redefine_extname strdup gpump_heap_strdup
#pragma redefine_extname strndup gpump_heap_strndup
#pragma redefine_extname aligned_alloc gpump_heap_aligned_alloc
#pragma redefine_extname memalign gpump_heap_memalign
#pragma redefine_extname posix_memalign gpump_heap_posix_memalign
#pragma redefine_extname getline gpump_heap_getline
#pragma redefine_extname getdelim gpump_heap_getdelim

#pragma redefine_extname rand gpump_host_rand
#pragma redefine_extname srand gpump_host_srand
#pragma redefine_extname random gpump_host_random
#pragma redefine_extname srandom gpump_host_srandom
#pragma redefine_extname drand48 gpump_host_drand48
#pragma redefine_extname lrand48 gpump_host_lrand48
#pragma redefine_extname mrand48 gpump_host_mrand48
#pragma redefine_extname srand48 gpump_host_srand48

/* The routines of OpenMP (settings.h). */
#pragma redefine_extname omp_set_num_threads gpump_omp_set_num_threads
#pragma redefine_extname omp_get_num_threads gpump_omp_get_num_threads
#pragma redefine_extname omp_get_max_threads gpump_omp_get_max_threads
#pragma redefine_extname omp_get_thread_num gpump_omp_get_thread_num
#pragma redefine_extname omp_get_num_procs gpump_omp_get_num_procs
#pragma redefine_extname omp_in_parallel gpump_omp_in_parallel
#pragma redefine_extname omp_set_dynamic gpump_omp_set_dynamic
#pragma redefine_extname omp_get_dynamic gpump_omp_get_dynamic
#pragma redefine_extname omp_set_nested gpump_omp_set_nested
#pragma redefine_extname omp_get_nested gpump_omp_get_nested
#pragma redefine_extname omp_init_lock gpump_omp_init_lock
#pragma redefine_extname omp_destroy_lock gpump_omp_destroy_lock
#pragma redefine_extname omp_test_lock gpump_omp_test_lock
#pragma redefine_extname omp_set_lock gpump_omp_set_lock
#pragma redefine_extname omp_unset_lock gpump_omp_unset_lock
#pragma redefine_extname omp_init_nest_lock gpump_omp_init_nest_lock
#pragma redefine_extname omp_destroy_nest_lock gpump_omp_destroy_nest_lock
#pragma redefine_extname omp_test_nest_lock gpump_omp_test_nest_lock
#pragma redefine_extname omp_set_nest_lock gpump_omp_set_nest_lock
#pragma redefine_extname omp_unset_nest_lock gpump_omp_unset_nest_lock
#pragma redefine_extname omp_get_wtime gpump_omp_get_wtime
#pragma redefine_extname omp_get_wtick gpump_omp_get_wtick

/*
 * A file that declares one of them nowhere has the type from its compiler, in old C; which is told here to know nothing of them.
 * The file's compilation defines GPUMP_DECLARES_malloc then.
 */
#ifdef GPUMP_DECLARES_malloc
void *malloc(__SIZE_TYPE__);
#endif
#ifdef GPUMP_DECLARES_calloc
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
#endif
#ifdef GPUMP_DECLARES_realloc
void *realloc(void *, __SIZE_TYPE__);
#endif
#ifdef GPUMP_DECLARES_free
void free(void *);
#endif
#ifdef GPUMP_DECLARES_aligned_alloc
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
#endif
#ifdef GPUMP_DECLARES_posix_memalign
int posix_memalign(void **, __SIZE_TYPE__, __SIZE_TYPE__);
#endif
#ifdef GPUMP_DECLARES_strdup
char *strdup(const char *);
#endif
#ifdef GPUMP_DECLARES_strndup
char *strndup(const char *, __SIZE_TYPE__);
#endif

/* The names that the thesis's dialect has for them. */
#pragma redefine_extname gpump_malloc gpump_heap_malloc
#pragma redefine_extname gpump_calloc gpump_heap_calloc
#pragma redefine_extname gpump_realloc gpump_heap_realloc
#pragma redefine_extname gpump_free gpump_heap_free

#endif

/*
 * gpump's runtime: what a translated program sees of it.
 *
 * A parallel region of the source has become, in the translated program,
 *
 *     gpump_copy_to_device      the region's variables, and what their pointers reach, go to the device
 *     cudaMalloc, cudaMemcpy    room for the region's parameter structure there
 *     kernel<<<...>>>           the region itself
 *     cudaThreadSynchronize     OpenMP's region ends when all of it has ended
 *     cudaMemcpy                the parameter structure comes back
 *     gpump_copy_from_device    and so do the variables, and what their pointers reached
 *
 * (thesis, 8.1 and Appendix D). The program includes, in this order, cutil.h, this header, gpump.cu (the
 * host's side) and gpump_utils.cu (the device's side). All of it is source, so there is no library to link,
 * and several files of one program may include it.
 *
 * Generated code looks at no return value and hands no names over. The calls above are therefore macros
 * here: each notes where it stands and what it says, and a failure is told in the words of the source
 * (gpump_report.h). A failure ends the program with the status GPUMP_STATUS.
 */
#ifndef GPUMP_ALL_H
#define GPUMP_ALL_H

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cutil.h>

/* ---- C that a C++ compiler is given ------------------------------------------------------- */

/* The version of OpenMP that is translated: 2.5 (specification, 2.2). */
#ifndef _OPENMP
#define _OPENMP 200505
#endif

/* nvcc and the emulator read the program as C++. */
#define restrict __restrict__
#define register
#define _Bool bool

/* A generated kernel declares variables that it may not use (`gpump_temp`, a private variable that only
   its region's clause mentions). No one should have to read warnings about that: 177 is "declared but
   never referenced", 550 "set but never used". */
#if defined(__CUDACC__)
#pragma nv_diag_suppress 177
#pragma nv_diag_suppress 550
#pragma nv_diag_suppress 2464 /* "text" for a char *, which C allows */
#endif
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#endif

/* ---- Data ---------------------------------------------------------------------------------- */

/* The exit status of a program that the runtime stops. */
#define GPUMP_STATUS 70

/* The data-sharing attributes of a variable in a region (thesis, 8.2.5), as flags: what a region shares, a
   loop in it may make private. */
enum gpump_data_clause_t {
    GPUMP_PRIVATE = 1,
    GPUMP_FIRSTPRIVATE = 2,
    GPUMP_LASTPRIVATE = 4,
    GPUMP_SHARED = 8,
    GPUMP_REDUCTION_ADD = 16
};

#define GPUMP_MAX_EXTENTS 17

/* One variable of a region: where it lives, and what the translator knows of its type (8.4.1). */
typedef struct {
    const volatile void *member;     /* its place in the host's copy of the parameter structure */
    void **twin;                     /* where the kernel leaves the place's device address */
    const volatile void *host;       /* the variable itself */
    size_t size;                     /* of the variable, in bytes */
    size_t base_size;                /* of its base type, e.g. of float for `float *p[3]` */
    int extents[GPUMP_MAX_EXTENTS];  /* of an array's dimensions, ended by -1 */
    int pointer_level;               /* 0 for a value, 1 for a pointer to values, ... */
    int data_clause;                 /* gpump_data_clause_t, or-ed */
} gpump_copy_config_t;

/* A call in the translated program, for messages. */
typedef struct {
    const char *name;      /* of the function called */
    const char *arguments; /* as they are written */
    const char *file;
    int line;
    const char *function; /* in which the call stands */
    const char *text;     /* the file that was compiled: its #line may name another */
} gpump_call_t;

/* What the allocation functions return. In C a void pointer becomes any other without a cast; in C++ it
   takes a type that does. */
struct gpump_memory_t {
    void *address;
    template <class T> operator T *() const { return static_cast<T *>(address); }
};

/* A lock holds the number of the thread that has it (8.3.2). */
typedef int gpump_lock_t;
#define GPUMP_UNLOCKED (-1)
#define GPUMP_INIT (-2) /* of no use: not yet initialised, or destroyed */

/* Memory that is listed need not have been written yet. */
#if defined(__GNUC__) && __GNUC__ >= 11
#define GPUMP_ADDRESS_ONLY(parameter) __attribute__((access(none, parameter)))
#else
#define GPUMP_ADDRESS_ONLY(parameter)
#endif

/* ---- Moving data (8.4.1), and the list of accessible memory (8.4.2, 8.4.3) ------------------- */

inline void gpump_copy_to_device_at(gpump_call_t call, gpump_copy_config_t *table, size_t count);
inline void gpump_copy_from_device_at(gpump_call_t call, gpump_copy_config_t *table, size_t count);
inline void gpump_alloc_list_add_at(gpump_call_t call, const volatile void *address, size_t size) GPUMP_ADDRESS_ONLY(2);
inline void gpump_alloc_list_remove_at(gpump_call_t call, const volatile void *address);
inline gpump_memory_t gpump_malloc_at(gpump_call_t call, size_t size);
inline gpump_memory_t gpump_calloc_at(gpump_call_t call, size_t count, size_t size);
inline gpump_memory_t gpump_realloc_at(gpump_call_t call, void *address, size_t size);
inline void gpump_free_at(gpump_call_t call, void *address);

/* ---- CUDA calls, checked --------------------------------------------------------------------- */

inline cudaError_t gpump_cuda_malloc_at(gpump_call_t call, void **pointer, size_t size);
inline cudaError_t gpump_cuda_memcpy_at(gpump_call_t call, void *to, const void *from, size_t size,
                                        cudaMemcpyKind kind);
inline cudaError_t gpump_cuda_synchronize_at(gpump_call_t call);

/* ---- The team's size (8.1.2), and the library routines (8.3) -----------------------------------

   The routines' device forms, named with _d, are in gpump_utils.cu. */

inline int gpump_utils_get_num_blocks_at(gpump_call_t call);
inline int gpump_utils_get_num_blocks_at(gpump_call_t call, int num_threads);
inline int gpump_utils_get_threads_per_block_at(gpump_call_t call);
inline int gpump_utils_get_threads_per_block_at(gpump_call_t call, int num_threads);
inline int gpump_get_max_threads_at(gpump_call_t call);
inline int gpump_get_num_procs_at(gpump_call_t call);

inline int gpump_get_num_threads();
inline int gpump_get_thread_num();
inline int gpump_in_parallel();
inline int gpump_is_master();
inline void gpump_barrier();
inline int gpump_test_lock(gpump_lock_t *lock);
inline double gpump_get_wtime();

/* ---- The names that the program uses ----------------------------------------------------------- */

/* `arguments` comes as a string, from where they are still as the author typed them. */
#define GPUMP_CALL(name, arguments) (gpump_call_t{#name, arguments, __FILE__, __LINE__, __func__, __BASE_FILE__})

#define gpump_copy_to_device(...) \
    gpump_copy_to_device_at(GPUMP_CALL(gpump_copy_to_device, #__VA_ARGS__), __VA_ARGS__)
#define gpump_copy_from_device(...) \
    gpump_copy_from_device_at(GPUMP_CALL(gpump_copy_from_device, #__VA_ARGS__), __VA_ARGS__)
#define gpump_alloc_list_add(...) \
    gpump_alloc_list_add_at(GPUMP_CALL(gpump_alloc_list_add, #__VA_ARGS__), __VA_ARGS__)
#define gpump_alloc_list_remove(...) \
    gpump_alloc_list_remove_at(GPUMP_CALL(gpump_alloc_list_remove, #__VA_ARGS__), __VA_ARGS__)
#define gpump_malloc(...) gpump_malloc_at(GPUMP_CALL(gpump_malloc, #__VA_ARGS__), __VA_ARGS__)
#define gpump_calloc(...) gpump_calloc_at(GPUMP_CALL(gpump_calloc, #__VA_ARGS__), __VA_ARGS__)
#define gpump_realloc(...) gpump_realloc_at(GPUMP_CALL(gpump_realloc, #__VA_ARGS__), __VA_ARGS__)
#define gpump_free(...) gpump_free_at(GPUMP_CALL(gpump_free, #__VA_ARGS__), __VA_ARGS__)

/* In the runtime itself CUDA's own functions are meant: (cudaMalloc)(...) is no macro call. */
#define cudaMalloc(...) gpump_cuda_malloc_at(GPUMP_CALL(cudaMalloc, #__VA_ARGS__), __VA_ARGS__)
#define cudaMemcpy(...) gpump_cuda_memcpy_at(GPUMP_CALL(cudaMemcpy, #__VA_ARGS__), __VA_ARGS__)
#define cudaThreadSynchronize() gpump_cuda_synchronize_at(GPUMP_CALL(cudaThreadSynchronize, ""))

/* `, ##` drops the comma where num_threads was not given. */
#define gpump_utils_get_num_blocks(...) \
    gpump_utils_get_num_blocks_at(GPUMP_CALL(gpump_utils_get_num_blocks, #__VA_ARGS__), ##__VA_ARGS__)
#define gpump_utils_get_threads_per_block(...) \
    gpump_utils_get_threads_per_block_at(GPUMP_CALL(gpump_utils_get_threads_per_block, #__VA_ARGS__), ##__VA_ARGS__)
#define gpump_get_max_threads() gpump_get_max_threads_at(GPUMP_CALL(gpump_get_max_threads, ""))
#define gpump_get_num_procs() gpump_get_num_procs_at(GPUMP_CALL(gpump_get_num_procs, ""))

#endif

/*
 * What the host's text of a translated program calls. It is C, and C++ too.
 *
 *     #pragma omp parallel for reduction(+:sum) if(n > 100) num_threads(4)
 *     for (i = 0; i < n; i++)
 *         sum += a[i];
 *
 * becomes, the region's own text left where it was,
 *
 *     {
 *         struct { double *sum; const double *a; int n; } shared = {&sum, a, n};
 *         if (!gpump_parallel(&f_parallel0_region, n > 100, 4, &shared))
 *             for (i = 0; i < n; i++)
 *                 sum += a[i];
 *     }
 *
 * gpump_parallel runs the region on the device and returns 1 when it has ended. It returns 0, and has done
 * nothing, when the region is to be run here: when the condition is false, when this machine has no
 * device, or in a region that the host's threads run. What stands in the else branch is the author's text.
 *
 * What the runtime needs to know of the region stands in f_parallel0_region, which the device's text defines (describe.h).
 */
#ifndef GPUMP_H
#define GPUMP_H

/* A program may give the names of C's headers to things of its own. */
typedef __SIZE_TYPE__ gpump_size_t;

#include "layout.h"
#include "team.h"

/* The pragmas of the program's headers stand there still. They have been read. */
#if defined(__GNUC__) && !defined(__cplusplus)
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif

/* Conditions of the program's ask for it; the compiler of the host's text knows nothing of OpenMP. */
#ifndef _OPENMP
#define _OPENMP 201511
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The exit status of a program that the runtime stops. */
#define GPUMP_STATUS 70

/* What is added to a program or a library is its own: the loader is not to take one's for the other's. What they share is the
   runtime. */
#define GPUMP_HIDDEN __attribute__((visibility("hidden")))

/* What lies on pages of the runtime's own (own_pages.h). */
#define GPUMP_ON_OWN_PAGES __attribute__((section("gpump_own_pages")))

/* A region, which the device's text describes (region.h). C does not look into it, but the type is complete: a function that
   declare target names, or that a target region calls, may only use what could be mapped. */
#ifdef __cplusplus
typedef struct gpump_region_t gpump_region_t;
#else
typedef struct __attribute__((may_alias)) gpump_region_t { char opaque; } gpump_region_t;
#endif

/* `condition` is that of the if clause, or 1; `num_threads` that of the num_threads clause, or 0 where there is none.
   `arguments` is the region's argument structure, which is copied; structures that it has room for are copied into it before. */
int gpump_parallel(gpump_region_t *region, int condition, int num_threads, void *arguments);

/* Something that has to be done once there is a device (data.h). */
typedef struct gpump_registration_t {
    void (*prepare)(struct gpump_registration_t *entry);
    const void *host; /* the variable, the function */
    gpump_size_t size;      /* of the variable; 0 for a function */
    int error;        /* a cudaError_t */
    const void *function; /* a function's address on the device */
    const void *image;    /* whose device code it belongs to (region.h) */
    gpump_threadprivate_t threadprivate;
    void *initial;    /* a threadprivate variable's first value */
    unsigned int copies;
    int is_prepared;
    struct gpump_registration_t *next;
} gpump_registration_t;

void gpump_register(gpump_registration_t *entry, int is_threadprivate);

/* Before main: the program has this region for the device. */
int gpump_know(gpump_region_t *region);

#ifdef __cplusplus
/* Before main: a file takes the address of this function (region.h). */
int gpump_address(struct gpump_addressed_t *function);
#endif

/* Before main: a function that regions of other files may call asks which thread runs it. */
int gpump_functions_ask_for_threads(void);

#ifndef __cplusplus
/* What programs for the thesis's dialect allocate with: malloc and its kin (takeover.h). */
void *gpump_malloc(gpump_size_t size);
void *gpump_calloc(gpump_size_t count, gpump_size_t size);
void *gpump_realloc(void *block, gpump_size_t size);
void gpump_free(void *block);
#endif

/* Zeroed memory for a variable that would lie in the program's static data. Without memory the program ends. */
void *gpump_static_memory(gpump_size_t size);
/* The same with the bytes of what is its initialiser. */
void *gpump_static_copy(const void *image, gpump_size_t size);
/* Calls a function that gives variables such memory. Before main it is called once more when main begins (early.h). */
void gpump_put_into_heap(void (*variables)(void));

/* The device is to reach this memory: a variable of the thread that calls, of which each thread of the host has one. It may be called
   before main (reach.h). */
void gpump_reach(const void *address, gpump_size_t size);

/* `error at(execution)` (OpenMP 5.2, 8.5): tells the message, which may be null, and ends the program if it is fatal. */
void gpump_error_directive(int is_fatal, const char *message);

/* True when there is a device that regions run on: not before main. */
int gpump_has_device(void);

#ifdef __cplusplus
}
#endif

#endif

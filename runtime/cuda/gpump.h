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
 *         if (!gpump_parallel(&f_parallel0, n > 100, 4, &shared))
 *             for (i = 0; i < n; i++)
 *                 sum += a[i];
 *     }
 *
 * gpump_parallel runs the region on the device and returns 1 when it has ended. It returns 0, and has done
 * nothing, when the region is to be run here, by a team of one: when the condition is false, or this machine has no
 * device. What stands in the else branch is the author's text.
 *
 * What a region needs to know of itself stands in f_parallel0, which the device's text defines with GPUMP_REGION
 * (region.h).
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
#define _OPENMP 200505
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The exit status of a program that the runtime stops. */
#define GPUMP_STATUS 70

#define GPUMP_BLOCK_SIZES 9

/* What is added to a program or a library is its own: the loader is not to take one's for the other's. What they share is the
   runtime. */
#define GPUMP_HIDDEN __attribute__((visibility("hidden")))

/* What lies on pages of the runtime's own (own_pages.h). */
#define GPUMP_ON_OWN_PAGES __attribute__((section("gpump_own_pages")))

/* C++ warns of a member that an initialiser leaves out. */
#ifdef __cplusplus
#define GPUMP_IS_ZERO = 0
#else
#define GPUMP_IS_ZERO
#endif

/* A pointer among a region's arguments, for messages, and to move what it points to beforehand (prefetch.h). */
typedef struct {
    const char *name;
    gpump_size_t offset;
    gpump_size_t size GPUMP_IS_ZERO; /* of the object that it points to, or of its first element; 0 where nobody knows */
} gpump_pointer_t;

/* Something else that a region uses: a variable of the host's, whose address is in a table. */
typedef struct {
    const void *const *entry;
    gpump_size_t size;
} gpump_object_t;

/* What a kernel is launched with, by dimension. `together`: all blocks have to run at once. */
typedef struct {
    unsigned int blocks[3], threads[3];
    unsigned int shared_bytes;
    int together;
} gpump_grid_t;

/* The iterations of a region that is nothing but a loop, or loops that are shared out together, the innermost first. */
typedef struct {
    unsigned long long counts[3];
    unsigned int loops;      /* so many of them */
    unsigned int group_size; /* no more threads than these run one iteration */
} gpump_iterations_t;

/* Two pointers among a region's arguments, by their offsets: what is written through the first is to be no part of what the
   second leads to (gpump_apart in nests.h). */
typedef struct {
    gpump_size_t written, other;
} gpump_apart_t;

/* A pointer among a region's arguments to a structure that the region only reads, and the place for a copy, by their offsets. */
typedef struct {
    gpump_size_t pointer, copy, size;
} gpump_structure_t;

typedef struct gpump_region_t {
    const char *name; /* the kernel's */
    const char *file; /* where the pragma stands */
    int line;
    const gpump_pointer_t *pointers; /* ended by one without a name */
    /* The next three wrap CUDA's calls, which need the kernel's type. */
    int (*launch)(const gpump_grid_t *grid, gpump_team_t *team, const void *arguments);
    int (*occupancy)(int *blocks_per_multiprocessor, int threads, gpump_size_t shared_bytes);
    int (*attributes)(int *max_threads_per_block);
    /* The runtime's own notes: how many threads of this kernel the device holds at once, in blocks of 32,
       64, ..., 1024 (the emulator: of 4, 8, ...). */
    unsigned int holds[GPUMP_BLOCK_SIZES];
    unsigned int default_block; /* 0 until asked */
    int warned;
    /* What the device's text may say in addition (region.h). */
    const gpump_object_t *objects; /* ended by one without an entry; or null */
    int is_independent;            /* no thread of the region waits for one of another block */
    int touches_little;            /* of what it is given; the runtime's note (prefetch.h) */
    int is_lean;                   /* its threads ask nothing of their team (lean.h) */
    int results;                   /* a lean region's reductions */
    /* Where nobody can tell how many threads a lean region has: how much there is to do. Or null. */
    gpump_iterations_t (*iterations)(const void *arguments);
    const gpump_apart_t *apart; /* what the host may find out beforehand; or null */
    unsigned int aparts;
    const gpump_structure_t *structures; /* that it is given copies of; or null */
    unsigned int structure_count;
    int is_anonymous;           /* nobody can tell how large its team is */
    /* The runtime's notes of such a region: how many threads its longest loop had something to do for, or 0; the same of its
       last runs, and how many these are. */
    unsigned long long busy, recent;
    unsigned int runs;
    /* A region of several kernels is these, one after the other, and has none of its own. Ended by null; or null. */
    struct gpump_region_t *const *parts;
    /* As `launch`, where the grid covers the region's loops and all that gpump_apart asks is so (covered.h). Or null. */
    int (*launch_covered)(const gpump_grid_t *grid, gpump_team_t *team, const void *arguments);
    /* A gpump_shown_t: can the program tell how large the team is? (shape.h) */
    int shows_team GPUMP_IS_ZERO;
} gpump_region_t;

enum gpump_shown_t { GPUMP_NOT_SHOWN, GPUMP_SHOWN_BY_OTHERS, GPUMP_SHOWN };

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
    gpump_threadprivate_t threadprivate;
    void *initial;    /* a threadprivate variable's first value */
    unsigned int copies;
    int is_prepared;
    struct gpump_registration_t *next;
} gpump_registration_t;

void gpump_register(gpump_registration_t *entry, int is_threadprivate);

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

/* True when there is a device that regions run on: not before main. */
int gpump_has_device(void);

#ifdef __cplusplus
}
#endif

#endif

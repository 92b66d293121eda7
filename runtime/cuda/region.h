/*
 * A region as the runtime knows it: its descriptor. The device's text defines one for each region, and names the members that are not
 * as they are by default (describe.h). The host's text declares it and hands it to gpump_parallel.
 */
#ifndef GPUMP_CUDA_REGION_H
#define GPUMP_CUDA_REGION_H

#include "gpump.h"

#include <initializer_list>
#include <stddef.h>

#define GPUMP_BLOCK_SIZES 9

/* A pointer among a region's arguments, for messages, and to move what it points to beforehand (prefetch.h). */
struct gpump_pointer_t {
    const char *name;
    size_t offset;
    size_t size; /* of the object that it points to, or of its first element; 0 where nobody knows */
    bool is_const; /* it says that it is not for writing */
};

/* Something else that a region uses: a variable of the host's, whose address is in a table. */
struct gpump_object_t {
    const void *const *entry;
    size_t size;
};

/* A function of another file that a region or a function calls: `offer` is null if no file has it for the device. */
struct gpump_need_t {
    const char *name;
    struct gpump_offer_t *offer;
};

/* A call through a pointer: the shape of the pointer's type (Types::call_shape in src/c), and the file, whose own functions the translator
   has looked at. */
struct gpump_shape_t {
    const char *text;
    const void *unit;
};

/* A function that has a version for the device, with those of other files that it calls, directly or through others of its file, and its
   calls through pointers. */
struct gpump_offer_t {
    std::initializer_list<gpump_need_t> needs = {};
    std::initializer_list<gpump_shape_t> pointed = {};
};

/* A function whose address a file takes, and that needs something. One that the device does not have at all needs itself; then `unit` says
   whose own regions need not ask. */
struct gpump_addressed_t {
    const char *shape;
    gpump_offer_t function;
    const void *unit;
    const void *host; /* the address, where another file has the function */
    const void *image;
    gpump_addressed_t *next;
};

/* Two pointers among a region's arguments, by their offsets: what is written through the first is to be no part of what the
   second leads to (gpump_apart in nests.h). */
struct gpump_apart_t {
    size_t written, other;
};

/* A pointer among a region's arguments to a structure that the region only reads, and the place for a copy, by their offsets. */
struct gpump_structure_t {
    size_t pointer, copy, size;
};

/* What a kernel is launched with, by dimension. `together`: all blocks have to run at once. */
struct gpump_grid_t {
    unsigned int blocks[3], threads[3];
    unsigned int shared_bytes;
    int together;
};

/* The iterations of a region that is nothing but a loop, or loops that are shared out together, the innermost first. */
struct gpump_iterations_t {
    unsigned long long counts[3];
    unsigned int loops;      /* so many of them */
    unsigned int group_size; /* no more threads than these run one iteration */
};

/* CUDA's calls, which need the kernel's type; 0, or a cudaError_t. */
struct gpump_kernel_t {
    int (*launch)(const gpump_region_t *region, const gpump_grid_t *grid, gpump_team_t *team, const void *arguments);
    int (*occupancy)(int *blocks_per_multiprocessor, int threads, size_t shared_bytes);
    int (*attributes)(int *max_threads_per_block);
};

/* Can the program tell how large a region's team is? */
enum gpump_shown_t { GPUMP_NOT_SHOWN, GPUMP_SHOWN_BY_OTHERS, GPUMP_SHOWN };

/* The program or the shared library that a file is linked into (Itanium C++ ABI, 3.3.6: each has such an object). */
extern "C" GPUMP_HIDDEN void *__dso_handle;
#define GPUMP_IMAGE (&__dso_handle)

struct gpump_region_t {
    const char *name; /* the kernel's, or what the kernels of its parts are named after */
    /* Where the pragma stands. */
    const char *file = nullptr;
    int line = 0;

    const void *image = GPUMP_IMAGE;
    gpump_kernel_t kernel = {};
    /* The form of the kernel for grids that cover the region's loops, of which the host counts the iterations exactly (covered.h). */
    gpump_kernel_t covered = {};

    /* Its threads ask nothing of their team but how many they are (bare.h). */
    bool is_bare = false;
    /* How many reductions a bare region has. */
    unsigned int reductions = 0;
    /* No thread waits for one of another block: the region has no barrier, also none that a work-sharing construct implies, no
       dynamic, guided or ordered loop, no more than GPUMP_WORKS reductions, and calls no function that has any of these. Locks do
       no harm. It is launched without the promise that all blocks run at once. */
    bool is_independent = false;
    /* It has regions within, which are teams of one on the device. Where the program lets more levels be active it runs on the host. */
    bool has_nested = false;
    /* It has some, and cannot run on the host: in a single file, or where it sees threadprivate variables. A warning says so then. */
    bool has_serial = false;
    /* It has `cancel`, or a cancellation point. Where cancellation is active it runs on the host. */
    bool may_be_cancelled = false;
    /* Nobody can tell how many threads its team has: it asks for no thread's number, and outside of what its team shares out nothing
       is done that others see. Where the program names no size the host gives it as many threads as its longest loop could use the
       last time (shape.h). */
    bool is_team_agnostic = false;
    /* The program can tell: it asks for a thread's number or how many there are, has threadprivate variables, or leaves a trace of each
       thread. The team is no larger than omp_get_max_threads has said (shape.h). GPUMP_SHOWN_BY_OTHERS where only functions of other
       files, or those called through pointers, might do so; if any do, GPUMP_FUNCTIONS_ASK_FOR_THREADS stands in the file that has
       them. */
    gpump_shown_t shows_team = GPUMP_NOT_SHOWN;

    /* How many iterations a bare region has, of which besides nobody can tell how many threads there are: the host launches as many
       as these keep busy. */
    gpump_iterations_t (*iterations)(const void *arguments) = nullptr;
    /* The pointers among its arguments, so that a message can say which of them leads nowhere, and large arrays are moved before
       the region begins. Those that the kernel has as parameters of their own come first. */
    std::initializer_list<gpump_pointer_t> pointers = {};
    /* The pairs of them that gpump_apart asks about in a bare region. Of the heap's blocks the host knows the answer, and then no thread has
       to look. */
    std::initializer_list<gpump_apart_t> apart = {};
    /* Structures that the region only reads. What lies on the host's stack is copied to the place beside the pointer before the launch,
       so that its page need not move to the device and back. */
    std::initializer_list<gpump_structure_t> structures = {};
    /* The functions of other files that it calls, where these are compiled one by one and the linker tells which of them have a version
       for the device. With one that has none the region runs on the host. */
    std::initializer_list<gpump_need_t> needs = {};
    /* Its calls through pointers, there too. */
    std::initializer_list<gpump_shape_t> pointed = {};
    /* Large variables of file scope that it uses. */
    std::initializer_list<gpump_object_t> objects = {};

    /* A region that has a kernel for each of its parts, which are given the same arguments, and none of its own. They are launched one
       after the other: each begins when the one before has ended, and the host waits for the last. */
    std::initializer_list<gpump_region_t *> parts = {};

    /* ---- The runtime's own notes ---- */

    /* What the region needs of its file is registered. Constructors of a library may run before that. */
    bool is_known = false;
    /* How many threads of this kernel the device holds at once, in blocks of 32, 64, ..., 1024 (the emulator: of 4, 8, ...). */
    unsigned int holds[GPUMP_BLOCK_SIZES] = {};
    unsigned int default_block = 0; /* 0 until asked */
    bool warned = false;
    /* Whether the device has all that it needs, where the files take the addresses of so many functions less one (needs.h). */
    unsigned int asked_with = 0;
    bool is_whole = false;
    /* That it runs on the host is told once; threads of the program's own may find out at the same time. */
    bool has_told_of_host = false;
    bool touches_little = false; /* of what it is given (prefetch.h) */
    /* Of a team-agnostic region: how many threads its longest loop had something to do for, or 0; the same of its last runs, and how many
       these are. */
    unsigned long long busy = 0, recent = 0;
    unsigned int runs = 0;
};

#endif

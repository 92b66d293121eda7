/*
 * Variables of other threads and of the host, on the device.
 *
 * copyprivate (specification, 2.8.4.2). A private variable lies in memory that only its thread can reach, so
 * its value goes to the others through the team's state:
 *
 *     if (gpump_single()) { ... }
 *     gpump_copyprivate(0, a, b);          values of thread 0, into every thread's a and b; waits for the team
 *
 * The host's global variables. The device's text has no names for them, but it has their addresses: the host's
 * text puts those that are needed into a structure of pointers, and the device's text has a constant that it is
 * copied to before the first region.
 *
 *     host:    const struct prog_globals_t prog_host = {&table, &square};
 *     device:  extern "C" const prog_globals_t prog_host;
 *              __constant__ prog_globals_t prog;
 *              GPUMP_GLOBALS(prog, prog_host);                      and then  (*prog.table)[i]
 *
 * threadprivate variables (2.8.2). The thread that meets a region is thread 0 in it and uses the host's variable. Every
 * other thread number has a copy, which begins with the value that the variable had when the program began, and
 * lasts from region to region.
 *
 *     GPUMP_THREADPRIVATE(int, counter, prog_host.counter);         in the file that defines it
 *     GPUMP_THREADPRIVATE_STATIC(int, counter, prog_host.counter);  when it is static
 *     GPUMP_THREADPRIVATE_EXTERN(int, counter);                     in other files; and then  gpump_mine(counter)++
 *     GPUMP_THREADPRIVATE_ALIGNED(int, counter, prog_host.counter, 64);  where its declaration asks for an alignment
 *     gpump_copyin(gpump_threadprivate_counter);                    copyin(counter), at the region's begin
 *
 * Functions that are called through pointers. A pointer to a function has the host's value everywhere, so that
 * both sides may compare, store and call it; what lies there is the host's code. The device's version is found in a
 * table when a call is made.
 *
 *     GPUMP_FUNCTION(square, prog_host.square);                     and then  gpump_function(p)(3)
 *     GPUMP_LIBRARY_FUNCTION(sin, prog_host.sin, double (*)(double));
 */
#ifndef GPUMP_CUDA_DATA_H
#define GPUMP_CUDA_DATA_H

#include "either.h"
#include "gpump.h"
#include "locks.h"
#include "mailbox.h"
#include "region.h"

#include <string.h>
#include <type_traits>

/* ---- copyprivate --------------------------------------------------------------------------------------- */

static inline GPUMP_EITHER void gpump_copy_bytes(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        static_cast<unsigned char *>(to)[i] = static_cast<const unsigned char *>(from)[i];
}

/* One variable, in pieces that fit. Two barriers for each: all have to see a piece before the next is put there. */
static inline __device__ void gpump_broadcast(unsigned int thread, void *variable, size_t size)
{
    unsigned char *room = gpump_block()->team.state->broadcast;
    for (size_t done = 0; done < size; done += GPUMP_BROADCAST_BYTES) {
        size_t piece = size - done < GPUMP_BROADCAST_BYTES ? size - done : GPUMP_BROADCAST_BYTES;
        unsigned char *place = static_cast<unsigned char *>(variable) + done;
        if (gpump_thread() == thread)
            gpump_copy_bytes(room, place, piece);
        gpump_barrier();
        if (gpump_thread() != thread)
            gpump_copy_bytes(place, room, piece);
        gpump_barrier();
    }
}

/* An array of variable length has its elements elsewhere (arrays.h). */
namespace gpump_arrays {
template <class T, int D> class gpump_array;
}
template <class T, int D> std::true_type gpump_is_apart(const volatile gpump_arrays::gpump_array<T, D> *);
std::false_type gpump_is_apart(const volatile void *);

template <class T> static inline __device__ void gpump_broadcast_of(unsigned int thread, T &variable)
{
    if constexpr (decltype(gpump_is_apart((T *)nullptr))::value)
        gpump_broadcast(thread, (void *)variable.data(), variable.bytes());
    else
        gpump_broadcast(thread, (void *)&variable, sizeof variable);
}

template <class... T> static inline __device__ void gpump_copyprivate(unsigned int thread, T &...variables)
{
    if (gpump_self()->level == 0)
        (gpump_broadcast_of(thread, variables), ...);
}

/* ---- Registration: by objects that are made before main ----------------------------------------------------- */

struct gpump_register_t {
    gpump_registration_t entry;
    gpump_register_t(void (*prepare)(gpump_registration_t *), const void *host, size_t size, bool threadprivate = false)
    {
        entry.prepare = prepare;
        entry.host = host;
        entry.size = size;
        entry.image = GPUMP_IMAGE;
        gpump_register(&entry, threadprivate);
    }
};

#ifdef GPUMP_EMULATOR
#define GPUMP_ANNOUNCE(variable) GPUMP_EMULATOR_DEVICE_VARIABLE(variable)
#else
#define GPUMP_ANNOUNCE(variable) static_assert(true, "")
#endif

#define GPUMP_GLOBALS(device, host_table)                                                                   \
    extern "C" GPUMP_HIDDEN decltype(host_table) host_table;                                                \
    GPUMP_ANNOUNCE(device);                                                                                 \
    static gpump_register_t gpump_register_##device(                                                        \
        [](gpump_registration_t *entry) {                                                                   \
            entry->error = (int)cudaMemcpyToSymbol(device, entry->host, sizeof device);                     \
        },                                                                                                  \
        &host_table, sizeof host_table)

/* ---- threadprivate ------------------------------------------------------------------------------------------ */

template <class T> struct gpump_threadprivate {
    gpump_threadprivate_t where;

    __device__ T &of(unsigned int thread) const
    {
        void *place = thread == 0 ? where.host : where.copies + (size_t)(thread - 1) * where.size;
        return *static_cast<T *>(place);
    }
    __device__ T &mine() const { return of(gpump_grid_thread()); }
};

/* The host address may be known to the linker only; it is asked for when the program begins. The device's variable has
   a name of its own, for a variable's name is the same to the linker in C and C++. */
#define GPUMP_THREADPRIVATE(T, name, address) GPUMP_THREADPRIVATE_ALIGNED(T, name, address, 1)
#define GPUMP_THREADPRIVATE_STATIC(T, name, address) GPUMP_THREADPRIVATE_STATIC_ALIGNED(T, name, address, 1)
#define GPUMP_THREADPRIVATE_ALIGNED(T, name, address, align)        \
    GPUMP_COMMON gpump_threadprivate<T> gpump_threadprivate_##name; \
    GPUMP_THREADPRIVATE_REGISTER(T, name, address, align)
#define GPUMP_THREADPRIVATE_STATIC_ALIGNED(T, name, address, align)      \
    static __device__ gpump_threadprivate<T> gpump_threadprivate_##name; \
    GPUMP_THREADPRIVATE_REGISTER(T, name, address, align)
#define GPUMP_THREADPRIVATE_EXTERN(T, name) GPUMP_COMMON gpump_threadprivate<T> gpump_threadprivate_##name
/* Copies lie one behind the other, so that their size has to be a multiple of their alignment. */
#define GPUMP_THREADPRIVATE_REGISTER(T, name, address, align)                                                \
    GPUMP_ANNOUNCE(gpump_threadprivate_##name);                                                              \
    static gpump_register_t gpump_register_##name(                                                           \
        [](gpump_registration_t *entry) {                                                                    \
            entry->error = (int)cudaMemcpyToSymbol(gpump_threadprivate_##name, &entry->threadprivate,        \
                                                   sizeof entry->threadprivate);                             \
        },                                                                                                   \
        static_cast<const void *>(address), (sizeof(T) + (align)-1) / (align) * (align), true)

/* The calling thread's. */
#define gpump_mine(name) (gpump_threadprivate_##name.mine())

/* A part of entering a region: the team waits, for thread 0 may change its own right away. */
template <class... T> static inline __device__ void gpump_copyin(const gpump_threadprivate<T> &...variables)
{
    if (gpump_grid_thread() != 0)
        (gpump_copy_bytes(&variables.mine(), &variables.of(0), sizeof(T)), ...);
    gpump_barrier();
}

/* ---- Functions ---------------------------------------------------------------------------------------------- */

#define GPUMP_FUNCTION(name, address)                                                                       \
    static __device__ decltype(&name) gpump_function_##name = name;                                         \
    GPUMP_REGISTER_FUNCTION(name, address)

#define GPUMP_REGISTER_FUNCTION(name, address)                                                              \
    GPUMP_ANNOUNCE(gpump_function_##name);                                                                  \
    static gpump_register_t gpump_register_function_##name(                                                 \
        [](gpump_registration_t *entry) {                                                                   \
            entry->error = (int)cudaMemcpyFromSymbol(&entry->function, gpump_function_##name, sizeof entry->function); \
        },                                                                                                  \
        reinterpret_cast<const void *>(address), 0)

template <class T> struct gpump_kind_of {
    typedef T type;
};

/* The same of a function of the C library, which C++ may overload, with the type of a pointer to it. */
#define GPUMP_LIBRARY_FUNCTION(name, address, ...)                                                          \
    static __device__ gpump_kind_of<__VA_ARGS__>::type gpump_function_##name = ::name;                         \
    GPUMP_REGISTER_FUNCTION(name, address)

template <class F> static inline __device__ F *gpump_function(F *pointer)
{
    const void *wanted = reinterpret_cast<const void *>(pointer);
    const gpump_function_t *functions = gpump_block()->team.functions;
    unsigned int low = 0, high = gpump_block()->team.function_count;
    while (low < high) {
        unsigned int middle = low + (high - low) / 2;
        if (functions[middle].host < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == gpump_block()->team.function_count || functions[low].host != wanted)
        gpump_stop("a call through a pointer to a function that has no version for the device", wanted);
    return reinterpret_cast<F *>(const_cast<void *>(functions[low].device));
}

#endif

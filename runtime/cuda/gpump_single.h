/*
 * What a translation in a single file includes: the device's text and the host's are one text in C++ there.
 *
 *     #include <gpump_single.h>
 *     namespace program { ... }          the device's text: kernels, and all that they need
 *     extern "C" { ... }                 the author's program, with a call in front of each region
 *
 * The author's types and functions are declared on both sides. So the device's stand in a namespace, and the device's
 * form of omp.h with them: a name means the device's there, and the host's outside.
 *
 * The host's text has C's linkage. So it links with objects in C, and what the program says of its own functions
 * without parameters, or in two ways, is not refused for what C++ makes of it.
 */
#ifndef GPUMP_SINGLE_H
#define GPUMP_SINGLE_H

#define GPUMP_SINGLE

#include "letters_aside.h"

#include "gpump_device.h"

#include "gpump.h"

#include <ctype.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- malloc and its kin: see takeover.h. These headers have been read, so the linker's names come behind them. ------- */

extern "C" {

#define GPUMP_NAMED(name) __asm__(#name)

void *malloc(size_t) __THROW GPUMP_NAMED(gpump_heap_malloc);
void *calloc(size_t, size_t) __THROW GPUMP_NAMED(gpump_heap_calloc);
void *realloc(void *, size_t) __THROW GPUMP_NAMED(gpump_heap_realloc);
void free(void *) __THROW GPUMP_NAMED(gpump_heap_free);
void cfree(void *) __THROW GPUMP_NAMED(gpump_heap_free);
char *strdup(const char *) __THROW GPUMP_NAMED(gpump_heap_strdup);
char *strndup(const char *, size_t) __THROW GPUMP_NAMED(gpump_heap_strndup);
void *aligned_alloc(size_t, size_t) __THROW GPUMP_NAMED(gpump_heap_aligned_alloc);
void *memalign(size_t, size_t) __THROW GPUMP_NAMED(gpump_heap_memalign);
int posix_memalign(void **, size_t, size_t) __THROW GPUMP_NAMED(gpump_heap_posix_memalign);
size_t malloc_usable_size(void *) __THROW GPUMP_NAMED(gpump_heap_usable_size);
ssize_t getline(char **, size_t *, FILE *) GPUMP_NAMED(gpump_heap_getline);
ssize_t getdelim(char **, size_t *, int, FILE *) GPUMP_NAMED(gpump_heap_getdelim);

int rand(void) __THROW GPUMP_NAMED(gpump_host_rand);
void srand(unsigned int) __THROW GPUMP_NAMED(gpump_host_srand);
long random(void) __THROW GPUMP_NAMED(gpump_host_random);
void srandom(unsigned int) __THROW GPUMP_NAMED(gpump_host_srandom);
double drand48(void) __THROW GPUMP_NAMED(gpump_host_drand48);
long lrand48(void) __THROW GPUMP_NAMED(gpump_host_lrand48);
long mrand48(void) __THROW GPUMP_NAMED(gpump_host_mrand48);
void srand48(long) __THROW GPUMP_NAMED(gpump_host_srand48);

#undef GPUMP_NAMED

} /* extern "C" */

/* ---- Arrays of variable length on the host ------------------------------------------------------------------------ */

/* From the heap that the device reaches, too. */
template <class T, int D> class gpump_host_array : public gpump_array<T, D> {
public:
    template <class... N>
    explicit gpump_host_array(N... sizes)
        : gpump_array<T, D>(static_cast<T *>(malloc(sizeof(T) * (... * (size_t)sizes))), sizes...)
    {
    }
    explicit gpump_host_array(const gpump_extents<D> &extents) : gpump_array<T, D>(nullptr, extents)
    {
        this->place = static_cast<T *>(malloc(this->bytes()));
    }
    const gpump_extents<D> &shape() const { return this->extents; }
    ~gpump_host_array() { free((void *)this->place); }
    /* What a task, and `firstprivate`, makes of it. */
    gpump_host_array(const gpump_host_array &from) : gpump_host_array(from.extents)
    {
        memcpy(this->place, from.place, this->bytes());
    }
    gpump_host_array &operator=(const gpump_host_array &) = delete;
};

/* What a copy of an array, or of a pointer to arrays, is declared with. */
template <class A> auto gpump_shape(const A &array)
{
    return array.shape();
}

/* sizeof, of whatever has a size. */
template <class T> struct gpump_is_array : std::false_type {};
template <class T, int D> struct gpump_is_array<gpump_array<T, D>> : std::true_type {};
template <class T, int D> struct gpump_is_array<gpump_host_array<T, D>> : std::true_type {};

template <class T> size_t gpump_measure(const T &object)
{
    if constexpr (gpump_is_array<T>::value)
        return object.bytes();
    else
        return sizeof(T);
}

#include "letters_back.h"

#endif

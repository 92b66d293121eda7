// What the bridged programs include before all else: the device's headers that the bridges use, with the C library's
// heap in place of the runtime's, so that they run by themselves.
#ifndef PRELUDE_H
#define PRELUDE_H
#include <stdlib.h>
#include <string.h>
#ifndef __CUDACC__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#endif
#define GPUMP_CUDA_LIBRARY_H
#include "either.h"
struct gpump_block_address_t {
    void *address;
    template <class T> GPUMP_EITHER operator T *() const { return static_cast<T *>(address); }
};
static inline __device__ gpump_block_address_t gpump_malloc(size_t size) { return {malloc(size)}; }
static inline __device__ void gpump_free(void *block) { free(block); }
#include "style.h"
#include "arrays.h"
#include "cstyle.h"
#define malloc gpump_malloc
#ifdef __CUDACC__
// What CUDA's library has not.
static inline __device__ size_t prelude_strlen(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}
static inline __device__ char *prelude_strcpy(char *to, const char *from)
{
    return (char *)memcpy(to, from, prelude_strlen(from) + 1);
}
static inline __device__ void *prelude_calloc(size_t count, size_t size)
{
    void *block = malloc(count * size);
    return block ? memset(block, 0, count * size) : block;
}
#define strlen prelude_strlen
#define strcpy prelude_strcpy
#define calloc prelude_calloc
#endif
#endif

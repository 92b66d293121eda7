/*
 * What the hand-written CUDA versions share besides bench.h: errors end the
 * program, the host's arrays are pinned, and kernels are measured by events if
 * somebody asks.
 *
 *     BENCH_PAGEABLE=1  the host's arrays are malloc's instead of pinned, which
 *                       makes copies slower
 */
#ifndef BENCH_CUDA_H
#define BENCH_CUDA_H

#include <cuda_runtime.h>

#include "bench.h"

#define CUDA(call)                                                                                    \
    do {                                                                                              \
        cudaError_t bench_error = (call);                                                             \
        if (bench_error != cudaSuccess) {                                                             \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(bench_error));      \
            exit(1);                                                                                  \
        }                                                                                             \
    } while (0)

static inline bool bench_pageable()
{
    const char *value = getenv("BENCH_PAGEABLE");

    return value && strcmp(value, "1") == 0;
}

template <class T> static T *bench_host_array(size_t n)
{
    T *array = nullptr;

    if (bench_pageable())
        return static_cast<T *>(bench_checked(malloc(n * sizeof(T))));
    CUDA(cudaMallocHost(&array, n * sizeof(T)));
    return array;
}

template <class T> static void bench_host_free(T *array)
{
    if (bench_pageable())
        free(array);
    else
        CUDA(cudaFreeHost(array));
}

template <class T> static T *bench_device_array(size_t n)
{
    T *array = nullptr;

    CUDA(cudaMalloc(&array, n * sizeof(T)));
    return array;
}

template <class T> static void bench_to_device(T *device, const T *host, size_t n)
{
    CUDA(cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice));
}

template <class T> static void bench_to_host(T *host, const T *device, size_t n)
{
    CUDA(cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost));
}

/* Around the kernels of one repetition. The end also checks their launches. */
static cudaEvent_t bench_event[2];

static inline void bench_kernels_begin()
{
    if (!bench_kernels_wanted())
        return;
    if (!bench_event[0]) {
        CUDA(cudaEventCreate(&bench_event[0]));
        CUDA(cudaEventCreate(&bench_event[1]));
    }
    CUDA(cudaEventRecord(bench_event[0]));
}

static inline void bench_kernels_end()
{
    float milliseconds;

    CUDA(cudaGetLastError());
    if (!bench_kernels_wanted())
        return;
    CUDA(cudaEventRecord(bench_event[1]));
    CUDA(cudaEventSynchronize(bench_event[1]));
    CUDA(cudaEventElapsedTime(&milliseconds, bench_event[0], bench_event[1]));
    bench_kernel(1e-3 * milliseconds);
}

#endif

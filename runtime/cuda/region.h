/*
 * A region as the host knows it: the kernel, where its pragma stands, and how to launch it.
 *
 *     GPUMP_REGION(f_parallel0, f_parallel0_t, "f.c", 12, {"a", offsetof(f_parallel0_t, a)});
 *
 * defines `gpump_region_t f_parallel0_region`, which the host's text declares and hands to gpump_parallel. What
 * stands last names the pointers among the arguments, so that a message can say which of them leads nowhere.
 */
#ifndef GPUMP_CUDA_REGION_H
#define GPUMP_CUDA_REGION_H

#include "gpump.h"

#include <stddef.h>

/* The blocks of a team wait for one another, so the launch is a cooperative one; a single block may do without. */
template <class Arguments>
int gpump_launch(void (*kernel)(gpump_team_t, Arguments), unsigned int blocks, unsigned int threads, gpump_team_t *team,
                 const void *arguments)
{
    void *both[2] = {team, const_cast<void *>(arguments)};
    return (int)cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(threads), both, GPUMP_BLOCK_BYTES(threads), 0);
}

template <class Arguments>
int gpump_occupancy(void (*kernel)(gpump_team_t, Arguments), int *blocks, int threads)
{
    return (int)cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, GPUMP_BLOCK_BYTES(threads));
}

template <class Arguments> int gpump_attributes(void (*kernel)(gpump_team_t, Arguments), int *most)
{
    cudaFuncAttributes attributes;
    cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    *most = attributes.maxThreadsPerBlock;
    return (int)error;
}

#define GPUMP_REGION(kernel, arguments_t, file, line, ...)                                                        \
    static const gpump_pointer_t kernel##_pointers[] = {__VA_ARGS__ __VA_OPT__(, ){nullptr, 0}};                   \
    extern "C" gpump_region_t kernel##_region;                                                                    \
    gpump_region_t kernel##_region = {                                                                            \
        #kernel, file, line, kernel##_pointers,                                                                   \
        [](unsigned int blocks, unsigned int threads, gpump_team_t *team, const void *arguments) {                \
            return gpump_launch<arguments_t>(kernel, blocks, threads, team, arguments);                           \
        },                                                                                                        \
        [](int *blocks, int threads) { return gpump_occupancy<arguments_t>(kernel, blocks, threads); },           \
        [](int *most) { return gpump_attributes<arguments_t>(kernel, most); }, {}, 0, 0}

#endif

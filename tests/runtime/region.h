/*
 * For the test programs here: the text that gpump generates around a region, shortened. A region N has its
 * structure gpump_paramsN, its kernel gpump_parallelN, and in the function a table of ENTRYs; RUN does what
 * Appendix D of the thesis shows, from gpump_copy_to_device to gpump_copy_from_device.
 *
 * A program that comes to its end prints "ok". A test that needs the generated text itself (messages name
 * variables by reading it) spells it out instead.
 */
#ifndef REGION_H
#define REGION_H

#include <stdio.h>
#include <cutil.h>
#include <gpump_all.h>
#include <gpump.cu>
#include <gpump_utils.cu>

#define PRIVATE 1
#define FIRSTPRIVATE 2
#define SHARED 8
#define REDUCTION 16

#define ENTRY(N, name, level, clause)                                                                   \
    {                                                                                                   \
        &_gpump_li##N.name, &_gpump_li##N.__##name, &name, sizeof name, sizeof(int), {-1}, level, clause \
    }

#define DECLARE(N)             \
    gpump_params##N _gpump_li##N; \
    gpump_params##N *gpump_li##N;

#ifdef GPUMP_EMULATOR
#define LAUNCH(kernel, blocks, threads, argument) GPUMP_EMULATOR_LAUNCH((kernel), (blocks, threads), (argument))
#else
#define LAUNCH(kernel, blocks, threads, argument) kernel<<<blocks, threads>>>(argument)
#endif

#define RUN(N, blocks, threads)                                                        \
    gpump_copy_to_device(cfg##N, sizeof cfg##N / sizeof(gpump_copy_config_t));         \
    cudaMalloc((void **)&gpump_li##N, sizeof _gpump_li##N);                            \
    cudaMemcpy(gpump_li##N, &_gpump_li##N, sizeof _gpump_li##N, cudaMemcpyHostToDevice); \
    LAUNCH(gpump_parallel##N, blocks, threads, gpump_li##N);                           \
    cudaThreadSynchronize();                                                           \
    cudaMemcpy(&_gpump_li##N, gpump_li##N, sizeof _gpump_li##N, cudaMemcpyDeviceToHost); \
    gpump_copy_from_device(cfg##N, sizeof cfg##N / sizeof(gpump_copy_config_t))

#define EXPECT(condition)                                                        \
    do {                                                                         \
        if (!(condition)) {                                                      \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);       \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

#endif

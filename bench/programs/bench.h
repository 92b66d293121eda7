/*
 * What all versions of all programs of the bench share: arguments, input
 * numbers, and the times, which go to the file that BENCH_TIMES names.
 *
 *     BENCH_TIMES      file that gets a line for each phase; none is written if
 *                      it is not set:  phase,NAME,BEGIN,END  in seconds of
 *                      CLOCK_MONOTONIC
 *     BENCH_KERNELS=1  hand-written CUDA measures its kernels, too, with the
 *                      device's events, and writes a line  kernel,SECONDS  in
 *                      front of the phase's. Off otherwise, since events take
 *                      time themselves
 *
 * C and C++. In a translated program all of this stays on the host.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Arguments: PROGRAM SIZE [REPEATS] ---- */

static inline int bench_positive(const char *program, const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < 1 || value > 0x7fffffff) {
        fprintf(stderr, "%s: \"%s\" is no size\n", program, text);
        exit(2);
    }
    return (int)value;
}

static inline int bench_size(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s SIZE [REPEATS]\n", argv[0]);
        exit(2);
    }
    return bench_positive(argv[0], argv[1]);
}

static inline int bench_repeats(int argc, char **argv)
{
    return argc > 2 ? bench_positive(argv[0], argv[2]) : 5;
}

/* ---- Times ---- */

static FILE *bench_file;
static const char *bench_phase_name;
static double bench_phase_start;

static inline double bench_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Null if nobody wants times. */
static inline FILE *bench_output(void)
{
    const char *name = getenv("BENCH_TIMES");

    if (!bench_file && name && *name) {
        bench_file = fopen(name, "a");
        if (!bench_file) {
            perror(name);
            exit(2);
        }
    }
    return bench_file;
}

static inline void bench_phase_begin(const char *name)
{
    bench_output();
    bench_phase_name = name;
    bench_phase_start = bench_clock();
}

static inline void bench_phase_end(void)
{
    double end = bench_clock();

    if (bench_file) {
        fprintf(bench_file, "phase,%s,%.9f,%.9f\n", bench_phase_name, bench_phase_start, end);
        fflush(bench_file);
    }
}

static inline int bench_kernels_wanted(void)
{
    static int wanted = -1;
    const char *value;

    if (wanted < 0) {
        value = getenv("BENCH_KERNELS");
        wanted = value && strcmp(value, "1") == 0;
    }
    return wanted;
}

static inline void bench_kernel(double seconds)
{
    if (bench_output() && bench_kernels_wanted())
        fprintf(bench_file, "kernel,%.9f\n", seconds);
}

/* ---- Data ---- */

/* The `index`th of a sequence of numbers in [0, 1) without any order: the input of all programs. */
static inline double bench_number(unsigned long long index)
{
    unsigned long long bits = (index + 1) * 0x9e3779b97f4a7c15ull;

    bits = (bits ^ (bits >> 32)) * 0xd6e8feb86659fd93ull;
    bits = (bits ^ (bits >> 29)) * 0xd6e8feb86659fd93ull;
    bits ^= bits >> 32;
    return (double)(bits >> 11) * (1.0 / 9007199254740992.0);
}

static volatile unsigned long long bench_read;

/* The host reads all of a result once, as whoever asked for it would: by far cheaper than adding up
   floating-point numbers in order, so that it hides no difference between versions. */
static inline void bench_consume(const void *data, size_t bytes)
{
    const char *at = (const char *)data;
    unsigned long long word[4], sum[4] = {0, 0, 0, 0};
    size_t i;

    for (i = 0; i + sizeof word <= bytes; i += sizeof word) {
        memcpy(word, at + i, sizeof word);
        sum[0] += word[0];
        sum[1] += word[1];
        sum[2] += word[2];
        sum[3] += word[3];
    }
    for (; i < bytes; i++)
        sum[0] += (unsigned char)at[i];
    bench_read = sum[0] + sum[1] + sum[2] + sum[3];
}

/* Ends the program if malloc came back with nothing. */
static inline void *bench_checked(void *block)
{
    if (!block) {
        fprintf(stderr, "no memory\n");
        exit(2);
    }
    return block;
}

#endif

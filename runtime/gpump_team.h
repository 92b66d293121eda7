/*
 * How many threads a team has, and in how many blocks they come (thesis, 8.1.2, 8.3.1).
 *
 * A team of n threads is a one-dimensional grid of one-dimensional blocks. n is either below the number of
 * processors, or rounded up to a multiple of it; a block is given to each multiprocessor, of which each has
 * eight processors. So with 128 processors a team of 251 becomes one of 256: 16 blocks of 16 threads.
 *
 * The team's barrier waits for all blocks, so all must be on the device at once: there are never more
 * blocks than multiprocessors. A team that would need more is made smaller, which OpenMP allows.
 *
 *     OMP_NUM_THREADS            the team's size where no num_threads clause says it; otherwise the number
 *                                of processors
 *     GPUMP_NUM_PROCS            the number of processors, 32 unless set
 *     GPUMP_NUM_BLOCKS           the number of blocks, and
 *     GPUMP_THREADS_PER_BLOCK    of threads in each, where no num_threads clause stands (chapter 9)
 */
#ifndef GPUMP_TEAM_H
#define GPUMP_TEAM_H

#include <limits.h>

#include <gpump_report.h>

#define GPUMP_DEFAULT_PROCS 32
#define GPUMP_PROCS_PER_MULTIPROCESSOR 8
#define GPUMP_MAX_THREADS_PER_BLOCK 512

struct gpump_team_t {
    int blocks, threads_per_block;
};

/* A positive number from the environment, `otherwise` where the variable is not set. Numbers too large for
   an int are as good as the largest. */
inline int gpump_environment(const gpump_call_t &call, const char *name, int otherwise)
{
    const char *value = getenv(name);
    if (!value)
        return otherwise;
    char *end;
    long number = strtol(value, &end, 10);
    if (end == value || *end || number < 1)
        gpump_fail(call, NULL, "the environment variable %s is \"%s\", and should be a positive number", name, value);
    return number < INT_MAX ? (int)number : INT_MAX;
}

inline int gpump_get_num_procs_at(gpump_call_t call)
{
    return gpump_environment(call, "GPUMP_NUM_PROCS", GPUMP_DEFAULT_PROCS);
}

inline int gpump_multiprocessors(const gpump_call_t &call)
{
    static int count = 0;
    if (!count) {
        cudaDeviceProp properties;
        if (cudaError_t error = cudaGetDeviceProperties(&properties, 0))
            gpump_fail_cuda(call, error, "cannot ask the device for its size");
        count = properties.multiProcessorCount;
    }
    return count;
}

/* Can `size` threads be spread evenly over so many blocks? */
inline bool gpump_divides(long long size, int blocks)
{
    return size % blocks == 0 && size / blocks <= GPUMP_MAX_THREADS_PER_BLOCK;
}

inline gpump_team_t gpump_team_of(const gpump_call_t &call, int asked)
{
    int procs = gpump_get_num_procs_at(call);
    int most = gpump_multiprocessors(call);
    long long size = asked < procs ? asked : ((long long)asked + procs - 1) / procs * procs;
    long long limit = (long long)most * GPUMP_MAX_THREADS_PER_BLOCK;
    long long step = size < procs ? 1 : procs;
    if (size > limit)
        size = limit < step ? limit : limit / step * step;
    if (size < step)
        step = 1;
    int wish = size < procs ? 1 : procs / GPUMP_PROCS_PER_MULTIPROCESSOR;
    wish = wish < 1 ? 1 : wish > most ? most : wish;
    for (;; size -= size > step ? step : 1) {
        for (int blocks = wish; blocks <= most; blocks++)
            if (gpump_divides(size, blocks))
                return gpump_team_t{blocks, (int)(size / blocks)};
        for (int blocks = wish - 1; blocks >= 1; blocks--)
            if (gpump_divides(size, blocks))
                return gpump_team_t{blocks, (int)(size / blocks)};
    }
}

/* For a num_threads clause. */
inline gpump_team_t gpump_team(const gpump_call_t &call, int num_threads)
{
    if (num_threads < 1)
        gpump_fail(call, NULL, "num_threads asks for %d threads, and should ask for 1 at least", num_threads);
    return gpump_team_of(call, num_threads);
}

/* Where there is none. */
inline gpump_team_t gpump_team(const gpump_call_t &call)
{
    int asked = gpump_environment(call, "OMP_NUM_THREADS", gpump_get_num_procs_at(call));
    gpump_team_t team = gpump_team_of(call, asked);
    team.blocks = gpump_environment(call, "GPUMP_NUM_BLOCKS", team.blocks);
    team.threads_per_block = gpump_environment(call, "GPUMP_THREADS_PER_BLOCK", team.threads_per_block);
    if (team.blocks > gpump_multiprocessors(call))
        gpump_fail(call, "the blocks of a team wait for one another, so all must run at once",
                   "GPUMP_NUM_BLOCKS is %d, and the device has only %d multiprocessors", team.blocks,
                   gpump_multiprocessors(call));
    if (team.threads_per_block > GPUMP_MAX_THREADS_PER_BLOCK)
        gpump_fail(call, NULL, "GPUMP_THREADS_PER_BLOCK is %d, and a block has at most %d threads",
                   team.threads_per_block, GPUMP_MAX_THREADS_PER_BLOCK);
    return team;
}

inline int gpump_utils_get_num_blocks_at(gpump_call_t call)
{
    return gpump_team(call).blocks;
}

inline int gpump_utils_get_num_blocks_at(gpump_call_t call, int num_threads)
{
    return gpump_team(call, num_threads).blocks;
}

inline int gpump_utils_get_threads_per_block_at(gpump_call_t call)
{
    return gpump_team(call).threads_per_block;
}

inline int gpump_utils_get_threads_per_block_at(gpump_call_t call, int num_threads)
{
    return gpump_team(call, num_threads).threads_per_block;
}

inline int gpump_get_max_threads_at(gpump_call_t call)
{
    gpump_team_t team = gpump_team(call);
    return team.blocks * team.threads_per_block;
}

#endif

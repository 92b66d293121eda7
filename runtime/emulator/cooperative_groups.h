/*
 * Cooperative groups, as far as the emulator has them: the block, the grid, and coalesced threads. A grid can wait as one when
 * it was launched with cudaLaunchCooperativeKernel, which sees to it that all its blocks are resident.
 */
#ifndef GPUMP_EMULATOR_COOPERATIVE_GROUPS_H
#define GPUMP_EMULATOR_COOPERATIVE_GROUPS_H

#include "gpump_emulator.h"

namespace cooperative_groups {

struct thread_block {
    void sync() const { __syncthreads(); }
    unsigned int size() const { return blockDim.x * blockDim.y * blockDim.z; }
    unsigned int num_threads() const { return size(); }
    unsigned int thread_rank() const
    {
        return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    dim3 group_index() const { return blockIdx; }
    dim3 thread_index() const { return threadIdx; }
    dim3 group_dim() const { return blockDim; }
};

struct grid_group {
    bool is_valid() const { return ::gpump_emulator::grid_can_wait(); }
    void sync() const { ::gpump_emulator::wait_for_grid(); }
    unsigned long long num_blocks() const { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
    unsigned long long block_rank() const
    {
        return blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
    }
    unsigned long long size() const { return num_blocks() * thread_block().size(); }
    unsigned long long num_threads() const { return size(); }
    unsigned long long thread_rank() const { return block_rank() * thread_block().size() + thread_block().thread_rank(); }
    dim3 group_dim() const { return gridDim; }
};

/* The threads of a warp that are together here: warps do not run in lockstep, so each is alone. */
struct coalesced_group {
    unsigned int size() const { return 1; }
    unsigned int num_threads() const { return 1; }
    unsigned int thread_rank() const { return 0; }
    void sync() const {}
    template <class T> T shfl(T value, unsigned int) const { return value; }
};

inline coalesced_group coalesced_threads() { return coalesced_group(); }
template <class Label> coalesced_group labeled_partition(const coalesced_group &group, Label) { return group; }
inline thread_block this_thread_block() { return thread_block(); }
inline grid_group this_grid() { return grid_group(); }
template <class Group> void sync(const Group &group) { group.sync(); }

} // namespace cooperative_groups

#endif

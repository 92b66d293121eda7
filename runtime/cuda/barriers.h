/*
 * How the threads of a block, and of a grid, wait for one another.
 *
 * The grid's barrier has the form of cooperative groups' grid.sync(), whose header costs a compiler more than all the rest of a small
 * device text. It takes a word in the device's memory that is zero when the grid begins, and that nothing else changes:
 *
 *  - Each block's thread 0 adds to the word, all blocks together 2 to the 31: block 0 what the others' ones leave of it. So the word's
 *    highest bit changes with the last of a barrier's additions, and with no other, and the bits below are zero again. A block that is
 *    at the next barrier already adds to these, and cannot change the highest bit before the slowest block has come there, too, which
 *    is when it has seen the change. So one word does for any number of barriers.
 *  - What a thread of the block wrote before is ordered before thread 0's addition by the block's barrier, and since the addition is a
 *    release at the device's scope, and causality order is transitive (PTX ISA, "Memory Consistency Model"), before whatever acquires
 *    it. The additions are atomic, so the last of them, whose value the others read, is behind all of them in observation order: who
 *    reads it acquires what every block released. The second barrier of the block hands that on to the block's other threads.
 *  - All blocks are on the device at once: whoever launches a grid that waits does it with cudaLaunchCooperativeKernel (describe.h).
 *
 * Two properties of `barrier.sync` matter. Threads that have returned are not waited for, so the rest of the last block does no harm;
 * thread 0 of a block is always in the team. And it is not the aligned form that __syncthreads is made from, so the threads of a warp
 * may come to it from different places of the program and at different times.
 */
#ifndef GPUMP_CUDA_BARRIERS_H
#define GPUMP_CUDA_BARRIERS_H

#ifdef GPUMP_EMULATOR

static inline void gpump_block_barrier()
{
    __syncthreads();
}

static inline void gpump_grid_barrier(unsigned int *)
{
    ::gpump_emulator::wait_for_grid();
}

#else

static inline __device__ void gpump_block_barrier()
{
    __barrier_sync(0);
}

static inline __device__ void gpump_grid_barrier(unsigned int *word)
{
    const unsigned int HIGHEST = 0x80000000u;
    gpump_block_barrier();
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
        const unsigned int blocks = gridDim.x * gridDim.y * gridDim.z;
        const bool is_first = blockIdx.x + blockIdx.y + blockIdx.z == 0;
        unsigned int before, now;
        asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;"
                     : "=r"(before)
                     : "l"(word), "r"(is_first ? HIGHEST - (blocks - 1) : 1u)
                     : "memory");
        do
            asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(word) : "memory");
        while (((before ^ now) & HIGHEST) == 0);
    }
    gpump_block_barrier();
}

#endif

#endif

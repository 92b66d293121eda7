/*
 * The threads of a warp that happen to be at one place together, as cooperative groups' coalesced_threads() has them. They may be
 * fewer than could be: who asks once for all of them is right whoever they are. In the emulator each thread is alone.
 */
#ifndef GPUMP_CUDA_WARPS_H
#define GPUMP_CUDA_WARPS_H

#ifdef GPUMP_EMULATOR

struct gpump_together_t {
    unsigned int size() const { return 1; }
    unsigned int rank() const { return 0; }
    void sync() const {}
    template <class T> T first(T value) const { return value; }
};

static inline gpump_together_t gpump_together()
{
    return {};
}

static inline gpump_together_t gpump_together(const void *)
{
    return {};
}

#else

struct gpump_together_t {
    unsigned int mask;

    __device__ unsigned int size() const { return (unsigned int)__popc(mask); }
    /* This thread's number among them. */
    __device__ unsigned int rank() const
    {
        unsigned int before;
        asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
        return (unsigned int)__popc(mask & before);
    }
    __device__ void sync() const { __syncwarp(mask); }
    /* The value that the first of them has. */
    template <class T> __device__ T first(T value) const { return __shfl_sync(mask, value, __ffs((int)mask) - 1); }
};

static inline __device__ gpump_together_t gpump_together()
{
    return {__activemask()};
}

/* Those of them that have come for the same thing. */
static inline __device__ gpump_together_t gpump_together(const void *of)
{
    return {__match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(of))};
}

#endif

#endif

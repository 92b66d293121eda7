/*
 * Grids that cover a region's loops.
 *
 *     template <class gpump_form_t>
 *     __global__ void f_parallel0(gpump_form_t gpump_team, f_parallel0_t shared, float *const __restrict__ a)
 *     {
 *         if (!gpump_enter_bare(gpump_team))
 *             return;
 *         const int n = shared.n;
 *         for (int i : gpump_for(gpump_team, gpump_range<int>(0, '<', n, 1)))
 *             a[i] = 2 * a[i];
 *     }
 *     GPUMP_REGION(f_parallel0, f_parallel0_t, .file = "f.c", .line = 12, .kernel = gpump_kernel<f_parallel0<gpump_team_t>>,
 *                  .covered = gpump_kernel<f_parallel0<gpump_covered_t>>, .is_bare = true, ...);
 *
 * is a bare region (bare.h) that is nothing but a loop, or loops that are shared out together. It is compiled twice. The form for
 * a gpump_team_t goes round, for the threads may be fewer than the iterations. The form for a gpump_covered_t does not: the
 * host has counted the iterations and launched as many threads, so that a thread has one iteration or none, as in a kernel that is
 * written by hand. Of several loops the grid has a dimension for each, and covers all but the outermost, of which a thread has
 * `rows` iterations.
 *
 * The emulator stops a program in which the host has counted too few.
 */
#ifndef GPUMP_CUDA_COVERED_H
#define GPUMP_CUDA_COVERED_H

#include "bare.h"

struct gpump_covered_t : gpump_team_t {};

/* The loop tells which threads have nothing to do. */
static inline __device__ bool gpump_enter_bare(const gpump_covered_t &)
{
    return true;
}

static inline __device__ void gpump_check_covered([[maybe_unused]] bool is_covered)
{
#ifdef GPUMP_EMULATOR
    if (!is_covered) {
        fprintf(stderr, "gpump: a grid does not cover the region's loop\n");
        abort();
    }
#endif
}

/* The one iteration of a thread, if it has one. */
template <class T> class gpump_one_t {
    typedef typename gpump_every_t<T>::number number;

public:
    __device__ gpump_one_t(const gpump_range<T> &range, const gpump_team_t &team)
        : range_(range), thread_(gpump_grid_thread()), is_any_(thread_ < (number)range.count)
    {
        gpump_check_covered(range.count <= team.size);
    }

    struct end_t {};
    struct iterator {
        T value;
        bool is_left;
        __device__ T operator*() const { return value; }
        __device__ bool operator!=(end_t) const { return is_left; }
        __device__ void operator++() { is_left = false; }
    };
    __device__ iterator begin() const { return iterator{range_[thread_], is_any_}; }
    __device__ end_t end() const { return end_t(); }

    __device__ bool last() const { return is_any_ && thread_ == (number)range_.count - 1; }
    __device__ T after() const { return range_.after(); }

private:
    gpump_range<T> range_;
    unsigned int thread_;
    bool is_any_;
};

template <class T>
static inline __device__ gpump_one_t<T> gpump_for(const gpump_covered_t &team, const gpump_range<T> &range)
{
    return gpump_one_t<T>(range, team);
}

template <class T>
static inline __device__ gpump_one_t<T> gpump_for_static(const gpump_covered_t &team, const gpump_range<T> &range)
{
    return gpump_one_t<T>(range, team);
}

/* A thread's place in the inner loops, and the rows of the outermost that it has there. Those of a block lie next to each other: what
   neighbours have read in one row is used by the next. */
template <class N, class Ranges> class gpump_strip_t {
    typedef gpump_position<N> position;

public:
    __device__ gpump_strip_t(const Ranges &ranges, const gpump_team_t &team) : ranges_(ranges)
    {
        const position count = ranges.template count<N>();
        const N x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
        const N number = Ranges::is_pair ? blockIdx.y : blockIdx.z, own = Ranges::is_pair ? threadIdx.y : threadIdx.z;
        depth_ = Ranges::is_pair ? blockDim.y : blockDim.z;
        start_ = {number * depth_ * team.rows + own, Ranges::is_pair ? 0 : y, x};
        end_ = (number + 1) * depth_ * team.rows;
        if (end_ > count.outer)
            end_ = count.outer;
        if (x >= count.inner || (!Ranges::is_pair && y >= count.middle))
            end_ = 0;
        const N blocks = Ranges::is_pair ? gridDim.y : gridDim.z;
        gpump_check_covered(count.outer <= blocks * depth_ * team.rows && count.inner <= gridDim.x * blockDim.x &&
                            (Ranges::is_pair || count.middle <= gridDim.y * blockDim.y));
    }

    struct end_t {};
    struct iterator {
        const gpump_strip_t &strip;
        position at;
        __device__ typename Ranges::value operator*() const { return strip.ranges_[at]; }
        __device__ bool operator!=(end_t) const { return at.outer < strip.end_; }
        __device__ void operator++() { at.outer += strip.depth_; }
    };
    __device__ iterator begin() const { return iterator{*this, start_}; }
    __device__ end_t end() const { return end_t(); }

private:
    Ranges ranges_;
    position start_;
    N depth_, end_;
};

template <class A, class B>
static inline __device__ gpump_strip_t<gpump_count_type<A, B>, gpump_two_ranges<A, B>>
gpump_strip_of(const gpump_covered_t &team, const gpump_range<A> &outer, const gpump_range<B> &inner)
{
    return {{outer, inner}, team};
}

template <class A, class B, class C>
static inline __device__ gpump_strip_t<gpump_count_type<A, B, C>, gpump_three_ranges<A, B, C>>
gpump_strip_of(const gpump_covered_t &team, const gpump_range<A> &outer, const gpump_range<B> &middle, const gpump_range<C> &inner)
{
    return {{outer, middle, inner}, team};
}

/* That the iterations are independent is known. */
template <class Condition, class T, class... Inner>
static inline __device__ auto gpump_for_nest(const gpump_covered_t &team, const Condition &, const gpump_range<T> &outer,
                                             const Inner &...inner)
{
    return gpump_strip_of(team, outer, inner...);
}

/* The host knows it. Of a variable that is no constant, or the other function would suit better. */
template <class... Pointers> static inline __device__ bool gpump_apart(gpump_covered_t &, Pointers &&...)
{
    return true;
}

#endif

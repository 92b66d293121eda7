/*
 * Groups of threads that run an iteration together.
 *
 *     #pragma omp parallel for private(j)
 *     for (i = 0; i < n; i++) {
 *         double sum = 0;
 *         for (j = first[i]; j < first[i + 1]; j++)
 *             sum += value[j] * x[column[j]];
 *         y[i] = sum;
 *     }
 *
 * becomes
 *
 *     const auto gpump_group = gpump_group_for(gpump_range<int>(0, '<', n, 1),
 *                                              [&](int i) { return gpump_range<int>(first[i], '<', first[i + 1], 1); });
 *     for (int i : gpump_group) {
 *         double sum = 0;
 *         sum = gpump_group.part(sum);
 *         for (int j : gpump_group.spread(gpump_range<int>(first[i], '<', first[i + 1], 1)))
 *             sum += value[j] * x[column[j]];
 *         sum = gpump_group.sum(sum);
 *         if (gpump_group.is_first())
 *             y[i] = sum;
 *     }
 *
 * so that neighbouring threads touch neighbouring elements of a row, and a row with many elements has many threads. A group is
 * a thread, or 2, 4, 8, 16 or 32 of one warp: as many as a few rows say that are looked at beforehand. All of a group do the
 * same, but for the inner loop and what stands behind is_first().
 *
 * A sum of floating-point numbers is added up in another order than the program has it.
 */
#ifndef GPUMP_CUDA_GROUPS_H
#define GPUMP_CUDA_GROUPS_H

#include "loops.h"

/* So many threads as a power of 2: no division by it takes any time. */
template <class T> class gpump_group_t {
    template <class U> using number = typename gpump_every_t<U>::number;

public:
    __device__ gpump_group_t(const gpump_range<T> &range, unsigned int power, const gpump_share_t &share)
        : own_(range, share.thread >> power, share.threads >> power), power_(power), lane_(threadIdx.x & (width() - 1))
    {
        mask_ = power >= 5 ? 0xffffffffu : ((1u << width()) - 1) << (threadIdx.x % GPUMP_WARP - lane_);
    }

    /* The group's iterations. */
    typedef typename gpump_every_t<T>::iterator iterator;
    typedef typename gpump_every_t<T>::end_t end_t;
    __device__ iterator begin() const { return own_.begin(); }
    __device__ end_t end() const { return end_t(); }

    /* A thread's part of an inner loop. */
    template <class U> __device__ gpump_every_t<U> spread(const gpump_range<U> &range) const
    {
        const number<U> all = (number<U>)range.count;
        return gpump_every_t<U>(range, lane_, width(), all > lane_ ? ((all - lane_ - 1) >> power_) + 1 : 0);
    }

    /* What a thread's part of a sum begins with: one of them has what is there already. */
    template <class S> __device__ S part(S sum) const { return lane_ == 0 ? sum : (S)0; }

    /* The parts' sum, for all of the group. */
    template <class S> __device__ S sum(S part) const
    {
        for (unsigned int distance = width() / 2; distance > 0; distance /= 2)
            part += __shfl_xor_sync(mask_, part, (int)distance);
        return part;
    }

    __device__ bool is_first() const { return lane_ == 0; }

    /* 2 to this power is its size. */
    __device__ unsigned int power() const { return power_; }

private:
    __device__ unsigned int width() const { return 1u << power_; }

    gpump_every_t<T> own_;
    unsigned int power_, lane_, mask_;
};

/* The width by the first, a middle and the last iteration's inner loop: a thread is to have three elements or more. */
template <class T, class Inner>
static inline __device__ gpump_group_t<T> gpump_group_of(const gpump_range<T> &range, const Inner &inner,
                                                         const gpump_share_t &share)
{
    unsigned int power = 0;
    if (share.has_whole_warps && range.count > 0) {
        const unsigned long long all =
            inner(range[0]).count + inner(range[range.count / 2]).count + inner(range[range.count - 1]).count;
        for (unsigned int wider = 1; wider <= 5; wider++)
            power += all >= (3 * 3ull << wider);
    }
    return gpump_group_t<T>(range, power, share);
}

/* The same where nothing can be known beforehand. */
template <class T>
static inline __device__ gpump_group_t<T> gpump_group_of(const gpump_range<T> &range, const gpump_share_t &share)
{
    return gpump_group_t<T>(range, share.has_whole_warps ? 3 : 0, share);
}

template <class T, class... Inner>
static inline __device__ gpump_group_t<T> gpump_group_for(const gpump_range<T> &range, const Inner &...inner)
{
    const gpump_group_t<T> group = gpump_group_of(range, inner..., gpump_share());
    gpump_note_work(range.count << group.power());
    return group;
}

#endif

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

/* Some of a range's values: from one of them on, every so many. */
template <class T> class gpump_every_t {
    typedef typename std::conditional<sizeof(T) <= 4, unsigned int, unsigned long long>::type number;

public:
    __device__ gpump_every_t(const gpump_range<T> &range, number from, number distance)
    {
        const number all = (number)range.count;
        value_ = (number)range[from];
        advance_ = (number)range.step * distance;
        count_ = all > from ? (all - from - 1) / distance + 1 : 0;
    }

    struct end_t {};
    struct iterator {
        number value, left, advance;
        __device__ T operator*() const { return (T)value; }
        __device__ bool operator!=(end_t) const { return left != 0; }
        __device__ void operator++()
        {
            left--;
            value += advance;
        }
    };
    __device__ iterator begin() const { return iterator{value_, count_, advance_}; }
    __device__ end_t end() const { return end_t(); }

private:
    number value_, count_, advance_;
};

template <class T> class gpump_group_t {
public:
    __device__ gpump_group_t(const gpump_range<T> &range, unsigned int width) : range_(range), width_(width)
    {
        lane_ = threadIdx.x % width;
        const unsigned int first = threadIdx.x % GPUMP_WARP / width * width;
        mask_ = width >= GPUMP_WARP ? 0xffffffffu : ((1u << width) - 1) << first;
    }

    /* The group's iterations. */
    typedef typename gpump_every_t<T>::iterator iterator;
    typedef typename gpump_every_t<T>::end_t end_t;
    __device__ iterator begin() const
    {
        return gpump_every_t<T>(range_, gpump_thread() / width_, gpump_threads() / width_).begin();
    }
    __device__ end_t end() const { return end_t(); }

    /* A thread's part of an inner loop. */
    template <class U> __device__ gpump_every_t<U> spread(const gpump_range<U> &range) const
    {
        return gpump_every_t<U>(range, lane_, width_);
    }

    /* What a thread's part of a sum begins with: one of them has what is there already. */
    template <class S> __device__ S part(S sum) const { return lane_ == 0 ? sum : (S)0; }

    /* The parts' sum, for all of the group. */
    template <class S> __device__ S sum(S part) const
    {
        for (unsigned int distance = width_ / 2; distance > 0; distance /= 2)
            part += __shfl_xor_sync(mask_, part, (int)distance);
        return part;
    }

    __device__ bool is_first() const { return lane_ == 0; }

private:
    gpump_range<T> range_;
    unsigned int width_, lane_, mask_;
};

/* The width by the first, a middle and the last iteration's inner loop: a thread is to have three elements or more. */
template <class T, class Inner>
static inline __device__ gpump_group_t<T> gpump_group_for(const gpump_range<T> &range, const Inner &inner)
{
    unsigned int width = 1;
    if (gpump_has_whole_warps() && range.count > 0) {
        const unsigned long long all =
            inner(range[0]).count + inner(range[range.count / 2]).count + inner(range[range.count - 1]).count;
        while (width < GPUMP_WARP && width * 2 * 3 <= all / 3)
            width *= 2;
    }
    return gpump_group_t<T>(range, width);
}

/* The same where nothing can be known beforehand. */
template <class T> static inline __device__ gpump_group_t<T> gpump_group_for(const gpump_range<T> &range)
{
    return gpump_group_t<T>(range, gpump_has_whole_warps() ? 8 : 1);
}

#endif

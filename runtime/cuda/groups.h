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
 * What is added up may be an element of memory, `y[i] += value[j] * x[column[j]]`. One of the group adds the sum to it:
 *
 *         gpump_group.add([&](double &gpump_own_y) {
 *         for (int j : gpump_group.spread(...))
 *             gpump_own_y += value[j] * x[column[j]];
 *         }, y[i]);
 *
 * If `value` or `x` may lead to the same memory as `y`, the group is made by gpump_group_if(gpump_apart(y, value, x), ...). Where the
 * answer is no it is one thread, which has the loop do what it says.
 *
 * With `sum += a[j][i]` neighbouring memory is that of neighbouring iterations. The groups that gpump_column_if makes lie
 * across a warp: of its threads the first ones are those of neighbouring groups. They are of one thread if that makes the team
 * busy, and of no more than 8, so that four groups touch 4 elements in a row.
 *
 * Where the program says of several loops in an iteration that their iterations are independent, the threads do a part of each, and
 * meet between them:
 *
 *     for (int i : gpump_group) {
 *         for (int j : gpump_group.spread(gpump_range<int>(0, '<', m, 1)))
 *             a[i][j] *= x[j];
 *         gpump_group.wait();
 *         for (int j : gpump_group.spread(gpump_range<int>(0, '<', m, 1)))
 *             b[i][j] = a[i][m - 1 - j];
 *     }
 *
 * A sum of floating-point numbers is added up in another order than the program has it.
 */
#ifndef GPUMP_CUDA_GROUPS_H
#define GPUMP_CUDA_GROUPS_H

#include "atomics.h"
#include "elements.h"
#include "loops.h"

/* So many threads as a power of 2: no division by it takes any time. `Columns` says whether a group lies across its warp. */
template <class T, bool Columns> class gpump_group_t {
    template <class U> using number = typename gpump_every_t<U>::number;

public:
    __device__ gpump_group_t(const gpump_range<T> &range, unsigned int power, const gpump_share_t &share, bool are_apart)
        : own_(own(range, number_of(share.thread, power), share.threads >> power)), power_(power),
          lane_(Columns ? threadIdx.x % GPUMP_WARP >> (5 - power) : threadIdx.x & (width() - 1)), are_apart_(are_apart)
    {
        if (Columns) {
            mask_ = 1;
            for (unsigned int away = GPUMP_WARP / 2; away >= distance(); away /= 2)
                mask_ |= mask_ << away;
            mask_ <<= threadIdx.x % distance();
        } else {
            mask_ = power >= 5 ? 0xffffffffu : ((1u << width()) - 1) << (threadIdx.x % GPUMP_WARP - lane_);
        }
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

    /* What a thread's part of a sum begins with: one of them has what is there already. Of a product it is 1 elsewhere. */
    template <class S> __device__ S part(S sum, int elsewhere = 0) const { return lane_ == 0 ? sum : (S)elsewhere; }

    /* The parts' sum, for all of the group. */
    template <class S> __device__ S sum(S part) const { return combine<gpump_op_add>(part); }

    /* The same by any operator. All get the same, also where it tells its operands apart. */
    template <class Op, class S> __device__ S combine(S part) const
    {
        for (unsigned int away = Columns ? GPUMP_WARP / 2 : width() / 2; away >= (Columns ? distance() : 1); away /= 2) {
            const S other = __shfl_xor_sync(mask_, part, (int)away);
            part = (S)(threadIdx.x % GPUMP_WARP & away ? Op::apply(other, part) : Op::apply(part, other));
        }
        return part;
    }

    /* What one of the group has written the others read behind it. */
    __device__ void wait() const { __syncwarp(mask_); }

    /* Has a loop add its parts up, and adds them to elements of memory. */
    template <class Loop, class... S> __device__ void add(const Loop &loop, S &...elements) const
    {
        if (are_apart_) {
            [&](S... own) {
                loop(own...);
                ((own = sum(own)), ...);
                if (is_first())
                    ((elements = own), ...);
            }((is_first() ? elements : (S)0)...);
        } else {
            loop(elements...);
        }
    }

    /* What all of the group have found out; none of them goes on, and changes it perhaps, before all have. */
    __device__ bool agree(bool found) const { return __any_sync(mask_, found) != 0; }

    __device__ bool is_first() const { return lane_ == 0; }

    /* 2 to this power is its size. */
    __device__ unsigned int power() const { return power_; }

private:
    __device__ unsigned int width() const { return 1u << power_; }
    /* From one thread of a group that lies across its warp to the next. */
    __device__ unsigned int distance() const { return GPUMP_WARP >> power_; }

    static __device__ unsigned int number_of(unsigned int thread, unsigned int power)
    {
        if (!Columns)
            return thread >> power;
        const unsigned int groups = GPUMP_WARP >> power;
        return thread / GPUMP_WARP * groups + thread % groups;
    }

    static __device__ gpump_every_t<T> own(const gpump_range<T> &range, number<T> group, number<T> groups)
    {
        if (gpump_deals_out())
            return gpump_every_t<T>(range, group, groups);
        const auto stretch = gpump_stretch((number<T>)range.count, group, groups);
        return gpump_every_t<T>(range, stretch.first, 1, stretch.count);
    }

    gpump_every_t<T> own_;
    unsigned int power_, lane_, mask_;
    bool are_apart_;
};

/* Of the first, a middle and the last iteration's inner loop a thread is to have three elements or more. */
template <bool Columns, class T, class Inner>
static inline __device__ gpump_group_t<T, Columns> gpump_group_of(bool are_apart, const gpump_share_t &share,
                                                                  const gpump_range<T> &range, const Inner &inner)
{
    unsigned int power = 0;
    if (share.has_whole_warps && are_apart && range.count > 0) {
        const unsigned long long all =
            inner(range[0]).count + inner(range[range.count / 2]).count + inner(range[range.count - 1]).count;
        for (unsigned int wider = 1; wider <= (Columns ? 3 : 5); wider++)
            power += all >= (3 * 3ull << wider) && (!Columns || range.count << wider <= share.threads);
    }
    return gpump_group_t<T, Columns>(range, power, share, are_apart);
}

/* The same where nothing can be known beforehand. */
template <bool Columns, class T>
static inline __device__ gpump_group_t<T, Columns> gpump_group_of(bool are_apart, const gpump_share_t &share,
                                                                  const gpump_range<T> &range)
{
    const bool may_be_wide = share.has_whole_warps && are_apart && (!Columns || range.count << 3 <= share.threads);
    return gpump_group_t<T, Columns>(range, may_be_wide ? 3 : 0, share, are_apart);
}

template <class T, class... Inner>
static inline __device__ gpump_group_t<T, false> gpump_group_if(bool are_apart, const gpump_range<T> &range,
                                                                const Inner &...inner)
{
    const gpump_group_t<T, false> group = gpump_group_of<false>(are_apart, gpump_share(), range, inner...);
    gpump_note_work(range.count << group.power());
    return group;
}

template <class T, class... Inner>
static inline __device__ gpump_group_t<T, true> gpump_column_if(bool are_apart, const gpump_range<T> &range,
                                                                const Inner &...inner)
{
    const gpump_group_t<T, true> group = gpump_group_of<true>(are_apart, gpump_share(), range, inner...);
    /* The longer, the more threads there are for it the next time. */
    gpump_note_work(range.count << 3);
    return group;
}

template <class T, class... Inner>
static inline __device__ gpump_group_t<T, false> gpump_group_for(const gpump_range<T> &range, const Inner &...inner)
{
    return gpump_group_if(true, range, inner...);
}

#endif

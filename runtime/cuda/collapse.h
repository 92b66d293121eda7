/*
 * Loops whose iterations are one space (OpenMP 3.0, 2.5.1).
 *
 *     #pragma omp for collapse(2) schedule(dynamic, 4)
 *     for (i = 0; i < n; i++)
 *         for (j = 0; j < m; j++)
 *
 * becomes
 *
 *     for (auto [i, j] : gpump_for_dynamic(gpump_collapse(gpump_range<int>(0, '<', n, 1), gpump_range<int>(0, '<', m, 1)), 4))
 *
 * gpump_collapse makes a gpump_range of it, so that loops.h hands its iterations out as those of any other: in the order of the
 * nest, the innermost loop's one after the other. Where the order is open, and nobody asks for the last one, a nest is shared out
 * by nests.h, which divides less.
 */
#ifndef GPUMP_CUDA_COLLAPSE_H
#define GPUMP_CUDA_COLLAPSE_H

#include "nests.h"
#include "pointer_loops.h"

#include <utility>

/* The values of the loops' variables in an iteration: for `auto [i, j]`. */
template <class... T> struct gpump_values_t;

template <class A> struct gpump_values_t<A> {
    A first;
    template <std::size_t I> __host__ __device__ A get() const { return first; }
};

template <class A, class... Rest> struct gpump_values_t<A, Rest...> {
    A first;
    gpump_values_t<Rest...> rest;
    template <std::size_t I> __host__ __device__ auto get() const
    {
        if constexpr (I == 0)
            return first;
        else
            return rest.template get<I - 1>();
    }
};

template <class... T> struct std::tuple_size<gpump_values_t<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t I, class... T> struct std::tuple_element<I, gpump_values_t<T...>> {
    typedef decltype(std::declval<gpump_values_t<T...>>().template get<I>()) type;
};

/* The values of some loops, the first of them the outermost. Their number is 0 as soon as one of them has no iteration. */
template <class... T> struct gpump_space_t;

template <class A> struct gpump_space_t<A> {
    gpump_range<A> own;
    unsigned long long count;

    __host__ __device__ gpump_space_t(const gpump_range<A> &range) : own(range), count(range.count) {}
    __host__ __device__ gpump_values_t<A> operator[](unsigned long long k) const { return {own[k]}; }
    __host__ __device__ gpump_values_t<A> after() const { return {own.after()}; }
    __host__ __device__ unsigned long long number(A value) const { return own.number(value); }
};

template <class A, class... Rest> struct gpump_space_t<A, Rest...> {
    gpump_range<A> own;
    gpump_space_t<Rest...> inner;
    unsigned long long count;

    __host__ __device__ gpump_space_t(const gpump_range<A> &range, const gpump_range<Rest> &...ranges)
        : own(range), inner(ranges...), count(range.count * inner.count)
    {
    }

    /* A thread that has none may ask as well. */
    __host__ __device__ gpump_values_t<A, Rest...> operator[](unsigned long long k) const
    {
        const unsigned long long by = inner.count == 0 ? 1 : inner.count;
        unsigned long long outer;
        if ((k | by) >> 32 == 0) /* takes a part of the time */
            outer = (unsigned int)k / (unsigned int)by;
        else
            outer = k / by;
        return {own[outer], inner[k - outer * by]};
    }

    /* What a loop's variable has after the loops is what its own loop leaves. */
    __host__ __device__ gpump_values_t<A, Rest...> after() const { return {own.after(), inner.after()}; }
    __host__ __device__ unsigned long long number(A value, Rest... values) const
    {
        return own.number(value) * inner.count + inner.number(values...);
    }
};

template <class... T> struct gpump_range<gpump_values_t<T...>> : gpump_space_t<T...> {
    using gpump_space_t<T...>::gpump_space_t;
};

template <class... T>
static inline __host__ __device__ gpump_range<gpump_values_t<T...>> gpump_collapse(const gpump_range<T> &...ranges)
{
    return gpump_range<gpump_values_t<T...>>(ranges...);
}

/* The same where the values of inner loops could not be computed if the outermost has no iterations: these are functions. */
template <class A, class... Inner>
static inline __device__ auto gpump_collapse_in_time(const gpump_range<A> &outer, const Inner &...inner)
{
    return gpump_collapse(outer, gpump_in_time(inner, outer.count != 0)...);
}

template <class... T> class gpump_every_t<gpump_values_t<T...>> {
public:
    typedef unsigned long long number;
};

/* A thread's share of iterations of which only the numbers are known. */
template <class value, int Schedule> class gpump_numbered_spread_t {
public:
    __device__ gpump_numbered_spread_t(const gpump_range<value> &range, const gpump_share_t &share) : range_(range)
    {
        const unsigned long long all = range.count, thread = share.thread, threads = share.threads;
        if (Schedule == GPUMP_CYCLIC && gpump_deals_out()) {
            k_ = thread;
            distance_ = threads;
            end_ = all;
        } else {
            const auto own = gpump_stretch(all, thread, threads);
            k_ = own.first;
            distance_ = 1;
            end_ = k_ + own.count;
        }
    }
    __device__ gpump_numbered_spread_t(const gpump_range<value> &range, unsigned long long)
        : gpump_numbered_spread_t(range, gpump_share())
    {
        gpump_note_work(range.count);
    }

    struct end_t {};
    struct iterator {
        const gpump_numbered_spread_t &spread;
        unsigned long long k;
        __device__ value operator*() const { return spread.range_[k]; }
        __device__ bool operator!=(end_t) const { return k < spread.end_; }
        /* Numbers may come close to the end of their type. */
        __device__ void operator++() { k = spread.end_ - k > spread.distance_ ? k + spread.distance_ : spread.end_; }
    };
    __device__ iterator begin() const { return iterator{*this, k_}; }
    __device__ end_t end() const { return end_t(); }

    __device__ bool last() const
    {
        return k_ < end_ && (range_.count - 1 - k_) % distance_ == 0 && end_ == range_.count;
    }
    __device__ value after() const { return range_.after(); }

private:
    gpump_range<value> range_;
    unsigned long long k_, distance_, end_;
};

template <class... T, int Schedule>
class gpump_spread_t<gpump_values_t<T...>, Schedule> : public gpump_numbered_spread_t<gpump_values_t<T...>, Schedule> {
    using gpump_numbered_spread_t<gpump_values_t<T...>, Schedule>::gpump_numbered_spread_t;
};

/* What the variable of one of a loop's loops has after it. */
template <unsigned int Number, class Loop> static inline __device__ auto gpump_after(const Loop &loop)
{
    return loop.after().template get<Number>();
}

#endif

/*
 * Loops that are shared out together, and of which an inner one has other iterations each time (OpenMP 5.0, 2.9.1).
 *
 *     #pragma omp for collapse(2)
 *     for (i = 0; i < n; i++)
 *         for (j = i; j < n; j++)
 *
 * becomes
 *
 *     for (auto [i, j] : gpump_for(gpump_uneven(gpump_range<int>(0, '<', n, 1), [&](int i) { return gpump_range<int>(i, '<', n, 1); })))
 *
 * The iterations are numbered in the order of the nest. Which values a number stands for is found by going through the iterations
 * of the outer loops: a row is an iteration of the outermost. Numbers that a thread asks for grow, so it goes on from the row
 * where it was.
 */
#ifndef GPUMP_CUDA_UNEVEN_H
#define GPUMP_CUDA_UNEVEN_H

#include "collapse.h"

/* The inner loops: functions of the values of those around, which give a range. */
template <class... Inner> struct gpump_inner_t;

template <class F> struct gpump_inner_t<F> {
    F range;

    template <class... Outer> __device__ unsigned long long count(Outer... outer) const { return range(outer...).count; }

    template <class... Outer> __device__ auto find(unsigned long long k, Outer... outer) const
    {
        const auto own = range(outer...);
        return values(own[k]);
    }

    template <class V, class... Outer> __device__ auto after(const V &, Outer... outer) const
    {
        return values(range(outer...).after());
    }

private:
    template <class T> static __device__ gpump_values_t<T> values(T value) { return {value}; }
};

template <class F, class... Rest> struct gpump_inner_t<F, Rest...> {
    F range;
    gpump_inner_t<Rest...> inner;

    template <class... Outer> __device__ unsigned long long count(Outer... outer) const
    {
        const auto own = range(outer...);
        unsigned long long all = 0;
        for (unsigned long long at = 0; at < own.count; at++)
            all += inner.count(outer..., own[at]);
        return all;
    }

    template <class... Outer> __device__ auto find(unsigned long long k, Outer... outer) const
    {
        const auto own = range(outer...);
        unsigned long long at = 0;
        for (; at < own.count; at++) {
            const unsigned long long size = inner.count(outer..., own[at]);
            if (k < size)
                break;
            k -= size;
        }
        return values(own[at], inner.find(k, outer..., own[at]));
    }

    template <class V, class... Outer> __device__ auto after(const V &at, Outer... outer) const
    {
        return values(range(outer...).after(), inner.after(at.rest, outer..., at.first));
    }

private:
    template <class T, class... R>
    static __device__ gpump_values_t<T, R...> values(T value, const gpump_values_t<R...> &rest)
    {
        return {value, rest};
    }
};

/* The values of an iteration, as those of a space of that kind. */
template <class Space, class Values> struct gpump_uneven_values_t : Values {
};
template <class Space, class Values>
struct std::tuple_size<gpump_uneven_values_t<Space, Values>> : std::tuple_size<Values> {};
template <std::size_t I, class Space, class Values>
struct std::tuple_element<I, gpump_uneven_values_t<Space, Values>> : std::tuple_element<I, Values> {};

template <class A, class... Inner> struct gpump_uneven_t {
    gpump_range<A> own;
    gpump_inner_t<Inner...> inner;
    unsigned long long count = 0;

    __device__ gpump_uneven_t(const gpump_range<A> &range, const gpump_inner_t<Inner...> &rest) : own(range), inner(rest)
    {
        for (unsigned long long at = 0; at < own.count; at++)
            count += inner.count(own[at]);
    }

    __device__ auto at(unsigned long long k) const
    {
        if (k < before_)
            row_ = before_ = size_ = 0;
        while (k - before_ >= size_ && row_ < own.count) {
            before_ += size_;
            size_ = inner.count(own[row_]);
            row_++;
        }
        const A value = own[row_ == 0 ? 0 : row_ - 1];
        return values(value, inner.find(k - before_, value));
    }

    __device__ auto after() const
    {
        const auto last = at(count - 1);
        return values(own.after(), inner.after(last.rest, last.first));
    }

private:
    template <class... R> static __device__ gpump_values_t<A, R...> values(A value, const gpump_values_t<R...> &rest)
    {
        return {value, rest};
    }

    /* The row behind the one that was looked at last, and how many iterations are in front of that and in it. */
    mutable unsigned long long row_ = 0, before_ = 0, size_ = 0;
};

template <class Space, class Values> struct gpump_range<gpump_uneven_values_t<Space, Values>> : Space {
    typedef gpump_uneven_values_t<Space, Values> value;

    __device__ gpump_range(const Space &space) : Space(space) {}
    __device__ value operator[](unsigned long long k) const { return {this->at(k)}; }
    __device__ value after() const { return {Space::after()}; }
};

template <class A, class... F> static inline __device__ auto gpump_uneven(const gpump_range<A> &outer, const F &...inner)
{
    typedef gpump_uneven_t<A, F...> space;
    typedef decltype(std::declval<const space &>().at(0)) values;
    return gpump_range<gpump_uneven_values_t<space, values>>(space(outer, gpump_inner_t<F...>{inner...}));
}

template <class Space, class Values, int Schedule>
class gpump_spread_t<gpump_uneven_values_t<Space, Values>, Schedule>
    : public gpump_numbered_spread_t<gpump_uneven_values_t<Space, Values>, Schedule> {
    using gpump_numbered_spread_t<gpump_uneven_values_t<Space, Values>, Schedule>::gpump_numbered_spread_t;
};

#endif

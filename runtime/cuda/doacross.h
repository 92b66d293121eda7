/*
 * Iterations that wait for certain others (OpenMP 4.5, 2.13.9).
 *
 *     #pragma omp for ordered(2)
 *     for (i = 1; i < n; i++)
 *         for (j = 1; j < m; j++) {
 *     #pragma omp ordered depend(sink : i - 1, j)
 *             ...
 *     #pragma omp ordered depend(source)
 *         }
 *
 * becomes
 *
 *     gpump_doacross_t gpump_across(gpump_collapse(gpump_range<int>(1, '<', n, 1), gpump_range<int>(1, '<', m, 1)));
 *     for (int i : gpump_for(gpump_range<int>(1, '<', n, 1)))
 *         for (j = 1; j < m; j++) {
 *             gpump_across.sink({-1, 0}, i, j);
 *             ...
 *             gpump_across.source(i, j);
 *         }
 *     gpump_across.end();
 *
 * The iterations of the loop that is shared out, or of those that are with `collapse`, are rows, each of which one thread runs in its
 * order. For each row a word says how far it has come. A thread runs its rows in their order, too, and all threads of the team are on
 * the device at once: so the first row that is not done waits for nobody, and the others get their turn.
 */
#ifndef GPUMP_CUDA_DOACROSS_H
#define GPUMP_CUDA_DOACROSS_H

#include "collapse.h"
#include "library_host.h"

/* How many loops are shared out. */
template <unsigned int Loops> struct gpump_rows {};

template <unsigned int Rows, class... T> class gpump_doacross_t {
public:
    __device__ explicit gpump_doacross_t(const gpump_range<gpump_values_t<T...>> &space, gpump_rows<Rows> = {})
        : space_(space)
    {
        if (gpump_self()->level != 0)
            return; /* this thread runs all rows */
        work_ = gpump_next_work();
        if (gpump_load(&work_->next) == 0 && atomicCAS(&work_->next, 0ull, 1ull) == 0)
            make_rows();
        unsigned long long seen;
        while ((seen = gpump_load(&work_->next)) == 1)
            gpump_pause();
        gpump_fence();
        done_ = reinterpret_cast<unsigned long long *>((uintptr_t)seen);
    }

    /* Waits until an iteration so far from this one has come to its source, if there is one. */
    __device__ void sink(const long long (&by)[sizeof...(T)], T... values) const
    {
        place_t other;
        if (work_ && find(other, by, values...))
            wait(other, values...);
    }

    /* The same of the iteration before this one. */
    __device__ void sink_before(T... values) const
    {
        place_t before;
        if (!work_ || !find(before, {}, values...))
            return;
        if (before.place != 0 || before.row == 0)
            return;
        before.row--;
        before.place = inner<0>(space_) - 1;
        wait(before, values...);
    }

    __device__ void source(T... values) const
    {
        place_t own;
        if (!work_ || !find(own, {}, values...))
            return;
        __threadfence();
        gpump_store(&done_[own.row], own.place + 1);
    }

    __device__ void end()
    {
        if (!work_)
            return;
        __threadfence();
        if (atomicAdd(&work_->turn, 1ull) + 1 == gpump_threads())
            gpump_free(done_);
        gpump_leave_work(work_, 1, gpump_threads());
    }

private:
    /* The row of an iteration, and its place among the row's. */
    struct place_t {
        unsigned long long row = 0, place = 0;
    };

    /* Those of the thread's own row are over. */
    __device__ void wait(const place_t &other, T... values) const
    {
        place_t own;
        find(own, {}, values...);
        if (own.row == other.row)
            return;
        while (gpump_load(&done_[other.row]) <= other.place)
            gpump_pause();
        gpump_fence();
    }

    __device__ void make_rows()
    {
        const unsigned long long rows = (Rows == sizeof...(T) ? space_.count : outer<0>(space_)) + 1;
        unsigned long long *made = gpump_malloc(rows * sizeof *made);
        if (!made) {
            gpump_fprintf(gpump_block()->team.mailbox->standard_error,
                          "gpump: no memory for the %llu iterations of a loop with `ordered(n)'\n", rows);
            gpump_abort();
        }
        for (unsigned long long row = 0; row < rows; row++)
            made[row] = 0;
        __threadfence();
        gpump_store(&work_->next, (unsigned long long)reinterpret_cast<uintptr_t>(made));
    }

    /* How many rows there are, and how many iterations in each. */
    template <unsigned int Loop, class Space> static __device__ unsigned long long outer(const Space &space)
    {
        if constexpr (Loop + 1 < Rows)
            return space.own.count * outer<Loop + 1>(space.inner);
        else
            return space.own.count;
    }
    template <unsigned int Loop, class Space> static __device__ unsigned long long inner(const Space &space)
    {
        if constexpr (Rows == sizeof...(T))
            return 1;
        else if constexpr (Loop + 1 < Rows)
            return inner<Loop + 1>(space.inner);
        else
            return space.inner.count;
    }

    /* The place of an iteration so far away; false if there is none. */
    __device__ bool find(place_t &found, const long long (&by)[sizeof...(T)], T... values) const
    {
        return add<0>(found, space_, by, values...);
    }

    template <unsigned int Loop, class A, class... Rest>
    static __device__ bool add(place_t &found, const gpump_space_t<A, Rest...> &space, const long long *by, A value,
                               Rest... rest)
    {
        const long long step = (long long)space.own.step, distance = *by * unit<A>();
        if (distance % step != 0)
            return false;
        const unsigned long long at = space.own.number(value) + (unsigned long long)(distance / step);
        if (at >= space.own.count)
            return false;
        unsigned long long &number = Loop < Rows ? found.row : found.place;
        number = number * space.own.count + at;
        if constexpr (sizeof...(Rest) != 0)
            return add<Loop + 1>(found, space.inner, by + 1, rest...);
        else
            return true;
    }

    /* The step of a loop that counts by a pointer is one in bytes. */
    template <class A> static __device__ constexpr long long unit()
    {
        if constexpr (std::is_pointer<A>::value)
            return (long long)sizeof(typename std::remove_pointer<A>::type);
        else
            return 1;
    }

    gpump_range<gpump_values_t<T...>> space_;
    gpump_work_t *work_ = nullptr;
    unsigned long long *done_ = nullptr;
};

template <class... T> gpump_doacross_t(const gpump_range<gpump_values_t<T...>> &) -> gpump_doacross_t<1, T...>;
template <unsigned int Rows, class... T>
gpump_doacross_t(const gpump_range<gpump_values_t<T...>> &, gpump_rows<Rows>) -> gpump_doacross_t<Rows, T...>;

#endif

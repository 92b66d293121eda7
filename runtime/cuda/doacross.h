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
 * The iterations of the outermost loop are rows, each of which one thread runs in its order. For each row a word says how far it has
 * come. A thread runs its rows in their order, too, and all threads of the team are on the device at once: so the first row that is not
 * done waits for nobody, and the others get their turn.
 */
#ifndef GPUMP_CUDA_DOACROSS_H
#define GPUMP_CUDA_DOACROSS_H

#include "collapse.h"
#include "library_host.h"

template <class... T> class gpump_doacross_t {
public:
    __device__ explicit gpump_doacross_t(const gpump_range<gpump_values_t<T...>> &space) : space_(space)
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

    /* Waits until an iteration so far from this one has come to its source, if there is one. Those of the thread's own row are over. */
    __device__ void sink(const long long (&by)[sizeof...(T)], T... values) const
    {
        const long long own[sizeof...(T)] = {};
        unsigned long long row, place, own_row, own_place;
        if (!work_ || !find(space_, by, row, place, values...))
            return;
        find(space_, own, own_row, own_place, values...);
        if (row == own_row)
            return;
        while (gpump_load(&done_[row]) <= place)
            gpump_pause();
        gpump_fence();
    }

    __device__ void source(T... values) const
    {
        const long long own[sizeof...(T)] = {};
        unsigned long long row, place;
        if (!work_ || !find(space_, own, row, place, values...))
            return;
        __threadfence();
        gpump_store(&done_[row], place + 1);
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
    __device__ void make_rows()
    {
        const unsigned long long rows = space_.own.count + 1;
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

    /* The row of an iteration so far away, and its place among the row's; false if there is none. */
    template <class A, class... Rest>
    static __device__ bool find(const gpump_space_t<A, Rest...> &space, const long long *by, unsigned long long &row,
                                unsigned long long &place, A value, Rest... rest)
    {
        const long long step = (long long)space.own.step;
        if (*by % step != 0)
            return false;
        row = space.own.number(value) + (unsigned long long)(*by / step);
        place = 0;
        if constexpr (sizeof...(Rest) != 0) {
            unsigned long long inner_row, inner_place;
            if (!find(space.inner, by + 1, inner_row, inner_place, rest...))
                return false;
            unsigned long long each = 1;
            if constexpr (sizeof...(Rest) > 1)
                each = space.inner.inner.count;
            place = inner_row * each + inner_place;
        }
        return row < space.own.count;
    }

    gpump_range<gpump_values_t<T...>> space_;
    gpump_work_t *work_ = nullptr;
    unsigned long long *done_ = nullptr;
};

template <class... T> gpump_doacross_t(const gpump_range<gpump_values_t<T...>> &) -> gpump_doacross_t<T...>;

#endif

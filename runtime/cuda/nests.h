/*
 * Loops that are shared out together.
 *
 *     #pragma omp parallel for private(j)
 *     for (i = 1; i < n - 1; i++)
 *         for (j = 1; j < n - 1; j++)
 *             v[i * n + j] = ...
 *
 * becomes, where the iterations of the inner loop are independent, too,
 *
 *     for (auto [i, j] : gpump_for_nest(gpump_apart(v, u), gpump_range<int>(1, '<', n - 1, 1),
 *                                       gpump_range<int>(1, '<', n - 1, 1)))
 *         v[i * n + j] = ...
 *
 * The threads of a warp get neighbouring iterations of the innermost loop, so that they touch neighbouring memory, and
 * the warps of a block neighbouring iterations of the loop around it, so that what one of them has read the others find in the
 * cache. Such a tile goes to each block in turn.
 *
 * The first argument says whether the inner iterations are independent, as far as only the running program knows it. Where it
 * is false a thread runs all iterations of the inner loops itself, in their order.
 */
#ifndef GPUMP_CUDA_NESTS_H
#define GPUMP_CUDA_NESTS_H

#include "heap.h"
#include "loops.h"

/* ---- What two pointers lead to --------------------------------------------------------------------------- */

/* A pointer leads to the block that it leads into, and to nothing else (C17 6.5.6); a variable is an object. */
template <class T> static inline __device__ gpump_extent gpump_extent_of(const gpump_heap_t *heap, T &written)
{
    if constexpr (std::is_pointer<T>::value) {
        const unsigned char *place = (const unsigned char *)(const void *)written;
        return gpump_heap_has(heap, place) ? gpump_heap_extent_at(heap, place) : gpump_extent{nullptr, nullptr};
    } else {
        const unsigned char *start = (const unsigned char *)(const void *)&written;
        return {start, start + sizeof written};
    }
}

/* Where a pointer leads, or where a variable lies. */
template <class T> static inline __device__ const unsigned char *gpump_place_of(T &other)
{
    if constexpr (std::is_pointer<T>::value)
        return (const unsigned char *)(const void *)other;
    else
        return (const unsigned char *)(const void *)&other;
}

/* Whether what is written through the first is certainly no part of what the others lead to. A pointer to the end of the
   first one's object may be one that subscripts below 0 are used with. */
template <class W, class... Others>
static inline __device__ bool gpump_apart_in(const gpump_heap_t *heap, W &&written, Others &&...others)
{
    const gpump_extent extent = gpump_extent_of(heap, written);
    const unsigned char *places[] = {gpump_place_of(others)...};
    bool apart = extent.start != nullptr;
    for (const unsigned char *place : places)
        apart = apart && (place < extent.start || place > extent.stop);
    return apart;
}

template <class W, class... Others> static inline __device__ bool gpump_apart(W &&written, Others &&...others)
{
    /* In a bare region (bare.h) the first argument is the team. */
    if constexpr (std::is_same<typename std::decay<W>::type, gpump_team_t>::value)
        return written.is_apart || gpump_apart_in(written.heap, others...);
    else
        return gpump_apart_in(gpump_block()->team.heap, written, others...);
}

/* ---- Iterations -------------------------------------------------------------------------------------------- */

/* Three numbers of iterations, one for each loop. A nest of two loops has a single iteration in the middle. */
template <class N> struct gpump_position {
    N outer, middle, inner;
};

/*
 * The way of a thread through a nest. The iterations lie in tiles, which go to blocks (or single ones to threads) in turn. A
 * step goes on by the same distance each time, with a carry from an inner loop to the one around it, so there is no division on
 * the way. Numbers may come close to the end of their type; then a sum that is too small tells that it has wrapped around.
 */
template <class N> class gpump_way_t {
public:
    typedef gpump_position<N> position;

    __device__ gpump_way_t(const gpump_share_t &share, bool independent, const position &count, bool is_pair) : count_(count)
    {
        const N threads = share.threads, thread = share.thread;
        const position one = {1, 1, 1}, zero = {0, 0, 0};
        if (count.outer == 0 || count.middle == 0 || count.inner == 0) {
            start_ = size_ = step_ = zero;
            count_.outer = 0;
        } else if (!share.is_grid && !gpump_deals_out()) {
            const auto own = gpump_stretch<N>(count.outer, thread, threads);
            rows(own.first, 1);
            count_.outer = own.first + own.count;
        } else if (!independent) {
            rows(share.is_grid ? number_in_grid() : thread, threads);
        } else if (share.is_grid) {
            /* The grid lies over the loops: one of its dimensions over each. */
            const N x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
                    z = blockIdx.z * blockDim.z + threadIdx.z;
            start_ = {is_pair ? y : z, is_pair ? 0 : y, x};
            if (share.rows != 0) {
                strip(share.rows, is_pair);
                return;
            }
            const N across = gridDim.x * blockDim.x, down = gridDim.y * blockDim.y, deep = gridDim.z * blockDim.z;
            step_ = {0, 0, across};
            size_ = {0, is_pair ? 1 : rounded_up(count.middle, down), rounded_up(count.inner, across)};
            carry_ = {is_pair ? down : deep, is_pair ? 1 : down, 0};
        } else if (share.has_whole_warps && count.inner >= GPUMP_WARP && count.inner < large && count.middle < large &&
                   count.outer < large) {
            const N rows = blockDim.x / GPUMP_WARP, row = threadIdx.x / GPUMP_WARP, lane = threadIdx.x % GPUMP_WARP;
            const position tile = {is_pair ? rows : 1, is_pair ? 1 : rows, GPUMP_WARP};
            const position own = {is_pair ? row : 0, is_pair ? 0 : row, lane};
            spread(tile, own, blockIdx.x, gridDim.x);
        } else {
            spread(one, zero, thread, threads);
        }
    }

    __device__ position start() const
    {
        position at = start_;
        if (is_strip_ && !is_inside(at))
            at.outer = count_.outer;
        else if (is_left(at) && !is_inside(at))
            next(at);
        return at;
    }

    __device__ bool is_left(const position &at) const { return at.outer < count_.outer; }

    __device__ void next(position &at) const
    {
        if (is_strip_) {
            at.outer += carry_.outer;
            return;
        }
        do {
            const N before = at.outer;
            at.inner += step_.inner;
            at.middle += step_.middle;
            at.outer += step_.outer;
            if (at.inner >= size_.inner || at.inner < step_.inner) {
                at.inner -= size_.inner;
                at.middle += carry_.middle;
            }
            if (at.middle >= size_.middle || at.middle < step_.middle) {
                at.middle -= size_.middle;
                at.outer += carry_.outer;
            }
            if (at.outer < before)
                at.outer = count_.outer;
        } while (is_left(at) && !is_inside(at));
    }

private:
    static constexpr N large = (N)-1 - 4096;

    /* A thread's own iterations of the outermost loop, one after the other. */
    __device__ void rows(N first, N distance)
    {
        start_ = {first, 0, 0};
        step_ = {0, 0, 1};
        size_ = count_;
        carry_ = {distance, 1, 0};
    }

    /* All but the outermost loop have a single iteration for each thread. A block has a strip of the outermost: what neighbours
       have read in one row is used by the next. */
    __device__ void strip(N rows, bool is_pair)
    {
        const N block = is_pair ? blockDim.y : blockDim.z, number = is_pair ? blockIdx.y : blockIdx.z;
        const N own = is_pair ? threadIdx.y : threadIdx.z, first = number * block * rows, end = first + block * rows;
        start_.outer = first + own;
        carry_.outer = block;
        if (end < count_.outer)
            count_.outer = end;
        is_strip_ = true;
    }

    /* Often one of them is all there is: then nothing has to be divided. */
    static __device__ N rounded_up(N count, N size) { return count <= size ? size : ((count - 1) / size + 1) * size; }

    /* Tiles of this size, of which worker `number` of `workers` gets every so many; the thread has the place `own` in each. */
    __device__ void spread(const position &tile, const position &own, N number, N workers)
    {
        const N across = (count_.inner - 1) / tile.inner + 1, down = (count_.middle - 1) / tile.middle + 1;
        start_ = {number / across / down * tile.outer + own.outer, number / across % down * tile.middle + own.middle,
                  number % across * tile.inner + own.inner};
        step_ = {workers / across / down * tile.outer, workers / across % down * tile.middle, workers % across * tile.inner};
        size_ = {0, down * tile.middle, across * tile.inner};
        carry_ = {tile.outer, tile.middle, 0};
    }

    /* What stands over a tile's edge is no iteration. */
    __device__ bool is_inside(const position &at) const { return at.inner < count_.inner && at.middle < count_.middle; }

    static __device__ N number_in_grid()
    {
        const N block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
        const N own = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        return block * (blockDim.x * blockDim.y * blockDim.z) + own;
    }

    position count_, start_, step_, size_, carry_;
    bool is_strip_ = false;
};

/* What the loop variables of an iteration are: for `auto [i, j]`. */
template <class A, class B> struct gpump_pair_t {
    A first;
    B second;
};

template <class A, class B, class C> struct gpump_triple_t {
    A first;
    B second;
    C third;
};

template <class N, class Ranges> class gpump_nest_t {
public:
    __device__ gpump_nest_t(const gpump_share_t &share, bool independent, const Ranges &ranges)
        : ranges_(ranges), way_(share, independent, ranges.template count<N>(), Ranges::is_pair)
    {
    }

    struct end_t {};
    struct iterator {
        const gpump_nest_t &nest;
        gpump_position<N> at;
        __device__ typename Ranges::value operator*() const { return nest.ranges_[at]; }
        __device__ bool operator!=(end_t) const { return nest.way_.is_left(at); }
        __device__ void operator++() { nest.way_.next(at); }
    };
    __device__ iterator begin() const { return iterator{*this, way_.start()}; }
    __device__ end_t end() const { return end_t(); }

    __device__ unsigned long long size() const
    {
        const gpump_position<unsigned long long> count = ranges_.template count<unsigned long long>();
        return count.outer * count.middle * count.inner;
    }

private:
    Ranges ranges_;
    gpump_way_t<N> way_;
};

template <class A, class B> struct gpump_two_ranges {
    typedef gpump_pair_t<A, B> value;
    static constexpr bool is_pair = true;
    gpump_range<A> outer;
    gpump_range<B> inner;
    template <class N> __device__ gpump_position<N> count() const { return {(N)outer.count, 1, (N)inner.count}; }
    template <class N> __device__ value operator[](const gpump_position<N> &at) const
    {
        return {outer[at.outer], inner[at.inner]};
    }
};

template <class A, class B, class C> struct gpump_three_ranges {
    typedef gpump_triple_t<A, B, C> value;
    static constexpr bool is_pair = false;
    gpump_range<A> outer;
    gpump_range<B> middle;
    gpump_range<C> inner;
    template <class N> __device__ gpump_position<N> count() const
    {
        return {(N)outer.count, (N)middle.count, (N)inner.count};
    }
    template <class N> __device__ value operator[](const gpump_position<N> &at) const
    {
        return {outer[at.outer], middle[at.middle], inner[at.inner]};
    }
};

/* 32 bits count the iterations of loops over types of 32 bits. */
template <class... T>
using gpump_count_type = typename std::conditional<((sizeof(T) <= 4) && ...), unsigned int, unsigned long long>::type;

/* What could not be evaluated if the outer loop has no iterations is given as a function. */
template <class F> static inline __device__ auto gpump_in_time(const F &given, bool runs)
{
    if constexpr (std::is_same<F, bool>::value) {
        return given;
    } else if constexpr (std::is_invocable<F>::value) {
        typedef decltype(given()) value;
        if constexpr (std::is_same<value, bool>::value)
            return runs && given();
        else
            return runs ? given() : value(0, '<', 0, 1);
    } else {
        return given;
    }
}

template <class A, class B>
static inline __device__ gpump_nest_t<gpump_count_type<A, B>, gpump_two_ranges<A, B>>
gpump_nest_of(const gpump_share_t &share, bool independent, const gpump_range<A> &outer, const gpump_range<B> &inner)
{
    return {share, independent, {outer, inner}};
}

template <class A, class B, class C>
static inline __device__ gpump_nest_t<gpump_count_type<A, B, C>, gpump_three_ranges<A, B, C>>
gpump_nest_of(const gpump_share_t &share, bool independent, const gpump_range<A> &outer, const gpump_range<B> &middle, const gpump_range<C> &inner)
{
    return {share, independent, {outer, middle, inner}};
}

template <class Condition, class T, class... Inner>
static inline __device__ auto gpump_nest_for(const gpump_share_t &share, const Condition &independent,
                                             const gpump_range<T> &outer, const Inner &...inner)
{
    const bool runs = outer.count != 0;
    return gpump_nest_of(share, gpump_in_time(independent, runs), outer, gpump_in_time(inner, runs)...);
}

template <class Condition, class T, class... Inner>
static inline __device__ auto gpump_for_nest(const Condition &independent, const gpump_range<T> &outer,
                                             const Inner &...inner)
{
    const auto nest = gpump_nest_for(gpump_share(), independent, outer, inner...);
    gpump_note_work(nest.size());
    return nest;
}

#endif

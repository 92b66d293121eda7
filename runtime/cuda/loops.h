/*
 * Loops whose iterations a team shares (specification, 2.5.1).
 *
 *     #pragma omp for schedule(dynamic, 4)
 *     for (i = 0; i < n; i++)
 *
 * becomes
 *
 *     for (int i : gpump_for_dynamic(gpump_range<int>(0, '<', n, 1), 4))
 *
 * A gpump_range knows the loop's values; it counts the iterations as unsigned 64-bit numbers, so neither the
 * number of iterations nor a last value at the end of its type is a problem.
 *
 * With the two schedules that give a thread all its iterations at once, there is a gpump_spread_t: it has the first value,
 * the way to the next, and how many there are, so the compiler has a plain counted loop to unroll.
 *
 * For the others a gpump_for_t hands the calling thread its iterations in chunks: `k` is the iteration, `end_` where
 * the chunk ends, `stride_` the way from one to the next. When a chunk is used up, fetch() gets another, by the rule of the
 * schedule. The schedule is a constant in all but gpump_for_runtime, so of these rules one remains after compilation.
 *
 * A name for the gpump_for is needed for lastprivate:
 *
 *     auto loop = gpump_for(range);
 *     for (int i : loop) { ... }
 *     if (loop.last()) *shared.x = x;      (this thread ran the iteration that comes last)
 */
#ifndef GPUMP_CUDA_LOOPS_H
#define GPUMP_CUDA_LOOPS_H

#include "threads.h"

#include <type_traits>

/* ---- The values of a loop variable ---------------------------------------------------------------------- */

/* for (T i = first; i RELATION bound; i += step). The relation is '<' or '>', or with GPUMP_OR_EQUAL added
   `<=` or `>=`. It says the loop's direction, as the specification asks: '<' goes with a positive step. */
#define GPUMP_OR_EQUAL 256

template <class T> struct gpump_range {
    T first;
    unsigned long long step;  /* negative ones wrap around */
    unsigned long long count; /* iterations */

    template <class B, class S>
    __host__ __device__ gpump_range(T start, int relation, B bound, S by) : first(start), step((unsigned long long)by)
    {
        /* Compared as C compares them, after the usual conversions. */
        typedef typename std::common_type<decltype(+start), decltype(+bound)>::type C;
        C from = (C)start, to = (C)bound;
        bool up = (relation & 255) == '<', equal = relation & GPUMP_OR_EQUAL;
        /* Arithmetic with 32 bits takes a part of the time. */
        typedef typename std::conditional<sizeof(C) <= 4, unsigned int, unsigned long long>::type number;
        number distance = up ? (number)to - (number)from : (number)from - (number)to;
        unsigned long long size = up ? step : 0 - step;
        bool any = up ? (equal ? from <= to : from < to) : (equal ? from >= to : from > to);
        if (!any || size == 0)
            count = 0;
        else if (size != 1 && size > distance)
            count = 1;
        else if (sizeof(T) <= 4 && distance <= 0xffffffffu && !equal)
            count = ((unsigned int)distance - 1) / (unsigned int)size + 1;
        else if (sizeof(T) <= 4 && distance <= 0xffffffffu)
            count = (unsigned int)distance / (unsigned int)size + 1ull;
        else
            count = (distance - !equal) / size + 1;
    }

    /* The value in iteration k. Unsigned, for a signed sum that overflows has no value in C. */
    __host__ __device__ T operator[](unsigned long long k) const
    {
        if (sizeof(T) <= 4)
            return (T)((unsigned int)first + (unsigned int)k * (unsigned int)step);
        return (T)((unsigned long long)first + k * step);
    }

    /* What the variable has after the loop. */
    __host__ __device__ T after() const { return (*this)[count]; }

    /* The iteration that a value is of. */
    __host__ __device__ unsigned long long number(T value) const
    {
        const bool up = (long long)step > 0;
        if (sizeof(T) <= 4) {
            const unsigned int from = (unsigned int)first, to = (unsigned int)value;
            return up ? (to - from) / (unsigned int)step : (from - to) / (0 - (unsigned int)step);
        }
        const unsigned long long from = (unsigned long long)first, to = (unsigned long long)value;
        return up ? (to - from) / step : (from - to) / (0 - step);
    }
};

/* What a variable of `linear` has when an iteration begins (OpenMP 4.0, 2.14.3.7). */
template <class T, class S> static inline __device__ T gpump_linear(T first, unsigned long long number, S step)
{
    if constexpr (std::is_pointer<T>::value)
        return first + (long long)number * (long long)step;
    else
        return (T)((unsigned long long)first + number * (unsigned long long)step);
}

/* ---- Slots ------------------------------------------------------------------------------------------------ */

/* The slot of the thread's next construct; waits when the construct that had it before is not over. */
static inline __device__ gpump_work_t *gpump_next_work()
{
    unsigned int number = gpump_self()->constructs++;
    gpump_work_t *work = &gpump_block()->team.state->works[number % GPUMP_WORKS];
    if (number >= GPUMP_WORKS)
        gpump_wait_for(&work->round, number / GPUMP_WORKS);
    return work;
}

/* `members` are through with the slot, of `all`; the last of them clears it for its next construct. */
static inline __device__ void gpump_leave_work(gpump_work_t *work, unsigned int members, unsigned int all)
{
    __threadfence();
    if (atomicAdd(&work->finished, members) + members != all)
        return;
    __threadfence();
    work->finished = 0;
    work->next = 0;
    work->turn = 0;
    __threadfence();
    atomicAdd(&work->round, 1u);
}

/* The threads of a warp that are here together ask once for all of them: one atomic operation in place of up to 32. They have to be in
   the same construct: with nowait, others that stand at the same instruction may be some constructs ahead. Returns this thread's share. */
static inline __device__ unsigned long long gpump_take(unsigned long long *next)
{
    const gpump_together_t here = gpump_together(next);
    unsigned long long first = 0;
    if (here.rank() == 0)
        first = atomicAdd(next, (unsigned long long)here.size());
    return here.first(first) + here.rank();
}

static inline __device__ void gpump_leave_loop(gpump_work_t *work, unsigned int all)
{
    const gpump_together_t here = gpump_together(work);
    here.sync();
    if (here.rank() == 0)
        gpump_leave_work(work, here.size(), all);
}

/* ---- Ordered (2.7.6) --------------------------------------------------------------------------------------- */

/* In front of an ordered region: waits until all iterations before this thread's have ended. The turn passes on at an iteration's
   end, and not behind its ordered region, as in compilers: an iteration that comes to several has its turn for all of them. */
static inline __device__ void gpump_ordered()
{
    gpump_thread_t *self = gpump_self();
    if (self->ordered == 0 || self->level != 0)
        return;
    /* The farther away its turn is, the more seldom a thread looks: all look at one word, which the others have to change. */
    const unsigned long long *turn = &gpump_block()->team.state->works[self->ordered - 1].turn;
    const unsigned long long mine = gpump_seldom()->iteration;
    for (unsigned long long seen; (seen = gpump_load(turn)) != mine;)
        __nanosleep(mine - seen < 1000 ? (unsigned int)(mine - seen) * 100 : 100000);
    gpump_fence();
}

/* The iterations of one worker of several where each has a stretch; the first ones may have one more than the others. */
template <class N> struct gpump_stretch_t {
    N first, count;
    __device__ gpump_stretch_t(N worker, N each, N longer)
        : first(worker * each + (worker < longer ? worker : longer)), count(each + (worker < longer ? 1 : 0))
    {
    }
};

template <class N> static inline __device__ gpump_stretch_t<N> gpump_stretch(N all, N worker, N workers)
{
    return gpump_stretch_t<N>(worker, all / workers, all % workers);
}

/* Whether neighbouring iterations of a loop without a schedule go to neighbouring threads, who then touch neighbouring memory. A
   processor's threads have their stretches, as gcc's do. */
static inline __device__ bool gpump_deals_out()
{
#ifdef GPUMP_EMULATOR
    return gpump_emulator_is_like_device();
#else
    return true;
#endif
}

/* ---- Handing out iterations --------------------------------------------------------------------------------- */

template <class T, int Schedule, bool Ordered> class gpump_for_t {
public:
    __device__ gpump_for_t(const gpump_range<T> &range, unsigned long long chunk)
        : range_(range), chunk_(chunk), schedule_(Schedule)
    {
        threads_ = gpump_threads();
        thread_ = gpump_thread();
        if (Schedule == GPUMP_RUNTIME) {
            schedule_ = gpump_block()->team.schedule;
            chunk_ = gpump_block()->team.chunk;
        }
        if (gpump_self()->level != 0)
            schedule_ = GPUMP_STATIC; /* this thread takes all */
        else if (Ordered || schedule_ == GPUMP_DYNAMIC || schedule_ == GPUMP_GUIDED)
            work_ = gpump_next_work();
        if ((schedule_ == GPUMP_CYCLIC || schedule_ == GPUMP_AUTO) && !gpump_deals_out())
            schedule_ = GPUMP_STATIC;
        if (chunk_ < 1 || chunk_ > range_.count)
            chunk_ = chunk_ < 1 || range_.count == 0 ? 1 : range_.count;
        chunks_ = divided_up(range_.count, chunk_);
        gpump_note_work(chunks_);
        /* The first chunk of the schedules that know it beforehand; an empty one before it for the others. */
        unsigned long long count = range_.count;
        switch (schedule_) {
        case GPUMP_CYCLIC:
        case GPUMP_AUTO:
            stride_ = threads_;
            k_ = thread_;
            end_ = count;
            break;
        case GPUMP_STATIC: {
            const auto stretch = gpump_stretch<unsigned long long>(count, thread_, threads_);
            k_ = stretch.first;
            end_ = k_ + stretch.count;
            break;
        }
        case GPUMP_STATIC_CHUNK:
            next_ = thread_;
            break;
        }
    }

    /* A schedule that needs to know nothing but which thread it is: static with a chunk. */
    __device__ gpump_for_t(const gpump_range<T> &range, unsigned long long chunk, const gpump_share_t &share)
        : range_(range), chunk_(chunk), next_(share.thread), threads_(share.threads), thread_(share.thread),
          schedule_(Schedule)
    {
        static_assert(Schedule == GPUMP_STATIC_CHUNK && !Ordered, "others need their team");
        if (chunk_ < 1 || chunk_ > range_.count)
            chunk_ = chunk_ < 1 || range_.count == 0 ? 1 : range_.count;
        chunks_ = divided_up(range_.count, chunk_);
    }

    struct end_t {};
    struct iterator {
        gpump_for_t &loop;
        __device__ T operator*() const { return loop.range_[loop.k_]; }
        __device__ bool operator!=(end_t) const { return loop.more(); }
        __device__ void operator++() const { loop.step(); }
    };
    __device__ iterator begin()
    {
        more_ = has_chunk();
        begin_iteration();
        return iterator{*this};
    }
    __device__ end_t end() const { return end_t(); }

    /* After the loop: did this thread run the iteration that comes last? */
    __device__ bool last() const { return last_; }
    /* What the loop variable has after the loop. */
    __device__ T after() const { return range_.after(); }

private:
    __device__ bool more() const { return more_; }

    __device__ void step()
    {
        if (Ordered && work_) {
            gpump_ordered();
            __threadfence();
            gpump_store(&work_->turn, gpump_seldom()->iteration + 1);
        }
        last_ = k_ == range_.count - 1;
        if (end_ - k_ > stride_) {
            k_ += stride_;
        } else {
            k_ = end_;
            more_ = has_chunk();
        }
        begin_iteration();
    }

    __device__ void begin_iteration() const
    {
        if (!Ordered || !work_)
            return;
        gpump_thread_t *self = gpump_self();
        if (more_) {
            self->ordered = (unsigned char)(work_ - gpump_block()->team.state->works + 1);
            gpump_seldom()->iteration = k_;
        } else {
            self->ordered = 0;
        }
    }

    /* True when there is something to do; otherwise the thread is through with the loop. */
    __device__ bool has_chunk()
    {
        if (k_ < end_ || fetch())
            return true;
        if (work_)
            gpump_leave_loop(work_, threads_);
        return false;
    }

    static __device__ unsigned long long divided_up(unsigned long long a, unsigned long long b)
    {
        return a / b + (a % b != 0);
    }

    __device__ bool take_chunk(unsigned long long number)
    {
        if (number >= chunks_)
            return false;
        k_ = number * chunk_;
        end_ = range_.count - k_ > chunk_ ? k_ + chunk_ : range_.count;
        return true;
    }

    __device__ bool fetch()
    {
        switch (schedule_) {
        case GPUMP_STATIC_CHUNK: {
            bool any = take_chunk(next_);
            next_ += threads_;
            return any;
        }
        case GPUMP_DYNAMIC:
            return take_chunk(gpump_take(&work_->next));
        case GPUMP_GUIDED:
            return take_share();
        default:
            return false;
        }
    }

    /* As large as what is left divided by the threads, but no smaller than the chunk. */
    __device__ bool take_share()
    {
        unsigned long long from = gpump_load(&work_->next);
        while (from < range_.count) {
            unsigned long long left = range_.count - from;
            unsigned long long share = divided_up(left, threads_);
            if (share < chunk_)
                share = chunk_ < left ? chunk_ : left;
            unsigned long long seen = atomicCAS(&work_->next, from, from + share);
            if (seen == from) {
                k_ = from;
                end_ = from + share;
                return true;
            }
            from = seen;
        }
        return false;
    }

    gpump_range<T> range_;
    unsigned long long chunk_, chunks_;
    unsigned long long k_ = 0, end_ = 0, stride_ = 1;
    unsigned long long next_ = 0; /* static with a chunk: the thread's next chunk */
    unsigned int threads_, thread_;
    int schedule_;
    gpump_work_t *work_ = nullptr;
    bool more_ = false, last_ = false;
};

/* Some of a range's values: `count` of them, from iteration `from` on, each `distance` iterations from the one before. No loop
   over a type of 32 bits has 2^32 iterations and ends, so 32 bits count them. */
template <class T> class gpump_every_t {
public:
    typedef typename std::conditional<sizeof(T) <= 4, unsigned int, unsigned long long>::type number;

    __device__ gpump_every_t(const gpump_range<T> &range, number from, number distance, number count)
        : value_((number)range[from]), count_(count), advance_((number)range.step * distance)
    {
    }
    /* As many as there are. */
    __device__ gpump_every_t(const gpump_range<T> &range, number from, number distance)
        : gpump_every_t(range, from, distance, how_many((number)range.count, from, distance))
    {
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

protected:
    number value_, count_, advance_;

private:
    /* Often there are as many threads as iterations: then nothing has to be divided. */
    static __device__ number how_many(number all, number from, number distance)
    {
        if (all <= from)
            return 0;
        return all - from <= distance ? 1 : (all - from - 1) / distance + 1;
    }
};

/* A thread's share of a range. */
template <class T, int Schedule> class gpump_spread_t : public gpump_every_t<T> {
    typedef gpump_every_t<T> every;
    typedef typename every::number number;

public:
    __device__ gpump_spread_t(const gpump_range<T> &range, const gpump_share_t &share)
        : every(Schedule == GPUMP_CYCLIC && gpump_deals_out() ? strewn(range, share) : stretch(range, share)), range_(range)
    {
    }
    __device__ gpump_spread_t(const gpump_range<T> &range, unsigned long long) : gpump_spread_t(range, gpump_share())
    {
        gpump_note_work(range.count);
    }

    __device__ bool last() const
    {
        return this->count_ != 0 &&
               (T)(this->value_ + (this->count_ - 1) * this->advance_) == range_[range_.count - 1];
    }
    __device__ T after() const { return range_.after(); }

private:
    static __device__ bool is_divided(const gpump_range<T> &range, const gpump_share_t &share)
    {
        return (number)range.count == (number)share.iterations;
    }

    static __device__ every strewn(const gpump_range<T> &range, const gpump_share_t &share)
    {
        if (is_divided(range, share))
            return every(range, share.thread, share.threads, (number)share.each + (share.thread < share.longer ? 1 : 0));
        return every(range, share.thread, share.threads);
    }

    static __device__ every stretch(const gpump_range<T> &range, const gpump_share_t &share)
    {
        const number all = (number)range.count;
        const auto own = is_divided(range, share) ? gpump_stretch_t<number>(share.thread, (number)share.each, share.longer)
                                                  : gpump_stretch<number>(all, share.thread, share.threads);
        return every(range, own.first, 1, own.count);
    }

    gpump_range<T> range_;
};

template <class T, int Schedule> struct gpump_loop {
    typedef gpump_for_t<T, Schedule, false> type;
};
template <class T> struct gpump_loop<T, GPUMP_CYCLIC> {
    typedef gpump_spread_t<T, GPUMP_CYCLIC> type;
};
template <class T> struct gpump_loop<T, GPUMP_STATIC> {
    typedef gpump_spread_t<T, GPUMP_STATIC> type;
};

/* No schedule clause; schedule(static); schedule(static, chunk); and so on. */
#define GPUMP_LOOP(name, schedule)                                                                                 \
    template <class T>                                                                                             \
    static inline __device__ typename gpump_loop<T, schedule>::type name(const gpump_range<T> &range,              \
                                                                         unsigned long long chunk = 1)             \
    {                                                                                                              \
        return typename gpump_loop<T, schedule>::type(range, chunk);                                               \
    }                                                                                                              \
    template <class T>                                                                                             \
    static inline __device__ gpump_for_t<T, schedule, true> name##_ordered(const gpump_range<T> &range,            \
                                                                           unsigned long long chunk = 1)           \
    {                                                                                                              \
        return gpump_for_t<T, schedule, true>(range, chunk);                                                       \
    }

GPUMP_LOOP(gpump_for, GPUMP_CYCLIC)
GPUMP_LOOP(gpump_for_static, GPUMP_STATIC)
GPUMP_LOOP(gpump_for_static_chunk, GPUMP_STATIC_CHUNK)
GPUMP_LOOP(gpump_for_dynamic, GPUMP_DYNAMIC)
GPUMP_LOOP(gpump_for_guided, GPUMP_GUIDED)
GPUMP_LOOP(gpump_for_runtime, GPUMP_RUNTIME)

#endif

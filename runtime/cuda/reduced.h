/*
 * Reductions of arrays and of parts of them, and those whose operators the program declares (OpenMP 5.2, 5.5.5 to 5.5.11).
 *
 *     reduction(+ : a[lo : n])    auto gpump_reduced_a = gpump_reduced_add(gpump_part(&gpump_original_a[lo], n));
 *                                 auto &&a = gpump_reduced_a.part_of(gpump_original_a);
 *                                 for (...) a[k] += ...
 *                                 gpump_reduced_a.combine();
 *
 * The elements of all copies are combined two by two: each round halves the copies that are left, and all threads of the team share
 * the round's work. For that the copies lie in one block of the heap, a thread's behind that of the thread before. Small ones of
 * a size that the type says are the thread's own until then. The left operand is always that of the lower threads, so the result
 * depends on the team's size and the schedule alone.
 *
 * All threads of the team come, to the declaration and to combine(), and both wait for the team.
 */
#ifndef GPUMP_CUDA_REDUCED_H
#define GPUMP_CUDA_REDUCED_H

#include "arrays.h"
#include "data.h"
#include "library.h"
#include "reduce.h"

#include <type_traits>

/* What is reduced: `count` numbers, or objects, one behind the other. Of `Size` where the type says it, otherwise 0. */
template <class T, size_t Size> struct gpump_part_t {
    T *first;
    size_t count;
};

template <class T> using gpump_innermost = std::remove_cv_t<std::remove_all_extents_t<T>>;

/* Whether a type is one of the classes that stand for arrays of variable length, and pointers to them. */
template <class T, int D> std::true_type gpump_has_bounds(const volatile gpump_array<T, D> *);
template <class T, int D> std::true_type gpump_has_bounds(const volatile gpump_pointer<T, D> *);
std::false_type gpump_has_bounds(const volatile void *);
template <class U> using gpump_if_plain = std::enable_if_t<!decltype(gpump_has_bounds((U *)nullptr))::value>;

template <class T, class = gpump_if_plain<T>> static inline __device__ auto gpump_part(T &whole)
{
    typedef gpump_innermost<T> E;
    return gpump_part_t<E, sizeof(T) / sizeof(E)>{(E *)&whole, sizeof(T) / sizeof(E)};
}
template <class T, int D> static inline __device__ auto gpump_part(const gpump_array<T, D> &whole)
{
    typedef gpump_innermost<T> E;
    return gpump_part_t<E, 0>{(E *)whole.data(), whole.bytes() / sizeof(E)};
}
template <class T> static inline __device__ auto gpump_part(T *first, size_t count)
{
    typedef gpump_innermost<T> E;
    return gpump_part_t<E, 0>{(E *)first, count * (sizeof(T) / sizeof(E))};
}
template <class T, int D> static inline __device__ auto gpump_part(const gpump_pointer<T, D> &first, size_t count)
{
    typedef gpump_innermost<T> E;
    return gpump_part_t<E, 0>{(E *)first.data(), count * ((*first).bytes() / sizeof(E))};
}

/* How many elements an array has: the length of a part that names none. */
template <class T, size_t N> static inline __device__ size_t gpump_length(T (&)[N])
{
    return N;
}
template <class T, int D> static inline __device__ size_t gpump_length(const gpump_array<T, D> &array)
{
    return array.shape()[0];
}

/* As many bytes of a thread's own may a copy have. */
#define GPUMP_OWN_BYTES 256

template <class T, size_t Size, class Combine> class gpump_reduced_t {
    static constexpr bool IS_OWN = Size != 0 && Size * sizeof(T) <= GPUMP_OWN_BYTES;

    T *first_;
    size_t count_;
    Combine combine_;
    T *all_, *mine_;
    alignas(T) unsigned char own_[IS_OWN ? Size * sizeof(T) : 1];

    __device__ void take_memory()
    {
        const size_t bytes = gpump_threads() * count_ * sizeof(T);
        all_ = nullptr;
        if (gpump_thread() == 0 && bytes != 0) {
            all_ = static_cast<T *>(static_cast<void *>(alignof(T) > 16 ? gpump_aligned_alloc(alignof(T), bytes) : gpump_malloc(bytes)));
            if (!all_)
                gpump_stop("no memory is left for the threads' copies of a reduction", first_);
        }
        gpump_copyprivate(0, all_);
    }

public:
    template <class Begin>
    __device__ gpump_reduced_t(const gpump_part_t<T, Size> &part, Begin begin, Combine combine)
        : first_(part.first), count_(part.count), combine_(combine), all_(nullptr), mine_(reinterpret_cast<T *>(own_))
    {
        if (!IS_OWN) {
            take_memory();
            mine_ = all_ + gpump_thread() * count_;
        }
        for (size_t i = 0; i < count_; i++)
            begin(mine_[i], first_[i]);
    }
    gpump_reduced_t(const gpump_reduced_t &) = delete;
    gpump_reduced_t &operator=(const gpump_reduced_t &) = delete;

    /* The thread's copy, as what the original's name means. */
    template <class U, class = gpump_if_plain<U>> __device__ U &copy_of(U &original) const
    {
        return *(U *)moved(&original);
    }
    template <class U, int D> __device__ gpump_array<U, D> copy_of(const gpump_array<U, D> &original) const
    {
        return gpump_array<U, D>((U *)moved(original.data()), original.shape());
    }

    /* The same of an array, or of a pointer, of which a part alone is there. */
    template <class U> __device__ auto part_of(U &original) const -> decltype(this->copy_of(original))
    {
        return copy_of(original);
    }
    template <class U> __device__ U *part_of(U *&original) const { return (U *)moved(original); }
    template <class U> __device__ U *part_of(U *const &original) const { return (U *)moved(original); }
    template <class U, int D> __device__ gpump_pointer<U, D> part_of(const gpump_pointer<U, D> &original) const
    {
        return gpump_pointer<U, D>(original.shape(), (U *)moved(original.data()));
    }

    __device__ void combine()
    {
        const unsigned int thread = gpump_thread(), threads = gpump_threads();
        if (threads == 1)
            all_ = mine_;
        else if (IS_OWN) {
            take_memory();
            gpump_copy_bytes(all_ + thread * count_, mine_, count_ * sizeof(T));
        }
        gpump_barrier();
        for (size_t distance = 1; distance < threads; distance *= 2) {
            const size_t work = (threads + distance - 1) / (2 * distance) * count_;
            for (size_t k = thread; k < work; k += threads) {
                T *left = all_ + k / count_ * 2 * distance * count_ + k % count_;
                combine_(*left, left[distance * count_]);
            }
            gpump_barrier();
        }
        for (size_t i = thread; i < count_; i += threads)
            combine_(first_[i], all_[i]);
        gpump_barrier();
        if (thread == 0 && !(IS_OWN && threads == 1))
            gpump_free(all_);
    }

private:
    /* As far from the copy as an address is from the original. */
    __device__ unsigned char *moved(const volatile void *address) const
    {
        return reinterpret_cast<unsigned char *>(mine_) +
               (static_cast<const volatile unsigned char *>(address) - reinterpret_cast<const volatile unsigned char *>(first_));
    }
};

/* By an operator of the program's: `begin(omp_priv, omp_orig)`, `combine(omp_out, omp_in)`. */
template <class T, size_t Size, class Begin, class Combine>
static inline __device__ gpump_reduced_t<T, Size, Combine> gpump_reduced(const gpump_part_t<T, Size> &part, Begin begin,
                                                                         Combine combine)
{
    return gpump_reduced_t<T, Size, Combine>(part, begin, combine);
}

/* What a copy begins with that no initializer is declared for: as an object of static storage. */
template <class T> static inline __device__ void gpump_clear(T &object)
{
    memset((void *)&object, 0, sizeof object);
}

#define GPUMP_REDUCED(name, identity)                                                                    \
    template <class T, size_t Size>                                                                      \
    static inline __device__ auto gpump_reduced_##name(const gpump_part_t<T, Size> &part)                \
    {                                                                                                    \
        return gpump_reduced(                                                                            \
            part, [](T &mine, T &) { mine = (T)(identity); },                                            \
            [](T &left, T &right) { left = (T)gpump_op_##name::apply(left, right); });                   \
    }
GPUMP_REDUCED(add, 0)
GPUMP_REDUCED(mul, 1)
GPUMP_REDUCED(and, ~0)
GPUMP_REDUCED(or, 0)
GPUMP_REDUCED(xor, 0)
GPUMP_REDUCED(logical_and, 1)
GPUMP_REDUCED(logical_or, 0)
GPUMP_REDUCED(max, gpump_limits<T>::LEAST)
GPUMP_REDUCED(min, gpump_limits<T>::GREATEST)

/* `-`: the threads' own copies begin at 0 and are added. */
#define gpump_reduced_sub gpump_reduced_add

#endif

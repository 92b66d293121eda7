/*
 * Arrays of variable length, and pointers to them.
 *
 * C has types whose sizes are known when the program runs: `double a[n][m]`, `double (*row)[m]`. C++ has not. These
 * classes stand for them, so that what the program does with a name of such a type is written as it was:
 *
 *     gpump_array<double, 2> a(pointer, n, m);        double a[n][m], which lies at the pointer
 *     gpump_local_array<double, 2> a(n, m);           the same in memory of its own, until the end of its block
 *     gpump_small_array<double, 2, 16> a(n, m);       the same on the thread's stack: its 16 elements are few
 *     gpump_pointer<double, 1> row(gpump_bounds(m), pointer);     double (*row)[m]
 *     const auto line = gpump_bounds(m);                          typedef double line[m]
 *
 * An array of D dimensions has D extents, of which the first counts nothing but the elements that `sizeof` sees. `a[i]`
 * is an array of D - 1 dimensions, or an element. As a value it is a pointer to its first element, which is a plain
 * pointer for D = 1. Dimensions that are constant and come last are part of T: `double a[n][3]` is an array of
 * `double[3]` with one dimension.
 *
 * As in C, an assignment to a pointer changes where it points, not what the arrays there are like.
 */
#ifndef GPUMP_CUDA_ARRAYS_H
#define GPUMP_CUDA_ARRAYS_H

#include "either.h"
#include "library.h"

#include <stddef.h>
#include <type_traits>
#include <utility>

/* A namespace of its own: in that of an argument's class functions are looked for, too, and the host's of OpenMP are in the global one. */
namespace gpump_arrays {

template <int D> struct gpump_extents {
    size_t size[D];
    GPUMP_INLINED size_t operator[](int dimension) const { return size[dimension]; }
};

template <class... N> GPUMP_INLINED gpump_extents<sizeof...(N)> gpump_bounds(N... sizes)
{
    return {{(size_t)sizes...}};
}

/* Those of another array. */
template <int D> __device__ __forceinline__ gpump_extents<D> gpump_bounds(const gpump_extents<D> &sizes)
{
    return sizes;
}

template <class T, int D> class gpump_array;
template <class T, int D> class gpump_pointer;

/* What an array of D dimensions has as its elements, and a pointer to such an element. */
template <class T, int D> struct gpump_element {
    typedef gpump_array<T, D - 1> type;
    typedef gpump_pointer<T, D - 1> pointer;
};
template <class T> struct gpump_element<T, 1> {
    typedef T &type;
    typedef T *pointer;
};

/* Whether U is an array of T, or of arrays of T, with constant lengths. */
template <class U, class T>
constexpr bool gpump_is_rows = std::is_array_v<U>
                               && (std::rank_v<U>)>std::rank_v<T>
                               && std::is_convertible_v<std::remove_all_extents_t<T> *, std::remove_all_extents_t<U> *>;
template <class U, class T> using gpump_if_rows = std::enable_if_t<gpump_is_rows<U, T>>;
template <class U, class T> using gpump_if_no_rows = std::enable_if_t<!gpump_is_rows<U, T>>;

/* ---- Arrays -------------------------------------------------------------------------------------------------- */

template <class T, int D> class gpump_array {
protected:
    T *place;
    gpump_extents<D> extents;

public:
    /* With its sizes: a pointer alone is none, or `?:` could not tell which of the two to make of the other. */
    template <class... N, class = std::enable_if_t<sizeof...(N) == D>>
    GPUMP_INLINED gpump_array(T *place, N... sizes) : place(place), extents{{(size_t)sizes...}}
    {
    }
    GPUMP_INLINED gpump_array(decltype(nullptr)) : place(nullptr) {}
    GPUMP_INLINED gpump_array(T *place, const gpump_extents<D> &extents) : place(place), extents(extents) {}

    GPUMP_INLINED gpump_extents<D - 1> inner() const
    {
        gpump_extents<D - 1> found;
        for (int d = 1; d < D; d++)
            found.size[d - 1] = extents.size[d];
        return found;
    }
    GPUMP_INLINED typename gpump_element<T, D>::pointer first() const
    {
        if constexpr (D == 1)
            return place;
        else
            return gpump_pointer<T, D - 1>(inner(), place);
    }
    GPUMP_INLINED size_t bytes() const
    {
        size_t count = sizeof(T);
        for (int d = 0; d < D; d++)
            count *= extents.size[d];
        return count;
    }
    GPUMP_INLINED T *data() const { return place; }
    GPUMP_INLINED const gpump_extents<D> &shape() const { return extents; }

    template <class I> GPUMP_INLINED typename gpump_element<T, D>::type operator[](I index) const { return first()[index]; }
    GPUMP_INLINED typename gpump_element<T, D>::type operator*() const { return *first(); }
    template <class I, class = std::enable_if_t<std::is_integral_v<I> || std::is_enum_v<I>>>
    GPUMP_INLINED typename gpump_element<T, D>::pointer operator+(I distance) const { return first() + distance; }
    template <class I, class = std::enable_if_t<std::is_integral_v<I> || std::is_enum_v<I>>>
    GPUMP_INLINED typename gpump_element<T, D>::pointer operator-(I distance) const { return first() - distance; }
    GPUMP_INLINED gpump_pointer<T, D> operator&() const { return gpump_pointer<T, D>(extents, place); }

    GPUMP_INLINED operator typename gpump_element<T, D>::pointer() const { return first(); }
    /* To elements that a function's parameter has in rows of a constant length: in C the two types are compatible. */
    template <class U, class = gpump_if_rows<U, T>> GPUMP_INLINED operator U *() const { return (U *)place; }
    template <class U = T, class = std::enable_if_t<!std::is_const_v<std::remove_all_extents_t<U>>>>
    GPUMP_INLINED operator void *() const { return place; }
    GPUMP_INLINED operator const void *() const { return place; }
    GPUMP_INLINED explicit operator bool() const { return true; }
    template <class U, class = gpump_if_no_rows<U, T>, int = 0> GPUMP_INLINED explicit operator U *() const { return (U *)place; }
    template <class I, class = std::enable_if_t<std::is_integral_v<I>>> GPUMP_INLINED explicit operator I() const
    {
        return (I)(size_t)place;
    }
};

/* In memory of its own. */
template <class T, int D> class gpump_local_array : public gpump_array<T, D> {
public:
    template <class... N>
    __device__ __forceinline__ explicit gpump_local_array(N... sizes)
        : gpump_array<T, D>(static_cast<T *>(static_cast<void *>(gpump_malloc(sizeof(T) * (... * (size_t)sizes)))), sizes...)
    {
    }
    __device__ __forceinline__ explicit gpump_local_array(const gpump_extents<D> &extents) : gpump_array<T, D>(nullptr, extents)
    {
        this->place = static_cast<T *>(static_cast<void *>(gpump_malloc(this->bytes())));
    }
    __device__ __forceinline__ ~gpump_local_array() { gpump_free((void *)this->place); }
    gpump_local_array(const gpump_local_array &) = delete;
    gpump_local_array &operator=(const gpump_local_array &) = delete;
};

/* In registers, or on the thread's stack: one of few elements, the number of which the program says. */
template <class T, int D, size_t COUNT> class gpump_small_array : public gpump_array<T, D> {
    T elements[COUNT];

public:
    template <class... N> GPUMP_INLINED explicit gpump_small_array(N... sizes) : gpump_array<T, D>(elements, sizes...) {}
    gpump_small_array(const gpump_small_array &) = delete;
    gpump_small_array &operator=(const gpump_small_array &) = delete;
};

/* ---- Pointers to arrays --------------------------------------------------------------------------------------- */

/* Whether P is one of these arrays, or pointers to them. */
template <class P, class = void> constexpr bool gpump_has_extents = false;
template <class P> constexpr bool gpump_has_extents<P, std::void_t<decltype(std::declval<const P &>().shape())>> = true;

template <class T, int D> class gpump_pointer {
    T *place;
    gpump_extents<D> extents;

    GPUMP_INLINED ptrdiff_t stride() const
    {
        ptrdiff_t count = 1;
        for (int d = 0; d < D; d++)
            count *= (ptrdiff_t)extents.size[d];
        return count;
    }

public:
    GPUMP_INLINED gpump_pointer() {}
    GPUMP_INLINED explicit gpump_pointer(const gpump_extents<D> &extents) : extents(extents) {}
    template <class P, class = std::enable_if_t<!std::is_integral_v<P>>>
    GPUMP_INLINED gpump_pointer(const gpump_extents<D> &extents, const P &from) : extents(extents)
    {
        /* In a cast, from an array of any other shape. */
        if constexpr (gpump_has_extents<P>)
            place = (T *)from.data();
        else
            *this = from;
    }
    /* The literals 0 and NULL are integers to a template, and null pointers to a parameter that is one. */
    GPUMP_INLINED gpump_pointer(const gpump_extents<D> &extents, T *from) : place(from), extents(extents) {}
    gpump_pointer(const gpump_pointer &) = default;
    /* From one to elements that are less qualified. */
    template <class U, class = std::enable_if_t<std::is_convertible_v<U *, T *> && !std::is_same_v<U, T>>>
    GPUMP_INLINED gpump_pointer(const gpump_pointer<U, D> &from) : place(from.data()), extents(from.shape()) {}
    template <class U, class = std::enable_if_t<std::is_convertible_v<U *, T *>>>
    GPUMP_INLINED gpump_pointer(const gpump_array<U, D + 1> &from) : place(from.data()), extents(from.inner()) {}
    /* From no array at all, or from one whose size is constant; the extents are those of the declaration. */
    GPUMP_INLINED gpump_pointer(decltype(nullptr)) : place(nullptr) {}
    template <class U> GPUMP_INLINED gpump_pointer(U *from) : place((T *)from) {}
    GPUMP_INLINED gpump_pointer(gpump_block_address_t from) : place(from) {}

    GPUMP_INLINED gpump_pointer &operator=(const gpump_pointer &from)
    {
        place = from.place;
        return *this;
    }
    /* What the declaration says of the arrays. */
    template <class M, class... N> GPUMP_INLINED void shape(M size, N... sizes)
    {
        extents = gpump_extents<D>{{(size_t)size, (size_t)sizes...}};
    }
    GPUMP_INLINED const gpump_extents<D> &shape() const { return extents; }
    GPUMP_INLINED T *data() const { return place; }

    GPUMP_INLINED gpump_array<T, D> operator*() const { return gpump_array<T, D>(place, extents); }
    template <class I> GPUMP_INLINED gpump_array<T, D> operator[](I index) const { return *(*this + (ptrdiff_t)index); }

    GPUMP_INLINED gpump_pointer &operator+=(ptrdiff_t distance)
    {
        place += distance * stride();
        return *this;
    }
    GPUMP_INLINED gpump_pointer &operator-=(ptrdiff_t distance) { return *this += -distance; }
    GPUMP_INLINED gpump_pointer &operator++() { return *this += 1; }
    GPUMP_INLINED gpump_pointer &operator--() { return *this += -1; }
    GPUMP_INLINED gpump_pointer operator++(int)
    {
        gpump_pointer before = *this;
        *this += 1;
        return before;
    }
    GPUMP_INLINED gpump_pointer operator--(int)
    {
        gpump_pointer before = *this;
        *this += -1;
        return before;
    }
    template <class I, class = std::enable_if_t<std::is_integral_v<I> || std::is_enum_v<I>>>
    GPUMP_INLINED gpump_pointer operator+(I distance) const
    {
        gpump_pointer moved = *this;
        return moved += (ptrdiff_t)distance;
    }
    template <class I, class = std::enable_if_t<std::is_integral_v<I> || std::is_enum_v<I>>>
    GPUMP_INLINED gpump_pointer operator-(I distance) const
    {
        gpump_pointer moved = *this;
        return moved += -(ptrdiff_t)distance;
    }
    GPUMP_INLINED ptrdiff_t operator-(const gpump_pointer &other) const { return (place - other.place) / stride(); }
    /* An array of one more dimension than the pointer's is a pointer. */
    GPUMP_INLINED ptrdiff_t operator-(const gpump_array<T, D + 1> &other) const { return (place - other.data()) / stride(); }

    template <class U = T, class = std::enable_if_t<!std::is_const_v<std::remove_all_extents_t<U>>>>
    GPUMP_INLINED operator void *() const { return place; }
    GPUMP_INLINED operator const void *() const { return place; }
    template <class U, class = gpump_if_rows<U, T>> GPUMP_INLINED operator U *() const { return (U *)place; }
    GPUMP_INLINED explicit operator bool() const { return place; }
    template <class U, class = gpump_if_no_rows<U, T>, int = 0> GPUMP_INLINED explicit operator U *() const { return (U *)place; }
    template <class I, class = std::enable_if_t<std::is_integral_v<I>>> GPUMP_INLINED explicit operator I() const
    {
        return (I)(size_t)place;
    }
};

template <class T, int D> GPUMP_INLINED gpump_pointer<T, D> operator+(ptrdiff_t distance, const gpump_pointer<T, D> &pointer)
{
    return pointer + distance;
}
template <class T, int D>
GPUMP_INLINED typename gpump_element<T, D>::pointer operator+(ptrdiff_t distance, const gpump_array<T, D> &array)
{
    return array + distance;
}

#define GPUMP_COMPARISON(op)                                                                                          \
    template <class T, class U, int D>                                                                                \
    GPUMP_INLINED bool operator op(const gpump_pointer<T, D> &left, const gpump_pointer<U, D> &right)                    \
    {                                                                                                                 \
        return (const void *)left.data() op (const void *)right.data();                                               \
    }                                                                                                                 \
    template <class T, int D> GPUMP_INLINED bool operator op(const gpump_pointer<T, D> &left, const void *right)         \
    {                                                                                                                 \
        return (const void *)left.data() op right;                                                                    \
    }                                                                                                                 \
    template <class T, int D> GPUMP_INLINED bool operator op(const void *left, const gpump_pointer<T, D> &right)         \
    {                                                                                                                 \
        return left op (const void *)right.data();                                                                    \
    }
GPUMP_COMPARISON(==)
GPUMP_COMPARISON(!=)
GPUMP_COMPARISON(<)
GPUMP_COMPARISON(>)
GPUMP_COMPARISON(<=)
GPUMP_COMPARISON(>=)
#undef GPUMP_COMPARISON

/* An array is somewhere. Without these, NULL could become each of the pointers that it becomes. */
#define GPUMP_COMPARISON(op, result)                                                                                  \
    template <class T, int D> GPUMP_INLINED bool operator op(const gpump_array<T, D> &, decltype(nullptr)) { return result; } \
    template <class T, int D> GPUMP_INLINED bool operator op(decltype(nullptr), const gpump_array<T, D> &) { return result; }
GPUMP_COMPARISON(==, false)
GPUMP_COMPARISON(!=, true)
#undef GPUMP_COMPARISON

/* ---- sizeof ---------------------------------------------------------------------------------------------------- */

template <class T, int D> GPUMP_INLINED size_t gpump_sizeof(const gpump_array<T, D> &array)
{
    return array.bytes();
}

} // namespace gpump_arrays
using namespace gpump_arrays;

#endif

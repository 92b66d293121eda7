/*
 * How the device's text describes a region to the host (region.h).
 *
 *     GPUMP_REGION(f_parallel0, f_parallel0_t, .file = "f.c", .line = 12, .kernel = gpump_kernel<f_parallel0>,
 *                  .is_bare = true, .reductions = 1, .is_independent = true,
 *                  .iterations = GPUMP_ITERATIONS(shared, const int n = shared.n; return gpump_iterations(gpump_range<int>(0, '<', n, 1));),
 *                  .pointers = {GPUMP_POINTERS(sum, a)});
 *
 * defines `gpump_region_t f_parallel0_region`, whose arguments are an f_parallel0_t. Behind these stand the members of gpump_region_t that
 * are not as they are by default, in its order:
 *
 *     .kernel = gpump_kernel<f_parallel0<gpump_team_t>>, .covered = gpump_kernel<f_parallel0<gpump_covered_t>>     of a template
 *     .apart = {GPUMP_PAIR(v, u)}               what is written through v is asked to be no part of what u leads to
 *     .structures = {GPUMP_STRUCTURES(grid)}    the place for the copy is gpump_structure_grid
 *     .needs = {GPUMP_NEEDS(solve)}             a function of another file, which says GPUMP_OFFER(solve, .needs = {GPUMP_NEEDS(norm)})
 *     .pointed = {GPUMP_SHAPES("i4(pv)")}       a call through a pointer, perhaps to a function that says GPUMP_ADDRESSED or GPUMP_LACKED
 *     .objects = {GPUMP_OBJECTS(gpump_prog_host, hits)}
 *     .parts = {&f_parallel0_for0_region, &f_parallel0_for1_region}
 */
#ifndef GPUMP_CUDA_DESCRIBE_H
#define GPUMP_CUDA_DESCRIBE_H

#include "covered.h"
#include "loops.h"
#include "region.h"

#include <stddef.h>
#include <type_traits>

/* Each program and library starts its kernels through its own copy of CUDA's runtime. */
template <auto function> struct gpump_kernel_of;

template <class Team, class Arguments, class... Pointers, void (*function)(Team, Arguments, Pointers...)>
struct GPUMP_HIDDEN gpump_kernel_of<function> {
    /* Blocks of a team that wait for one another need a cooperative launch. Pointers that nothing else leads the same way as are
       parameters of their own, for a compiler sees that in parameters alone. */
    static int launch(const gpump_region_t *region, const gpump_grid_t *grid, gpump_team_t *team, const void *arguments)
    {
        char nothing[8] = {}; /* CUDA reads as many bytes as the parameter has, and an empty structure has one */
        void *all[2 + sizeof...(Pointers)] = {team, arguments ? const_cast<void *>(arguments) : nothing};
        for (size_t i = 0; i < sizeof...(Pointers); i++)
            all[2 + i] = static_cast<char *>(const_cast<void *>(arguments)) + region->pointers.begin()[i].offset;
        dim3 blocks(grid->blocks[0], grid->blocks[1], grid->blocks[2]);
        dim3 threads(grid->threads[0], grid->threads[1], grid->threads[2]);
        return (int)(grid->together ? cudaLaunchCooperativeKernel(function, blocks, threads, all, grid->shared_bytes, 0)
                                    : cudaLaunchKernel(function, blocks, threads, all, grid->shared_bytes, 0));
    }

    static int occupancy(int *blocks, int threads, size_t shared_bytes)
    {
        return (int)cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared_bytes);
    }

    static int attributes(int *most)
    {
        cudaFuncAttributes attributes;
        cudaError_t error = cudaFuncGetAttributes(&attributes, function);
        *most = attributes.maxThreadsPerBlock;
        return (int)error;
    }
};

template <auto function>
constexpr gpump_kernel_t gpump_kernel = {gpump_kernel_of<function>::launch, gpump_kernel_of<function>::occupancy,
                                         gpump_kernel_of<function>::attributes};

/* To name members is C++20, and an extension before that. */
#define GPUMP_REGION(region, arguments_t, ...)                                             \
    namespace gpump_in_##region {                                                          \
    typedef arguments_t gpump_arguments_t;                                                 \
    extern "C" GPUMP_HIDDEN GPUMP_ON_OWN_PAGES gpump_region_t region##_region;             \
    __extension__ gpump_region_t region##_region = {.name = #region, __VA_ARGS__};         \
    [[maybe_unused]] static const bool gpump_is_known = gpump_know(&region##_region) != 0; \
    }                                                                                      \
    extern "C" gpump_region_t region##_region

/* macro(context, x), ... for each x of what stands last; no more than 64. */
#define GPUMP_EACH(macro, context, ...) GPUMP_TIMES_64(GPUMP_EACH_OF(macro, context, __VA_ARGS__, ))
#define GPUMP_EACH_OF(macro, context, x, ...) macro(context, x) GPUMP_EACH_REST(macro, context, __VA_ARGS__)
#define GPUMP_EACH_REST(macro, context, ...) __VA_OPT__(, GPUMP_EACH_AGAIN GPUMP_PARENTHESES (macro, context, __VA_ARGS__))
#define GPUMP_EACH_AGAIN() GPUMP_EACH_OF
#define GPUMP_PARENTHESES ()
#define GPUMP_TIMES_64(...) GPUMP_TIMES_16(GPUMP_TIMES_16(GPUMP_TIMES_16(GPUMP_TIMES_16(__VA_ARGS__))))
#define GPUMP_TIMES_16(...) GPUMP_TIMES_4(GPUMP_TIMES_4(GPUMP_TIMES_4(GPUMP_TIMES_4(__VA_ARGS__))))
#define GPUMP_TIMES_4(...) GPUMP_ONCE(GPUMP_ONCE(GPUMP_ONCE(GPUMP_ONCE(__VA_ARGS__))))
#define GPUMP_ONCE(...) __VA_ARGS__

/* 0 for what has no size: void, a function, a type that is only declared. */
template <class T, class = void> struct gpump_size_of {
    static const size_t value = 0;
};
template <class T>
struct gpump_size_of<T, typename std::enable_if<std::is_object<T>::value && (sizeof(T) > 0)>::type> {
    static const size_t value = sizeof(T);
};

template <class P> using gpump_target_of = typename std::remove_pointer<P>::type;

#define GPUMP_POINTERS(...) GPUMP_EACH(GPUMP_POINTER, gpump_arguments_t, __VA_ARGS__)
#define GPUMP_POINTER(arguments_t, member)                                                                            \
    {#member, offsetof(arguments_t, member), gpump_size_of<gpump_target_of<decltype(arguments_t::member)>>::value, \
     std::is_const<gpump_target_of<decltype(arguments_t::member)>>::value}

#define GPUMP_NEEDS(...) GPUMP_EACH(GPUMP_NEEDED, , __VA_ARGS__)
#define GPUMP_NEEDED(nothing, name) {#name, &gpump_version_of_##name}
#define GPUMP_NEED(name) extern "C" GPUMP_HIDDEN __attribute__((weak)) gpump_offer_t gpump_version_of_##name
#define GPUMP_OFFER(name, ...) \
    GPUMP_NEED(name);          \
    __extension__ gpump_offer_t gpump_version_of_##name = {__VA_ARGS__}

/* Stands for the file. */
[[maybe_unused]] static char gpump_unit;

#define GPUMP_SHAPES(...) GPUMP_EACH(GPUMP_SHAPE, , __VA_ARGS__)
#define GPUMP_SHAPE(nothing, shape) {shape, &gpump_unit}

/* A function whose address the file takes: with what it needs, as in GPUMP_OFFER, or one that the device does not have. `host` is null but
   for one of another file. */
#define GPUMP_ADDRESSED(name, shape, host, ...) \
    GPUMP_ADDRESS(gpump_addressed_##name, shape, (__VA_ARGS__), nullptr, (const void *)(host))
#define GPUMP_LACKED(name, shape) \
    GPUMP_ADDRESS(gpump_addressed_##name, shape, (.needs = {{#name, nullptr}}), &gpump_unit, nullptr)
#define GPUMP_ADDRESS(entry, shape, function, unit, host)                                                            \
    __extension__ static gpump_addressed_t entry = {shape, {GPUMP_ONCE function}, unit, host, GPUMP_IMAGE, nullptr}; \
    [[maybe_unused]] static const bool entry##_is_known = gpump_address(&entry) != 0

/* A cast of C, since the objects may be volatile. */
#define GPUMP_OBJECTS(table, ...) GPUMP_EACH(GPUMP_OBJECT, table, __VA_ARGS__)
#define GPUMP_OBJECT(table, member) {(const void *const *)&(table).member, sizeof *(table).member}

#define GPUMP_STRUCTURES(...) GPUMP_EACH(GPUMP_STRUCTURE, gpump_arguments_t, __VA_ARGS__)
#define GPUMP_STRUCTURE(arguments_t, member)                                           \
    {offsetof(arguments_t, member), offsetof(arguments_t, gpump_structure_##member), \
     sizeof(arguments_t::gpump_structure_##member)}

/* A copy is used where the host has made one: then there is no pointer. */
template <class T>
static inline __device__ T *gpump_structure(T *pointer, const typename std::remove_const<T>::type &copy)
{
    return pointer ? pointer : const_cast<T *>(&copy);
}

#define GPUMP_PAIR(written, other) {offsetof(gpump_arguments_t, written), offsetof(gpump_arguments_t, other)}

/* The statements return a gpump_iterations_t; `shared` is a name for the arguments. */
#define GPUMP_ITERATIONS(shared, ...)                                                                                   \
    [](const void *gpump_arguments) {                                                                                   \
        [[maybe_unused]] const gpump_arguments_t &shared = *static_cast<const gpump_arguments_t *>(gpump_arguments); \
        __VA_ARGS__                                                                                                     \
    }

/* Of a loop, of two or three that are shared out together, and of one whose iterations are run by groups of threads. */
template <class A> gpump_iterations_t gpump_iterations(const gpump_range<A> &loop)
{
    return {{loop.count, 1, 1}, 1, 1};
}

template <class A, class B>
gpump_iterations_t gpump_iterations(const gpump_range<A> &outer, const gpump_range<B> &inner)
{
    return {{inner.count, outer.count, 1}, 2, 1};
}

template <class A, class B, class C>
gpump_iterations_t gpump_iterations(const gpump_range<A> &outer, const gpump_range<B> &middle, const gpump_range<C> &inner)
{
    return {{inner.count, middle.count, outer.count}, 3, 1};
}

template <class A> gpump_iterations_t gpump_iterations_of_groups(const gpump_range<A> &loop)
{
    return {{loop.count, 1, 1}, 1, GPUMP_WARP};
}

#define GPUMP_FUNCTIONS_ASK_FOR_THREADS() \
    [[maybe_unused]] static const bool gpump_functions_ask = gpump_functions_ask_for_threads() != 0

#endif

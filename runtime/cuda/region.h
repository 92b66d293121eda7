/*
 * A region as the host knows it: the kernel, where its pragma stands, and how to launch it.
 *
 *     GPUMP_REGION(f_parallel0, f_parallel0_t, "f.c", 12, {"a", offsetof(f_parallel0_t, a)});
 *
 * defines `gpump_region_t f_parallel0_region`, which the host's text declares and hands to gpump_parallel. What
 * stands last names the pointers among the arguments, so that a message can say which of them leads nowhere. It may
 * be GPUMP_POINTER(f_parallel0_t, a), which also says how large the object is that it points to: large arrays that the
 * region is given by their address are then moved before it begins (prefetch.h).
 *
 * Behind it may stand
 *
 *     GPUMP_REGION_OBJECTS(f_parallel0, GPUMP_OBJECT(gpump_prog_host, hits));     variables of file scope that it uses
 *     GPUMP_REGION_IS_INDEPENDENT(f_parallel0);
 *
 * Independent is a region in which no thread waits for one of another block: it has no barrier, also none that a
 * work-sharing construct implies, no dynamic, guided or ordered loop, no more than GPUMP_WORKS reductions, and calls no
 * function that has any of these. Locks do no harm. It is launched without the promise that all blocks run at once.
 *
 *     GPUMP_REGION_STRUCTURES(f_parallel0, GPUMP_STRUCTURE(f_parallel0_t, grid, gpump_structure_grid));
 *
 * names pointers among the arguments to structures that the region only reads, and the places for copies beside them. What lies on
 * the host's stack is copied there before the launch, so that its page need not move to the device and back.
 *
 *     GPUMP_REGION_IS_ANONYMOUS(f_parallel0);
 *
 * is said of a region of which nobody can tell how many threads its team has: it asks for no thread's number, and outside of
 * what its team shares out nothing is done that others see. Where the program names no size the host gives it as many threads
 * as its longest loop could use the last time (shape.h).
 *
 *     GPUMP_REGION_SHOWS_ITS_TEAM(f_parallel0);
 *
 * is said of a region of which the program can tell how large its team is: it asks for a thread's number or how many there are, has
 * threadprivate variables, or leaves a trace of each thread. Its team is no larger than omp_get_max_threads has said (shape.h).
 * GPUMP_REGION_CALLS_OTHERS stands in its place where only functions of other files, or those called through pointers, might do so. If
 * any do, GPUMP_FUNCTIONS_ASK_FOR_THREADS stands in the file that has them.
 *
 *     GPUMP_REGION_IS_LEAN(f_parallel0, 1);
 *     GPUMP_REGION_ITERATIONS(f_parallel0, f_parallel0_t, shared, const int n = shared.n; return gpump_iterations(gpump_range<int>(0, '<', n, 1)););
 *
 * is said of a region whose threads ask nothing of their team (lean.h), with the number of its reductions; and, where besides
 * nobody can tell how many threads there are, how many iterations it has. The host computes that from the region's arguments,
 * and launches as many threads as these keep busy.
 *
 *     GPUMP_REGION_OF_TWO_FORMS(f_parallel0, f_parallel0_t, "f.c", 12, ...);
 *
 * stands in place of GPUMP_REGION for one whose kernel is a template: besides the usual form it has one for grids that cover its
 * loops (covered.h), of which the host has counted the iterations exactly.
 *
 *     GPUMP_REGION_APART(f_parallel0, GPUMP_PAIR(f_parallel0_t, v, u));
 *
 * names the pointers that gpump_apart asks about in such a region. Of large blocks the host knows the answer, and then no
 * thread has to look.
 *
 *     GPUMP_REGION(f_parallel0_for0, f_parallel0_t, "f.c", 13, ...);
 *     GPUMP_REGION(f_parallel0_for1, f_parallel0_t, "f.c", 16, ...);
 *     GPUMP_REGION_IN_PARTS(f_parallel0, "f.c", 12, &f_parallel0_for0_region, &f_parallel0_for1_region);
 *
 * is a region that has a kernel for each of its parts, which are given the same arguments. They are launched one after the
 * other: each begins when the one before has ended, and the host waits for the last.
 */
#ifndef GPUMP_CUDA_REGION_H
#define GPUMP_CUDA_REGION_H

#include "covered.h"
#include "gpump.h"
#include "loops.h"

#include <stddef.h>
#include <type_traits>

/* Blocks of a team that wait for one another need a cooperative launch. Pointers that nothing else leads the same way as are
   parameters of their own, for a compiler sees that in parameters alone; they come first among the region's pointers. */
template <class Arguments, class Team, class... Pointers>
int gpump_launch(void (*kernel)(Team, Arguments, Pointers...), const gpump_pointer_t *pointers,
                 const gpump_grid_t *grid, gpump_team_t *team, const void *arguments)
{
    char nothing[8] = {}; /* CUDA reads as many bytes as the parameter has, and an empty structure has one */
    void *all[2 + sizeof...(Pointers)] = {team, arguments ? const_cast<void *>(arguments) : nothing};
    for (size_t i = 0; i < sizeof...(Pointers); i++)
        all[2 + i] = static_cast<char *>(const_cast<void *>(arguments)) + pointers[i].offset;
    dim3 blocks(grid->blocks[0], grid->blocks[1], grid->blocks[2]);
    dim3 threads(grid->threads[0], grid->threads[1], grid->threads[2]);
    return (int)(grid->together ? cudaLaunchCooperativeKernel(kernel, blocks, threads, all, grid->shared_bytes, 0)
                                : cudaLaunchKernel(kernel, blocks, threads, all, grid->shared_bytes, 0));
}

template <class Arguments, class... Pointers>
int gpump_occupancy(void (*kernel)(gpump_team_t, Arguments, Pointers...), int *blocks, int threads, size_t shared_bytes)
{
    return (int)cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared_bytes);
}

template <class Arguments, class... Pointers>
int gpump_attributes(void (*kernel)(gpump_team_t, Arguments, Pointers...), int *most)
{
    cudaFuncAttributes attributes;
    cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    *most = attributes.maxThreadsPerBlock;
    return (int)error;
}

/* `function` is the kernel, or the form of it that goes round. */
#define GPUMP_REGION_OF(name, file, line, pointers, arguments_t, function, launch_covered)                         \
    {name, file, line, pointers,                                                                                   \
     [](const gpump_grid_t *grid, gpump_team_t *team, const void *arguments) {                                     \
         return gpump_launch<arguments_t>(function, pointers, grid, team, arguments);                              \
     },                                                                                                            \
     [](int *blocks, int threads, ::size_t shared_bytes) {                                                         \
         return gpump_occupancy<arguments_t>(function, blocks, threads, shared_bytes);                             \
     },                                                                                                            \
     [](int *most) { return gpump_attributes<arguments_t>(function, most); },                                      \
     {}, 0, 0, nullptr, 0, 0, 0, 0, nullptr, nullptr, 0, nullptr, 0, 0, 0, 0, 0, nullptr, launch_covered}

#define GPUMP_REGION(kernel, arguments_t, file, line, ...)                                                         \
    static const gpump_pointer_t kernel##_pointers[] = {__VA_ARGS__ __VA_OPT__(, ){nullptr, 0, 0}};                \
    extern "C" GPUMP_HIDDEN GPUMP_ON_OWN_PAGES gpump_region_t kernel##_region;                                     \
    gpump_region_t kernel##_region =                                                                               \
        GPUMP_REGION_OF(#kernel, file, line, kernel##_pointers, arguments_t, kernel, nullptr)

#define GPUMP_REGION_OF_TWO_FORMS(kernel, arguments_t, file, line, ...)                                            \
    static const gpump_pointer_t kernel##_pointers[] = {__VA_ARGS__ __VA_OPT__(, ){nullptr, 0, 0}};                \
    extern "C" GPUMP_HIDDEN GPUMP_ON_OWN_PAGES gpump_region_t kernel##_region;                                     \
    gpump_region_t kernel##_region = GPUMP_REGION_OF(                                                              \
        #kernel, file, line, kernel##_pointers, arguments_t, kernel<gpump_team_t>,                                 \
        [](const gpump_grid_t *grid, gpump_team_t *team, const void *arguments) {                                  \
            return gpump_launch<arguments_t>(kernel<gpump_covered_t>, kernel##_pointers, grid, team, arguments);   \
        })

/* 0 for what has no size: void, a function, a type that is only declared. */
template <class T, class = void> struct gpump_size_of {
    static const size_t value = 0;
};
template <class T>
struct gpump_size_of<T, typename std::enable_if<std::is_object<T>::value && (sizeof(T) > 0)>::type> {
    static const size_t value = sizeof(T);
};

#define GPUMP_POINTER(arguments_t, member) \
    {#member, offsetof(arguments_t, member), gpump_size_of<typename std::remove_pointer<decltype(arguments_t::member)>::type>::value}

/* A cast of C, since the objects may be volatile. */
#define GPUMP_OBJECT(table, member) {(const void *const *)&(table).member, sizeof *(table).member}

#define GPUMP_REGION_OBJECTS(kernel, ...)                                                             \
    static const gpump_object_t kernel##_objects[] = {__VA_ARGS__, {nullptr, 0}};                      \
    [[maybe_unused]] static const bool kernel##_has_objects = (kernel##_region.objects = kernel##_objects) != nullptr

#define GPUMP_REGION_IS_INDEPENDENT(kernel) \
    [[maybe_unused]] static const bool kernel##_is_independent = (kernel##_region.is_independent = 1) != 0

#define GPUMP_REGION_IS_LEAN(kernel, reductions)    \
    [[maybe_unused]] static const bool kernel##_is_lean = \
        (kernel##_region.results = (reductions), kernel##_region.is_lean = 1) != 0

/* Structures that the region only reads. A copy is used where the host has made one: then there is no pointer. */
#define GPUMP_REGION_STRUCTURES(kernel, ...)                                                                 \
    static const gpump_structure_t kernel##_structures[] = {__VA_ARGS__};                                    \
    [[maybe_unused]] static const bool kernel##_has_structures =                                             \
        (kernel##_region.structure_count = (unsigned int)(sizeof kernel##_structures / sizeof kernel##_structures[0]), \
         kernel##_region.structures = kernel##_structures) != nullptr

#define GPUMP_STRUCTURE(arguments_t, pointer, copy) \
    {offsetof(arguments_t, pointer), offsetof(arguments_t, copy), sizeof(arguments_t::copy)}

template <class T>
static inline __device__ T *gpump_structure(T *pointer, const typename std::remove_const<T>::type &copy)
{
    return pointer ? pointer : const_cast<T *>(&copy);
}

#define GPUMP_REGION_IS_ANONYMOUS(kernel) \
    [[maybe_unused]] static const bool kernel##_is_anonymous = (kernel##_region.is_anonymous = 1) != 0

#define GPUMP_REGION_SHOWS_ITS_TEAM(kernel) \
    [[maybe_unused]] static const bool kernel##_shows_team = (kernel##_region.shows_team = GPUMP_SHOWN) != 0

#define GPUMP_REGION_CALLS_OTHERS(kernel) \
    [[maybe_unused]] static const bool kernel##_shows_team = (kernel##_region.shows_team = GPUMP_SHOWN_BY_OTHERS) != 0

#define GPUMP_FUNCTIONS_ASK_FOR_THREADS() \
    [[maybe_unused]] static const bool gpump_functions_ask = gpump_functions_ask_for_threads() != 0

/* The statements that stand last return a gpump_iterations_t; `shared` is a name for the arguments. */
#define GPUMP_REGION_ITERATIONS(kernel, arguments_t, shared, ...)                                                    \
    [[maybe_unused]] static const bool kernel##_has_iterations =                                                     \
        (kernel##_region.iterations =                                                                                \
             [](const void *gpump_arguments) {                                                                       \
                 [[maybe_unused]] const arguments_t &shared = *static_cast<const arguments_t *>(gpump_arguments);    \
                 __VA_ARGS__                                                                                         \
             }) != nullptr

/* All that gpump_apart asks in a lean region, of pointers among its arguments. */
#define GPUMP_REGION_APART(kernel, ...)                                                                 \
    static const gpump_apart_t kernel##_apart[] = {__VA_ARGS__};                                        \
    [[maybe_unused]] static const bool kernel##_is_apart =                                              \
        (kernel##_region.aparts = (unsigned int)(sizeof kernel##_apart / sizeof kernel##_apart[0]),     \
         kernel##_region.apart = kernel##_apart) != nullptr

#define GPUMP_REGION_IN_PARTS(region, file, line, ...)                                                       \
    static const gpump_pointer_t region##_pointers[] = {{nullptr, 0, 0}};                                    \
    static gpump_region_t *const region##_parts[] = {__VA_ARGS__, nullptr};                                  \
    extern "C" GPUMP_HIDDEN GPUMP_ON_OWN_PAGES gpump_region_t region##_region;                              \
    gpump_region_t region##_region = {#region, file, line, region##_pointers, nullptr, nullptr, nullptr, {}, 0, 0, nullptr, 0, \
                                      0, 0, 0, nullptr, nullptr, 0, nullptr, 0, 0, 0, 0, 0, region##_parts, nullptr}

#define GPUMP_PAIR(arguments_t, written, other) {offsetof(arguments_t, written), offsetof(arguments_t, other)}

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

#endif

/*
 * The emulator's CUDA: what a .cu file sees when g++ compiles it instead of nvcc.
 *
 * The first CUDA releases could build a program for "device emulation": the kernels ran on the host,
 * a debugger stepped into them, and nobody needed a graphics card. CUDA dropped it; this brings it
 * back. Every CUDA thread is a POSIX thread, device memory is memory of its own (memory.cpp), and an
 * access on the wrong side of the divide is stopped and named (check.cpp).
 *
 * A .cu file differs from C++ in one piece of syntax only, the launch
 *
 *     kernel<<<grid, block, shared, stream>>>(arguments);
 *
 * which whoever feeds the file to g++ replaces, on the same line, by
 *
 *     GPUMP_EMULATOR_LAUNCH((kernel), (grid, block, shared, stream), (arguments));
 *
 * (`gpump run` does that, tests/runtime/run.sh does it with sed). All else is done by this header:
 *
 *     g++ -std=gnu++17 -O1 -g -pthread -c runtime/emulator/emulator.cpp -o emulator.o
 *     g++ -std=gnu++17 -O1 -gdwarf-4 -pthread -I runtime -I runtime/emulator -include gpump_emulator.h \
 *         -fsanitize=thread,integer-divide-by-zero -fsanitize-undefined-trap-on-error \
 *         -fstack-clash-protection \
 *         -c -x c++ program.cu -o program.o
 *     g++ -pthread program.o emulator.o -o program
 *
 * The -fsanitize lines make the compiler ask the emulator before every access to memory (hooks.cpp),
 * and stop at a division by zero and at the end of a thread's stack. They are options of the second command
 * alone: no sanitizer is linked. Left
 * out, the program runs the same, faster, with fewer mistakes caught. And with one of -fsanitize=thread,
 * -fsanitize=address, -fsanitize=undefined on all three commands, the program is run by that sanitizer:
 * ThreadSanitizer then finds races between CUDA threads. (-gdwarf-4, because addr2line, which finds the
 * source lines for messages, takes one file for another in DWARF 5 where a #line directive stands.)
 *
 * What it does not do: `extern __shared__` arrays are written GPUMP_EMULATOR_DYNAMIC_SHARED(type, name);
 * `__device__` variables are made known with GPUMP_EMULATOR_DEVICE_VARIABLE(name) after their
 * declaration; warps do not run in lockstep, and of the warp intrinsics there are the shuffles and votes.
 */
#ifndef GPUMP_EMULATOR_H
#define GPUMP_EMULATOR_H

#ifndef __cplusplus
#error "a .cu file is C++: compile it with g++ -x c++"
#endif

#define GPUMP_EMULATOR 1

#include <math.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is compiled with checks has those of these functions checked, too (hooks.cpp). */
#if defined(__SANITIZE_THREAD__) && !defined(GPUMP_EMULATOR_ITSELF)
extern "C" void *memcpy(void *, const void *, size_t) noexcept __asm__("gpump_emulator_memcpy");
extern "C" void *memmove(void *, const void *, size_t) noexcept __asm__("gpump_emulator_memmove");
extern "C" void *memset(void *, int, size_t) noexcept __asm__("gpump_emulator_memset");
#endif

#include <tuple>
#include <new>
#include <type_traits>
#include <utility>

/* ---- The mark ------------------------------------------------------------------------------ */

/* Whoever links objects sees by this section which of them need the emulator. */
#ifdef __ELF__
__attribute__((section(".gpump.emulator"), used)) static const char gpump_emulator_mark = 1;
#endif

/* Compiled with this, a program of the cuda dialect is watched as it runs (watch.cpp). */
#ifdef GPUMP_EMULATOR_WATCH
extern "C" const char gpump_emulator_watches __attribute__((weak));
const char gpump_emulator_watches = 1;
#endif

/* ---- Qualifiers --------------------------------------------------------------------------- */

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)

/* A block's shared memory. All such variables lie in one section, so that the emulator can give each
   block contents of its own (turns.cpp). */
#define __shared__ static __attribute__((section("gpump_shared")))

#define GPUMP_EMULATOR_DYNAMIC_SHARED(type, name) \
    type *name = static_cast<type *>(::gpump_emulator::dynamic_shared_memory())

/* The emulator cannot see which global variables were declared __device__, since to g++ the word means
   nothing. A variable that is not announced is the host's, and a kernel that touches it is stopped. */
#define GPUMP_EMULATOR_DEVICE_VARIABLE(name) \
    namespace { [[maybe_unused]] const ::gpump_emulator::DeviceVariable \
        GPUMP_EMULATOR_JOIN(gpump_emulator_variable_, __COUNTER__)( \
            const_cast<const void *>(static_cast<const volatile void *>(&name)), sizeof name); } \
    static_assert(true, "")
#define GPUMP_EMULATOR_JOIN(a, b) GPUMP_EMULATOR_JOIN_(a, b)
#define GPUMP_EMULATOR_JOIN_(a, b) a##b

/* ---- Built-in types and variables --------------------------------------------------------- */

struct uint3 { unsigned int x, y, z; };

struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};

/* __thread, not thread_local: no initialiser runs at first use, so an access is one instruction. A program
 * in C may have variables of these names. */
extern __thread uint3 threadIdx __asm__("gpump_emulator_threadIdx"), blockIdx __asm__("gpump_emulator_blockIdx"),
    blockDim __asm__("gpump_emulator_blockDim"), gridDim __asm__("gpump_emulator_gridDim");
static const int warpSize = 32;

/* ---- Synchronisation ---------------------------------------------------------------------- */

void __syncthreads();
void __syncwarp(unsigned int mask = 0xffffffffu);
unsigned int __activemask();
void __threadfence();
void __threadfence_block();
void __threadfence_system();
void __nanosleep(unsigned int nanoseconds);
long long clock64();

/* ---- Atomics: CUDA's own set, for CUDA's own types ----------------------------------------- */

#define GPUMP_EMULATOR_ATOMIC_INTEGER(T) \
    T atomicAdd(T *address, T value);    \
    T atomicExch(T *address, T value);   \
    T atomicMin(T *address, T value);    \
    T atomicMax(T *address, T value);    \
    T atomicAnd(T *address, T value);    \
    T atomicOr(T *address, T value);     \
    T atomicXor(T *address, T value);    \
    T atomicCAS(T *address, T compare, T value);

GPUMP_EMULATOR_ATOMIC_INTEGER(int)
GPUMP_EMULATOR_ATOMIC_INTEGER(unsigned int)
GPUMP_EMULATOR_ATOMIC_INTEGER(unsigned long long)
int atomicSub(int *address, int value);
unsigned int atomicSub(unsigned int *address, unsigned int value);
unsigned int atomicInc(unsigned int *address, unsigned int bound);
unsigned int atomicDec(unsigned int *address, unsigned int bound);
long long atomicMin(long long *address, long long value);
long long atomicMax(long long *address, long long value);
float atomicAdd(float *address, float value);
double atomicAdd(double *address, double value);
float atomicExch(float *address, float value);
unsigned short atomicCAS(unsigned short *address, unsigned short compare, unsigned short value);
/* Not CUDA's: there a byte is exchanged with the word around it, in which a sanitizer sees the neighbours' races. */
unsigned char atomicCAS(unsigned char *address, unsigned char compare, unsigned char value);

/* ---- Atomics in place ------------------------------------------------------------------------
 *
 * For programs that nobody watches. An operation that changes its word is in no loop that waits (atomics.cpp), nor is
 * one that adds to a floating-point number or makes a new value of the old, be it the same; these need nothing of the
 * emulator but to be counted. All others are left to it.
 */

namespace gpump_emulator {
/* So many operations of the thread's have changed something. The deadlock watch reads it. */
extern __thread uint64_t changes;

inline void count_change() { __atomic_store_n(&changes, changes + 1, __ATOMIC_RELAXED); }

/* Now and then the processor is another thread's, which this one may wait for. */
inline void look()
{
    static __thread unsigned int looks;
    if (++looks % 16 == 0)
        sched_yield();
}

template <class T> inline bool is_in_place(const T *address)
{
    return reinterpret_cast<uintptr_t>(address) % sizeof(T) == 0;
}

template <class T> inline T add_in_place(T *address, T value)
{
    if ((std::is_integral<T>::value && value == 0) || !is_in_place(address))
        return atomicAdd(address, value);
    count_change();
    if constexpr (std::is_integral<T>::value) {
        return __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST);
    } else {
        T old, sum;
        __atomic_load(address, &old, __ATOMIC_RELAXED);
        do
            sum = old + value;
        while (!__atomic_compare_exchange(address, &old, &sum, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
        return old;
    }
}

template <class T> inline T swap_in_place(T *address, T expected, T wanted)
{
    T seen = expected;
    if (!is_in_place(address) ||
        !__atomic_compare_exchange_n(address, &seen, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return atomicCAS(address, expected, wanted);
    count_change();
    return expected;
}
} // namespace gpump_emulator

/* ---- The runtime API ----------------------------------------------------------------------- */

#include "gpump_emulator_api.h"

/* ---- Warps: the threads in the mask wait for one another and exchange values ------------------ */

namespace gpump_emulator {
/* Every thread in the mask gives a value, and gets that of the lane. */
uint64_t exchange_in_warp(unsigned int mask, uint64_t value, unsigned int from_lane);
uint64_t vote_in_warp(unsigned int mask, bool value); /* a bit for each lane whose value was true */
unsigned int lane();

template <class T> T shuffle(unsigned int mask, T value, unsigned int from_lane)
{
    static_assert(sizeof(T) <= 8, "");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    bits = exchange_in_warp(mask, bits, from_lane);
    memcpy(&value, &bits, sizeof value);
    return value;
}
} // namespace gpump_emulator

/* `width` splits the warp into parts of that many lanes. A lane that there is not gives the caller's own value. */
template <class T> T __shfl_sync(unsigned int mask, T value, int source, int width = 32)
{
    unsigned int part = ::gpump_emulator::lane() & ~(unsigned int)(width - 1);
    return ::gpump_emulator::shuffle(mask, value, part + ((unsigned int)source & (unsigned int)(width - 1)));
}
template <class T> T __shfl_down_sync(unsigned int mask, T value, unsigned int distance, int width = 32)
{
    unsigned int lane = ::gpump_emulator::lane(), within = lane & (unsigned int)(width - 1);
    return ::gpump_emulator::shuffle(mask, value, within + distance < (unsigned int)width ? lane + distance : lane);
}
template <class T> T __shfl_up_sync(unsigned int mask, T value, unsigned int distance, int width = 32)
{
    unsigned int lane = ::gpump_emulator::lane(), within = lane & (unsigned int)(width - 1);
    return ::gpump_emulator::shuffle(mask, value, within >= distance ? lane - distance : lane);
}
template <class T> T __shfl_xor_sync(unsigned int mask, T value, int bits, int width = 32)
{
    unsigned int lane = ::gpump_emulator::lane(), other = lane ^ (unsigned int)bits;
    bool same_part = (lane & ~(unsigned int)(width - 1)) == (other & ~(unsigned int)(width - 1));
    return ::gpump_emulator::shuffle(mask, value, same_part ? other : lane);
}
inline unsigned int __ballot_sync(unsigned int mask, int value)
{
    return (unsigned int)::gpump_emulator::vote_in_warp(mask, value != 0);
}
inline int __any_sync(unsigned int mask, int value) { return __ballot_sync(mask, value) != 0; }
inline int __all_sync(unsigned int mask, int value) { return __ballot_sync(mask, value) == mask; }
inline int __popc(unsigned int value) { return __builtin_popcount(value); }
inline int __ffs(int value) { return __builtin_ffs(value); }

/* ---- Launching ----------------------------------------------------------------------------- */

namespace gpump_emulator {

struct DeviceVariable {
    DeviceVariable(const void *address, size_t size);
};

void *dynamic_shared_memory();
bool grid_can_wait();
void wait_for_grid();

/* One launch, configured and not yet given its arguments. */
struct Launch {
    const char *kernel_name; /* null: look it up */
    const char *file;
    int line;
    dim3 grid = dim3(), block = dim3();
    size_t shared = 0;
    bool cooperative = false;
    const void *kernel = nullptr;

    Launch configured(dim3 g, dim3 b, size_t shared_bytes = 0, cudaStream_t = nullptr) const
    {
        Launch launch = *this;
        launch.grid = g;
        launch.block = b;
        launch.shared = shared_bytes;
        return launch;
    }
};

/* The arguments of a launch are copied when it is made, and lie in memory that every thread of the
   kernel may read: CUDA's constant bank for parameters. */
void *allocate_parameters(size_t size);
cudaError_t enqueue(const Launch &launch, void *parameters, size_t size, void (*invoke)(void *),
                    void (*destroy)(void *));

template <class... Parameters> struct Call {
    void (*kernel)(Parameters...);
    std::tuple<Parameters...> arguments;

    static void invoke(void *self)
    {
        Call *call = static_cast<Call *>(self);
        std::apply(call->kernel, call->arguments);
    }
    static void destroy(void *self) { static_cast<Call *>(self)->~Call(); }
};

template <class... Parameters> struct Starter {
    Launch launch;
    void (*kernel)(Parameters...);

    /* Not a template: the arguments are converted as they are in a call. */
    cudaError_t operator()(Parameters... arguments) const
    {
        typedef Call<Parameters...> ThisCall;
        void *room = allocate_parameters(sizeof(ThisCall));
        new (room) ThisCall{kernel, std::tuple<Parameters...>(std::move(arguments)...)};
        return enqueue(launch, room, sizeof(ThisCall), ThisCall::invoke, ThisCall::destroy);
    }
};

template <class... Parameters>
Starter<Parameters...> starter(const Launch &launch, void (*kernel)(Parameters...))
{
    return Starter<Parameters...>{launch, kernel};
}

template <class... Parameters, size_t... I>
cudaError_t launch_with(const Starter<Parameters...> &start, void **arguments, std::index_sequence<I...>)
{
    if ((... || !arguments[I])) /* CUDA reads every argument, also one that has no members */
        return cudaErrorInvalidValue;
    (void)arguments; /* where there are none */
    return start(*static_cast<std::decay_t<Parameters> *>(arguments[I])...);
}

} // namespace gpump_emulator

/* All blocks are resident, or the launch is refused. The arguments come as an array of their addresses. */
template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void **arguments,
                                        size_t shared = 0, cudaStream_t stream = nullptr)
{
    ::gpump_emulator::Launch launch =
        ::gpump_emulator::Launch{nullptr, nullptr, 0}.configured(grid, block, shared, stream);
    launch.cooperative = true;
    launch.kernel = reinterpret_cast<const void *>(kernel);
    return ::gpump_emulator::launch_with(::gpump_emulator::starter(launch, kernel), arguments,
                                         std::index_sequence_for<Parameters...>());
}

template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                             cudaStream_t stream = nullptr)
{
    ::gpump_emulator::Launch launch =
        ::gpump_emulator::Launch{nullptr, nullptr, 0}.configured(grid, block, shared, stream);
    launch.kernel = reinterpret_cast<const void *>(kernel);
    return ::gpump_emulator::launch_with(::gpump_emulator::starter(launch, kernel), arguments,
                                         std::index_sequence_for<Parameters...>());
}

/* The configuration is evaluated before the arguments: C++17 orders a call's function expression
   before its arguments. */
#define GPUMP_EMULATOR_UNPACK(...) __VA_ARGS__
#define GPUMP_EMULATOR_LAUNCH(kernel, configuration, arguments)                              \
    ((void)::gpump_emulator::starter(                                                        \
        ::gpump_emulator::Launch{#kernel, __FILE__, __LINE__}.configured configuration,      \
        GPUMP_EMULATOR_UNPACK kernel) arguments)

#endif

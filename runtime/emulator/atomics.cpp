/*
 * CUDA's atomic functions. They are sequentially consistent here, which is more than CUDA promises.
 *
 * An atomic that leaves its word as it was, again and again with the same operands, is a thread that
 * waits for another; it gives its processor away (poll, in barrier.cpp).
 */
#include "internal.h"

namespace gpump_emulator {

template <class T> static uint64_t bits(T value)
{
    uint64_t result = 0;
    __builtin_memcpy(&result, &value, sizeof value); /* the compiler's own; the emulator's is a call */
    return result;
}

/* After an atomic operation on a kernel's thread: did it do something, or does the thread wait? */
static void observe(const void *address, bool changed, uint64_t operands, uint64_t result)
{
    Worker *worker = self;
    if (!worker)
        return; /* on the host */
    if (!changed && worker->poll_address == address && worker->poll_operands == operands &&
        worker->poll_result == result && worker->poll_changes == changes) {
        poll();
        return;
    }
    worker->poll_address = changed ? nullptr : address;
    worker->poll_operands = operands;
    worker->poll_result = result;
    worker->poll_changes = changes;
    worker->progress.store(worker->progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

/* Atomics on bytes are made from atomics on the word that holds the byte, so a word may reach past its
   block; CUDA's blocks are aligned and padded, and allow that. */
static void check_atomic(const void *pointer, size_t size, const void *code)
{
    if (!in_kernel_code)
        return;
    if (watching()) {
        watch_access(reinterpret_cast<uintptr_t>(pointer), size, updates, true, code);
        return;
    }
    uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
    if (address % size) {
        claim_fault();
        fault(thread_name() + text(" updates %zu bytes at the misaligned address 0x%lx", size, (unsigned long)address),
              code);
    }
    self->last_access = address;
    if (settings().check && !may_access(address, size <= 4 ? 1 : size, updates))
        forbid(address, size, updates, code);
}

/* The general read-modify-write; T is an integer or a floating-point type. */
template <class T, class F> static T update(T *address, uint64_t operands, const void *code, F next)
{
    check_atomic(address, sizeof(T), code);
    OutOfKernel out;
    T old, wanted;
    {
        AtomicOrder order(address);
        __atomic_load(address, &old, __ATOMIC_SEQ_CST);
        do
            wanted = next(old);
        while (!__atomic_compare_exchange(address, &old, &wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
        order.changes = bits(old) != bits(wanted);
    }
    /* Nobody waits by adding to a floating-point number. */
    observe(address, !std::is_integral<T>::value || bits(old) != bits(wanted), operands, bits(old));
    return old;
}

} // namespace gpump_emulator

#define GPUMP_EMULATOR_UPDATE(T, name, expression)                                                               \
    T name(T *address, T value)                                                                                  \
    {                                                                                                            \
        return gpump_emulator::update(address, gpump_emulator::bits(value),                                      \
                                      static_cast<const char *>(__builtin_return_address(0)) - 1,                \
                                      [value](T old) -> T { return expression; });                               \
    }

#define GPUMP_EMULATOR_CAS(T)                                                                                    \
    T atomicCAS(T *address, T compare, T value)                                                                  \
    {                                                                                                            \
        return gpump_emulator::update(address, gpump_emulator::bits(compare) * 31 + gpump_emulator::bits(value), \
                                      static_cast<const char *>(__builtin_return_address(0)) - 1,                \
                                      [compare, value](T old) -> T { return old == compare ? value : old; });    \
    }

#define GPUMP_EMULATOR_INTEGER(T)                                         \
    GPUMP_EMULATOR_UPDATE(T, atomicExch, ((void)old, value))              \
    GPUMP_EMULATOR_UPDATE(T, atomicMin, old < value ? old : value)        \
    GPUMP_EMULATOR_UPDATE(T, atomicMax, old > value ? old : value)        \
    GPUMP_EMULATOR_UPDATE(T, atomicAnd, old & value)                      \
    GPUMP_EMULATOR_UPDATE(T, atomicOr, old | value)                       \
    GPUMP_EMULATOR_UPDATE(T, atomicXor, old ^ value)                      \
    GPUMP_EMULATOR_CAS(T)

GPUMP_EMULATOR_INTEGER(int)
GPUMP_EMULATOR_INTEGER(unsigned int)
GPUMP_EMULATOR_INTEGER(unsigned long long)
GPUMP_EMULATOR_UPDATE(int, atomicAdd, (int)((unsigned int)old + (unsigned int)value))
GPUMP_EMULATOR_UPDATE(int, atomicSub, (int)((unsigned int)old - (unsigned int)value))
GPUMP_EMULATOR_UPDATE(unsigned int, atomicAdd, old + value)
GPUMP_EMULATOR_UPDATE(unsigned int, atomicSub, old - value)
GPUMP_EMULATOR_UPDATE(unsigned int, atomicInc, old >= value ? 0 : old + 1)
GPUMP_EMULATOR_UPDATE(unsigned int, atomicDec, old == 0 || old > value ? value : old - 1)
GPUMP_EMULATOR_UPDATE(unsigned long long, atomicAdd, old + value)
GPUMP_EMULATOR_UPDATE(long long, atomicMin, old < value ? old : value)
GPUMP_EMULATOR_UPDATE(long long, atomicMax, old > value ? old : value)
GPUMP_EMULATOR_UPDATE(float, atomicAdd, old + value)
GPUMP_EMULATOR_UPDATE(double, atomicAdd, old + value)
GPUMP_EMULATOR_UPDATE(float, atomicExch, ((void)old, value))
GPUMP_EMULATOR_CAS(unsigned short)
GPUMP_EMULATOR_CAS(unsigned char)

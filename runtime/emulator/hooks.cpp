/*
 * What the compiler calls before each access of a program that was compiled with -fsanitize=thread and is
 * linked without ThreadSanitizer. The names are ThreadSanitizer's; the question is another one.
 *
 * AddressSanitizer's calls would do as well, but for one thing: it sees no need to ask about a global
 * variable that is accessed by its name, and a kernel that uses one of the host's is what must be found.
 *
 * When the emulator is itself compiled with a sanitizer, the program is meant to have the real one.
 */
#include "internal.h"

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)

using gpump_emulator::check_access;

/* The call to a hook is the instruction before the one it returns to. */
#define GPUMP_EMULATOR_HERE (static_cast<const char *>(__builtin_return_address(0)) - 1)

#define GPUMP_EMULATOR_HOOK(name, size, kind)                                               \
    extern "C" void name(const void *address)                                               \
    {                                                                                       \
        check_access(address, size, gpump_emulator::kind, GPUMP_EMULATOR_HERE);             \
    }

GPUMP_EMULATOR_HOOK(__tsan_read1, 1, reads)
GPUMP_EMULATOR_HOOK(__tsan_read2, 2, reads)
GPUMP_EMULATOR_HOOK(__tsan_read4, 4, reads)
GPUMP_EMULATOR_HOOK(__tsan_read8, 8, reads)
GPUMP_EMULATOR_HOOK(__tsan_read16, 16, reads)
GPUMP_EMULATOR_HOOK(__tsan_write1, 1, writes)
GPUMP_EMULATOR_HOOK(__tsan_write2, 2, writes)
GPUMP_EMULATOR_HOOK(__tsan_write4, 4, writes)
GPUMP_EMULATOR_HOOK(__tsan_write8, 8, writes)
GPUMP_EMULATOR_HOOK(__tsan_write16, 16, writes)
GPUMP_EMULATOR_HOOK(__tsan_unaligned_read2, 2, reads)
GPUMP_EMULATOR_HOOK(__tsan_unaligned_read4, 4, reads)
GPUMP_EMULATOR_HOOK(__tsan_unaligned_read8, 8, reads)
GPUMP_EMULATOR_HOOK(__tsan_unaligned_read16, 16, reads)
GPUMP_EMULATOR_HOOK(__tsan_unaligned_write2, 2, writes)
GPUMP_EMULATOR_HOOK(__tsan_unaligned_write4, 4, writes)
GPUMP_EMULATOR_HOOK(__tsan_unaligned_write8, 8, writes)
GPUMP_EMULATOR_HOOK(__tsan_unaligned_write16, 16, writes)
GPUMP_EMULATOR_HOOK(__tsan_vptr_read, sizeof(void *), reads)

extern "C" void __tsan_vptr_update(void **address, void *)
{
    check_access(address, sizeof(void *), gpump_emulator::writes, GPUMP_EMULATOR_HERE);
}

extern "C" void __tsan_read_range(const void *address, unsigned long size)
{
    check_access(address, size, gpump_emulator::reads, GPUMP_EMULATOR_HERE);
}

extern "C" void __tsan_write_range(const void *address, unsigned long size)
{
    check_access(address, size, gpump_emulator::writes, GPUMP_EMULATOR_HERE);
}

extern "C" void __tsan_init() {}

/* The calls that a thread is in, for messages: `code` is where it came from. */
extern "C" void __tsan_func_entry(void *code)
{
    using namespace gpump_emulator;
    if (in_kernel_code && watching()) {
        OutOfKernel out;
        self->calls.push_back(static_cast<const char *>(code) - 1);
    }
}

extern "C" void __tsan_func_exit()
{
    using namespace gpump_emulator;
    if (in_kernel_code && watching() && !self->calls.empty())
        self->calls.pop_back();
}

/* An access to a volatile variable is one to what others change meanwhile: it orders as an atomic operation does
   (--param=tsan-distinguish-volatile=1). */
#define GPUMP_EMULATOR_VOLATILE(name, size, kind, is_write)                                                     \
    extern "C" void name(const void *address)                                                                   \
    {                                                                                                           \
        check_volatile(address, size, gpump_emulator::kind, is_write, GPUMP_EMULATOR_HERE);                     \
    }

static void check_volatile(const void *address, size_t size, gpump_emulator::AccessKind kind, bool is_write, const void *code)
{
    using namespace gpump_emulator;
    if (!in_kernel_code || !watching())
        return check_access(address, size, kind, code);
    watch_access(reinterpret_cast<uintptr_t>(address), size, kind, true, code);
    OutOfKernel out;
    if (is_write)
        AtomicOrder order(address);
    else
        self->volatile_read = address;
}

GPUMP_EMULATOR_VOLATILE(__tsan_volatile_read1, 1, reads, false)
GPUMP_EMULATOR_VOLATILE(__tsan_volatile_read2, 2, reads, false)
GPUMP_EMULATOR_VOLATILE(__tsan_volatile_read4, 4, reads, false)
GPUMP_EMULATOR_VOLATILE(__tsan_volatile_read8, 8, reads, false)
GPUMP_EMULATOR_VOLATILE(__tsan_volatile_read16, 16, reads, false)
GPUMP_EMULATOR_VOLATILE(__tsan_volatile_write1, 1, writes, true)
GPUMP_EMULATOR_VOLATILE(__tsan_volatile_write2, 2, writes, true)
GPUMP_EMULATOR_VOLATILE(__tsan_volatile_write4, 4, writes, true)
GPUMP_EMULATOR_VOLATILE(__tsan_volatile_write8, 8, writes, true)
GPUMP_EMULATOR_VOLATILE(__tsan_volatile_write16, 16, writes, true)

/* The program's own C++ atomics have become calls, too. */
static void check_atomic_access(const volatile void *address, size_t size, gpump_emulator::AccessKind kind, const void *code)
{
    using namespace gpump_emulator;
    if (in_kernel_code && watching())
        watch_access(reinterpret_cast<uintptr_t>(address), size, kind, true, code);
    else
        check_access(const_cast<const void *>(address), size, kind, code);
}

#define GPUMP_EMULATOR_TSAN_FETCH(bits, T, name, builtin)                               \
    extern "C" T __tsan_atomic##bits##_##name(volatile T *address, T value, int)        \
    {                                                                                   \
        check_atomic_access(address, sizeof(T), gpump_emulator::updates, GPUMP_EMULATOR_HERE); \
        gpump_emulator::OutOfKernel out;                                                \
        gpump_emulator::AtomicOrder order(const_cast<T *>(address));                    \
        return builtin(address, value, __ATOMIC_SEQ_CST);                               \
    }

#define GPUMP_EMULATOR_TSAN_CAS(bits, T, name)                                                             \
    extern "C" int __tsan_atomic##bits##_##name(volatile T *address, T *expected, T value, int, int)       \
    {                                                                                                      \
        check_atomic_access(address, sizeof(T), gpump_emulator::updates, GPUMP_EMULATOR_HERE);             \
        gpump_emulator::OutOfKernel out;                                                                   \
        gpump_emulator::AtomicOrder order(const_cast<T *>(address));                                       \
        return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }

#define GPUMP_EMULATOR_TSAN_ATOMICS(bits, T)                                                               \
    extern "C" T __tsan_atomic##bits##_load(const volatile T *address, int)                                \
    {                                                                                                      \
        check_atomic_access(address, sizeof(T), gpump_emulator::reads, GPUMP_EMULATOR_HERE);               \
        gpump_emulator::OutOfKernel out;                                                                   \
        gpump_emulator::AtomicOrder order(const_cast<T *>(address));                                       \
        order.changes = false;                                                                             \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                 \
    }                                                                                                      \
    extern "C" void __tsan_atomic##bits##_store(volatile T *address, T value, int)                         \
    {                                                                                                      \
        check_atomic_access(address, sizeof(T), gpump_emulator::writes, GPUMP_EMULATOR_HERE);              \
        gpump_emulator::OutOfKernel out;                                                                   \
        gpump_emulator::AtomicOrder order(const_cast<T *>(address));                                       \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                \
    }                                                                                                      \
    GPUMP_EMULATOR_TSAN_FETCH(bits, T, exchange, __atomic_exchange_n)                                      \
    GPUMP_EMULATOR_TSAN_FETCH(bits, T, fetch_add, __atomic_fetch_add)                                      \
    GPUMP_EMULATOR_TSAN_FETCH(bits, T, fetch_sub, __atomic_fetch_sub)                                      \
    GPUMP_EMULATOR_TSAN_FETCH(bits, T, fetch_and, __atomic_fetch_and)                                      \
    GPUMP_EMULATOR_TSAN_FETCH(bits, T, fetch_or, __atomic_fetch_or)                                        \
    GPUMP_EMULATOR_TSAN_FETCH(bits, T, fetch_xor, __atomic_fetch_xor)                                      \
    GPUMP_EMULATOR_TSAN_FETCH(bits, T, fetch_nand, __atomic_fetch_nand)                                    \
    GPUMP_EMULATOR_TSAN_CAS(bits, T, compare_exchange_strong)                                              \
    GPUMP_EMULATOR_TSAN_CAS(bits, T, compare_exchange_weak)

GPUMP_EMULATOR_TSAN_ATOMICS(8, unsigned char)
GPUMP_EMULATOR_TSAN_ATOMICS(16, unsigned short)
GPUMP_EMULATOR_TSAN_ATOMICS(32, unsigned int)
GPUMP_EMULATOR_TSAN_ATOMICS(64, unsigned long)

extern "C" void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
extern "C" void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/* The C library's copies are not compiled with the program, so what they touch is checked here. What is compiled for the
   emulator calls them by these names (gpump_emulator.h). The C library's own would not do: in a program that is linked
   statically it calls them itself, before there are threads. */
static void check_copy(const void *to, const void *from, size_t size, const void *code)
{
    if (size && from)
        check_access(from, size, gpump_emulator::reads, code);
    if (size)
        check_access(to, size, gpump_emulator::writes, code);
}

extern "C" void *gpump_emulator_memcpy(void *to, const void *from, size_t size)
{
    check_copy(to, from, size, GPUMP_EMULATOR_HERE);
    return memcpy(to, from, size);
}

extern "C" void *gpump_emulator_memmove(void *to, const void *from, size_t size)
{
    check_copy(to, from, size, GPUMP_EMULATOR_HERE);
    return memmove(to, from, size);
}

extern "C" void *gpump_emulator_memset(void *to, int value, size_t size)
{
    check_copy(to, nullptr, size, GPUMP_EMULATOR_HERE);
    return memset(to, value, size);
}

#elif defined(__SANITIZE_THREAD__)

/* ThreadSanitizer watches the C library's copies itself. */
extern "C" void *gpump_emulator_memcpy(void *to, const void *from, size_t size) { return memcpy(to, from, size); }
extern "C" void *gpump_emulator_memmove(void *to, const void *from, size_t size) { return memmove(to, from, size); }
extern "C" void *gpump_emulator_memset(void *to, int value, size_t size) { return memset(to, value, size); }

#endif

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
extern "C" void __tsan_func_entry(void *) {}
extern "C" void __tsan_func_exit() {}

/* The program's own C++ atomics have become calls, too. */
#define GPUMP_EMULATOR_TSAN_FETCH(bits, T, name, builtin)                               \
    extern "C" T __tsan_atomic##bits##_##name(volatile T *address, T value, int)        \
    {                                                                                   \
        check_access(const_cast<T *>(address), sizeof(T), gpump_emulator::updates, GPUMP_EMULATOR_HERE); \
        return builtin(address, value, __ATOMIC_SEQ_CST);                               \
    }

#define GPUMP_EMULATOR_TSAN_CAS(bits, T, name)                                                             \
    extern "C" int __tsan_atomic##bits##_##name(volatile T *address, T *expected, T value, int, int)       \
    {                                                                                                      \
        check_access(const_cast<T *>(address), sizeof(T), gpump_emulator::updates, GPUMP_EMULATOR_HERE);   \
        return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }

#define GPUMP_EMULATOR_TSAN_ATOMICS(bits, T)                                                               \
    extern "C" T __tsan_atomic##bits##_load(const volatile T *address, int)                                \
    {                                                                                                      \
        check_access(const_cast<T *>(address), sizeof(T), gpump_emulator::reads, GPUMP_EMULATOR_HERE);     \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                 \
    }                                                                                                      \
    extern "C" void __tsan_atomic##bits##_store(volatile T *address, T value, int)                         \
    {                                                                                                      \
        check_access(const_cast<T *>(address), sizeof(T), gpump_emulator::writes, GPUMP_EMULATOR_HERE);    \
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

/* The C library's copies are not compiled with the program, so what they touch is checked here; the work
   is done by the forms that take the destination's size, which do no more with it than compare. */
#ifdef __GLIBC__
/* Named differently here, or the compiler would take them for the functions that they serve. */
extern "C" void *library_memcpy(void *, const void *, size_t, size_t) __asm__("__memcpy_chk");
extern "C" void *library_memmove(void *, const void *, size_t, size_t) __asm__("__memmove_chk");
extern "C" void *library_memset(void *, int, size_t, size_t) __asm__("__memset_chk");

static void check_copy(const void *to, const void *from, size_t size, const void *code)
{
    if (size && from)
        check_access(from, size, gpump_emulator::reads, code);
    if (size)
        check_access(to, size, gpump_emulator::writes, code);
}

extern "C" void *memcpy(void *to, const void *from, size_t size)
{
    check_copy(to, from, size, GPUMP_EMULATOR_HERE);
    return library_memcpy(to, from, size, (size_t)-1);
}

extern "C" void *memmove(void *to, const void *from, size_t size)
{
    check_copy(to, from, size, GPUMP_EMULATOR_HERE);
    return library_memmove(to, from, size, (size_t)-1);
}

extern "C" void *memset(void *to, int value, size_t size)
{
    check_copy(to, nullptr, size, GPUMP_EMULATOR_HERE);
    return library_memset(to, value, size, (size_t)-1);
}
#endif

#endif

/*
 * What a region leaves to the host, or takes from its clock: time, the environment, input, the program's end. A thread
 * that asks the host waits for the answer, some microseconds; others go on meanwhile.
 *
 * The wall clock needs no question: it is the host's when the region began, and what has passed on the device's since.
 */
#ifndef GPUMP_CUDA_LIBRARY_HOST_H
#define GPUMP_CUDA_LIBRARY_HOST_H

#include "library_memory.h"
#include "library_print.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The host does what `call` names with the numbers and the bytes; up to `room` bytes of the answer are stored. */
GPUMP_APART unsigned long long gpump_call(gpump_call_t call, unsigned long long a, unsigned long long b, const void *from,
                                      unsigned long long length, void *answer, unsigned long long room)
{
    unsigned long long bytes = 32 + length, padding = room > bytes ? room - bytes : 0;
    gpump_letter letter(GPUMP_MAIL_CALL, bytes + padding);
    letter.number(call);
    letter.number(a);
    letter.number(b);
    letter.number(length);
    letter.text(static_cast<const char *>(from), length);
    for (unsigned long long i = 0; i < padding; i++)
        letter.byte(0);
    letter.send();
    return letter.answer(static_cast<char *>(answer), room);
}

GPUMP_C long long gpump_call_number(gpump_call_t call, unsigned long long a, unsigned long long b = 0,
                                    const char *text = "")
{
    long long result = 0;
    gpump_call(call, a, b, text, gpump_strlen(text), &result, sizeof result);
    return result;
}

GPUMP_C unsigned long long gpump_as_number(const void *pointer)
{
    return (unsigned long long)reinterpret_cast<uintptr_t>(pointer);
}

/* ---- Ends ------------------------------------------------------------------------------------------------------ */

[[noreturn]] GPUMP_C void gpump_exit(int status)
{
    gpump_end(GPUMP_MAIL_EXIT, (unsigned long long)(long long)status);
}

/* Without what was registered by atexit, and without writing out what streams hold. */
[[noreturn]] GPUMP_C void gpump__exit(int status)
{
    gpump_end(GPUMP_MAIL_QUICK_EXIT, (unsigned long long)(long long)status);
}

[[noreturn]] GPUMP_C void gpump__Exit(int status)
{
    gpump__exit(status);
}

[[noreturn]] GPUMP_C void gpump_abort()
{
    gpump_end(GPUMP_MAIL_ABORT, 0);
}

/* What assert of glibc and musl calls. */
[[noreturn]] GPUMP_C void gpump___assert_fail(const char *what, const char *file, int line, const char *function)
{
    gpump_fprintf(gpump_block()->team.mailbox->standard_error, "%s:%d: %s: Assertion `%s' failed.\n", file, line,
                  function, what);
    gpump_abort();
}

/* `error at(execution)` (OpenMP 5.2, 8.5). */
GPUMP_C void gpump_error_on_device(int is_fatal, const char *message)
{
    gpump_fprintf(gpump_block()->team.mailbox->standard_error, "\nlibgomp: %serror directive encountered%s%s\n",
                  is_fatal ? "fatal error: " : "", message ? ": " : "", message ? message : "");
    if (is_fatal)
        gpump_exit(EXIT_FAILURE);
}

/*
 * A function of another file that nobody need call on the device: where that file has no version of it for the device,
 * this one is there. nvcc makes weak functions of inline ones alone, and takes what it sees in them for true wherever they are called:
 * that they do not return, leave arguments aside, or change nothing. So nothing can be seen in them.
 */
#if defined(__CUDACC__)
#define GPUMP_PERHAPS_ELSEWHERE __device__ __noinline__ inline
#else
#define GPUMP_PERHAPS_ELSEWHERE __attribute__((weak, noinline))
#endif

[[noreturn]] GPUMP_C void gpump_not_on_device(const char *name)
{
    gpump_fprintf(gpump_block()->team.mailbox->standard_error,
                  "gpump: `%s' is called on the device, and has no version for it\n", name);
    gpump_abort();
}

#if defined(__CUDACC__)
/* An address that any object may have, which another was handed over for. */
static __forceinline__ __device__ void *gpump_opaque(const volatile void *object)
{
    void *address;
    asm volatile("mov.b64 %0, %1;" : "=l"(address) : "l"(object) : "memory");
    return address;
}
template <class R, class... Parameters>
static __forceinline__ __device__ R gpump_elsewhere(const char *name, Parameters &...parameters)
{
    bool is_missing = true;
    /* nvcc converts no address of a pointer that is `const` and `__restrict__` by itself. */
    (gpump_opaque((const volatile void *)&parameters), ...);
    if (*static_cast<bool *>(gpump_opaque(&is_missing)))
        gpump_not_on_device(name);
    if constexpr (!std::is_void<R>::value) {
        typedef typename std::remove_cv<R>::type result_t;
        alignas(result_t) char result[sizeof(result_t)];
        return *static_cast<result_t *>(gpump_opaque(result));
    }
}
#else
template <class R, class... Parameters> [[noreturn]] static inline R gpump_elsewhere(const char *name, Parameters &...)
{
    gpump_not_on_device(name);
}
#endif

/* ---- time.h, sys/time.h, unistd.h ------------------------------------------------------------------------------- */

/* Nanoseconds on the host's monotonic clock. */
GPUMP_C long long gpump_clock_now()
{
    const unsigned long long started = gpump_started(); /* which may wait: looked at first */
    return (long long)(gpump_block()->team.time * 1e9) + (long long)(gpump_nanoseconds() - started);
}

GPUMP_C long long gpump_wall_now()
{
    return gpump_clock_now() + gpump_block()->team.mailbox->wall_ahead;
}

GPUMP_C time_t gpump_time(time_t *result)
{
    time_t now = (time_t)(gpump_wall_now() / 1000000000);
    if (result)
        *result = now;
    return now;
}

/* The processor time that the program has used on the host. */
GPUMP_C clock_t gpump_clock()
{
    return (clock_t)gpump_call_number(GPUMP_CALL_CLOCK, 0);
}

GPUMP_C int gpump_gettimeofday(struct timeval *result, void *)
{
    long long now = gpump_wall_now();
    result->tv_sec = (time_t)(now / 1000000000);
    result->tv_usec = (suseconds_t)(now % 1000000000 / 1000);
    return 0;
}

GPUMP_C int gpump_clock_gettime(int which, struct timespec *result)
{
    long long now = which == CLOCK_REALTIME    ? gpump_wall_now()
                    : which == CLOCK_MONOTONIC ? gpump_clock_now()
                                               : gpump_call_number(GPUMP_CALL_CLOCK_GETTIME, (unsigned int)which);
    result->tv_sec = (time_t)(now / 1000000000);
    result->tv_nsec = (long)(now % 1000000000);
    return 0;
}

GPUMP_C double gpump_difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

GPUMP_C void gpump_sleep_for(unsigned long long nanoseconds)
{
#ifdef GPUMP_EMULATOR
    timespec time = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    nanosleep(&time, nullptr);
#else
    unsigned long long start = gpump_nanoseconds();
    for (unsigned long long gone = 0; gone < nanoseconds; gone = gpump_nanoseconds() - start)
        __nanosleep((unsigned int)(nanoseconds - gone < 500000 ? nanoseconds - gone : 500000));
#endif
}

GPUMP_C unsigned int gpump_sleep(unsigned int seconds)
{
    gpump_sleep_for(1000000000ull * seconds);
    return 0;
}

GPUMP_C int gpump_usleep(unsigned int microseconds)
{
    gpump_sleep_for(1000ull * microseconds);
    return 0;
}

GPUMP_C int gpump_nanosleep(const struct timespec *wanted, struct timespec *left)
{
    gpump_sleep_for(1000000000ull * (unsigned long long)wanted->tv_sec + (unsigned long long)wanted->tv_nsec);
    if (left)
        left->tv_sec = left->tv_nsec = 0;
    return 0;
}

GPUMP_C int gpump_sched_yield()
{
    gpump_pause();
    return 0;
}

GPUMP_C int gpump_getpid() { return (int)gpump_call_number(GPUMP_CALL_GETPID, 0); }

/* ---- Texts of the host's ---------------------------------------------------------------------------------------- */

GPUMP_C char *gpump_getenv(const char *name)
{
    return reinterpret_cast<char *>((uintptr_t)gpump_call_number(GPUMP_CALL_GETENV, 0, 0, name));
}

GPUMP_C char *gpump_strerror(int number)
{
    return reinterpret_cast<char *>((uintptr_t)gpump_call_number(GPUMP_CALL_STRERROR, (unsigned int)number));
}

/* errno is one for all threads of a file here, and no function of the device sets it: 0 until the program does. */
static __device__ int gpump_error_number;
#define gpump_errno gpump_error_number

GPUMP_C void gpump_perror(const char *what)
{
    void *stream = gpump_block()->team.mailbox->standard_error;
    if (what && *what)
        gpump_fprintf(stream, "%s: %s\n", what, gpump_strerror(gpump_error_number));
    else
        gpump_fprintf(stream, "%s\n", gpump_strerror(gpump_error_number));
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

GPUMP_C FILE *gpump_fopen(const char *path, const char *mode)
{
    return reinterpret_cast<FILE *>((uintptr_t)gpump_call_number(
        GPUMP_CALL_FOPEN, (unsigned char)mode[0], mode[0] && (mode[1] == '+' || (mode[1] && mode[2] == '+')), path));
}

GPUMP_C int gpump_fclose(FILE *stream) { return (int)gpump_call_number(GPUMP_CALL_FCLOSE, gpump_as_number(stream)); }
GPUMP_C int gpump_feof(FILE *stream) { return (int)gpump_call_number(GPUMP_CALL_FEOF, gpump_as_number(stream)); }
GPUMP_C int gpump_ferror(FILE *stream) { return (int)gpump_call_number(GPUMP_CALL_FERROR, gpump_as_number(stream)); }
GPUMP_C int gpump_fgetc(FILE *stream) { return (int)gpump_call_number(GPUMP_CALL_FGETC, gpump_as_number(stream)); }
GPUMP_C int gpump_getc(FILE *stream) { return gpump_fgetc(stream); }
GPUMP_C int gpump_ungetc(int c, FILE *stream)
{
    return (int)gpump_call_number(GPUMP_CALL_UNGETC, gpump_as_number(stream), (unsigned int)c);
}
GPUMP_C int gpump_getchar()
{
    return gpump_fgetc(static_cast<FILE *>(gpump_block()->team.mailbox->standard_input));
}

/* What goes along with two numbers is a text. */
GPUMP_C int gpump_fseek(FILE *stream, long offset, int whence)
{
    const char from[] = {(char)('0' + (whence >= 0 && whence < 9 ? whence : 9)), '\0'};
    return (int)gpump_call_number(GPUMP_CALL_FSEEK, gpump_as_number(stream), (unsigned long long)offset, from);
}
GPUMP_C long gpump_ftell(FILE *stream) { return (long)gpump_call_number(GPUMP_CALL_FTELL, gpump_as_number(stream)); }
GPUMP_C void gpump_rewind(FILE *stream) { gpump_call_number(GPUMP_CALL_REWIND, gpump_as_number(stream)); }
GPUMP_C int gpump_fileno(FILE *stream) { return (int)gpump_call_number(GPUMP_CALL_FILENO, gpump_as_number(stream)); }
GPUMP_C int gpump_isatty(int file) { return (int)gpump_call_number(GPUMP_CALL_ISATTY, (unsigned int)file); }
GPUMP_C int gpump_remove(const char *path) { return (int)gpump_call_number(GPUMP_CALL_REMOVE, 0, 0, path); }

/* A piece at a time: an answer has to fit the mailbox. */
GPUMP_C char *gpump_fgets(char *to, int size, FILE *stream)
{
    const int PIECE = 1024;
    int have = 0;
    while (have < size - 1) {
        int wanted = size - 1 - have < PIECE ? size - 1 - have : PIECE;
        unsigned long long got =
            gpump_call(GPUMP_CALL_FGETS, gpump_as_number(stream), (unsigned int)wanted, "", 0, to + have, (unsigned int)wanted);
        have += (int)got;
        if (got < (unsigned long long)wanted || to[have - 1] == '\n')
            break;
    }
    if (size < 1 || (have == 0 && size > 1))
        return nullptr;
    to[have] = 0;
    return to;
}

GPUMP_C size_t gpump_fread(void *to, size_t size, size_t count, FILE *stream)
{
    const size_t PIECE = 1024;
    size_t have = 0, all = size * count;
    while (have < all) {
        size_t wanted = all - have < PIECE ? all - have : PIECE;
        size_t got = gpump_call(GPUMP_CALL_FREAD, gpump_as_number(stream), wanted, "", 0,
                                static_cast<char *>(to) + have, wanted);
        have += got;
        if (got < wanted)
            break;
    }
    return size ? have / size : 0;
}

#endif

/*
 * What the device asks of the host while a region runs: print this, what does getenv say, end the program.
 *
 * A thread of the device cannot call the host's C library. It leaves a message, and the host, which waits for the
 * region anyway, does what it says. So the output of a region has no limit, stands in the order of the messages, is
 * formatted by the C library itself, and goes to any FILE that the program has; and exit() in a region ends the program
 * with its status.
 *
 * The mailbox is a ring of entries in host memory that the device reaches. A message takes as many as it needs, one
 * after the other; `head`, in the device's memory, counts those that have been given out. Each entry says whose turn
 * it is: in round r (the ring's rth time round) its state is
 *
 *     4 r      free: the thread that was given it may write
 *     4 r + 1  written: the host may read
 *     4 r + 2  answered: the thread may read the answer
 *     4 (r+1)  free for the next round
 *
 * A message begins with its length in bytes and its kind. Arguments of printf travel as they are, with a letter for
 * what they are: i integer, f floating-point, p pointer, s a string's length, and its bytes.
 */
#ifndef GPUMP_CUDA_MAILBOX_H
#define GPUMP_CUDA_MAILBOX_H

#include "team.h"

#define GPUMP_MAIL_ENTRIES 2048u
#define GPUMP_MAIL_WORDS 15u

enum gpump_mail_kind_t {
    GPUMP_MAIL_PRINT,  /* FILE *, format, arguments */
    GPUMP_MAIL_FORMAT, /* room, format, arguments; the answer is the text and its length */
    GPUMP_MAIL_WRITE,  /* FILE *, bytes */
    GPUMP_MAIL_FLUSH,  /* FILE * */
    GPUMP_MAIL_CALL,   /* a gpump_call_t, two numbers, bytes; the answer is bytes */
    GPUMP_MAIL_EXIT,   /* status */
    GPUMP_MAIL_QUICK_EXIT,
    GPUMP_MAIL_ABORT,
    GPUMP_MAIL_STOP    /* a pointer, text: the runtime's own error */
};

/* What the host may be asked to do (calls.h). */
enum gpump_call_t {
    GPUMP_CALL_CLOCK,
    GPUMP_CALL_CLOCK_GETTIME,
    GPUMP_CALL_GETPID,
    GPUMP_CALL_GETENV,
    GPUMP_CALL_STRERROR,
    GPUMP_CALL_STRTOD,
    GPUMP_CALL_STRTOF,
    GPUMP_CALL_FOPEN,
    GPUMP_CALL_FCLOSE,
    GPUMP_CALL_FEOF,
    GPUMP_CALL_FERROR,
    GPUMP_CALL_FGETC,
    GPUMP_CALL_UNGETC,
    GPUMP_CALL_FGETS,
    GPUMP_CALL_FREAD,
    GPUMP_CALL_FSEEK,
    GPUMP_CALL_FTELL,
    GPUMP_CALL_REWIND,
    GPUMP_CALL_FILENO,
    GPUMP_CALL_ISATTY,
    GPUMP_CALL_REMOVE
};

typedef struct {
    unsigned long long state;
    unsigned long long words[GPUMP_MAIL_WORDS];
} gpump_mail_t;

typedef struct gpump_mailbox_t {
    gpump_mail_t *entries;
    unsigned long long *head;
    void *standard_output, *standard_error, *standard_input; /* the host's */
    long long wall_ahead; /* of the monotonic clock, in nanoseconds */
} gpump_mailbox_t;

#if defined(__CUDACC__) || defined(GPUMP_EMULATOR)

#include "threads.h"

#include <type_traits>

/* Like gpump_wait_for, when it is the host that changes the word. */
static inline __device__ void gpump_wait_for_host(const unsigned long long *address, unsigned long long value)
{
#ifdef GPUMP_EMULATOR
    gpump_emulator_calls_host();
#endif
    while (gpump_load(address) != value)
        gpump_pause();
    __threadfence_system();
}

[[noreturn]] GPUMP_APART void gpump_stop(const char *what, const void *pointer);

/* Writes a message, a byte or a number at a time. */
class gpump_letter {
public:
    __device__ gpump_letter(gpump_mail_kind_t kind, unsigned long long bytes) : bytes_(bytes)
    {
        box_ = gpump_block()->team.mailbox;
        unsigned long long words = 2 + (bytes + 7) / 8;
        entries_ = (words + GPUMP_MAIL_WORDS - 1) / GPUMP_MAIL_WORDS;
        /* It keeps them until the answer is there, which comes when all has been written. */
        if (entries_ > GPUMP_MAIL_ENTRIES && (kind == GPUMP_MAIL_FORMAT || kind == GPUMP_MAIL_CALL))
            gpump_stop("a text that the host is to read or format is longer than 240 KiB", nullptr);
        first_ = ticket_ = atomicAdd(box_->head, entries_);
        open();
        word(bytes);
        word(kind);
    }

    __device__ void byte(unsigned char value)
    {
        pending_ |= (unsigned long long)value << 8 * filled_;
        if (++filled_ == 8)
            flush();
    }

    __device__ void number(unsigned long long value)
    {
        for (int i = 0; i < 8; i++)
            byte((unsigned char)(value >> 8 * i));
    }

    __device__ void text(const char *from, unsigned long long length)
    {
        for (unsigned long long i = 0; i < length; i++)
            byte((unsigned char)from[i]);
    }

    __device__ void send()
    {
        if (filled_ != 0)
            flush();
        if (used_ != 0)
            post();
    }

    /* After send: waits for the answer, of which no more than the message's own entries hold. */
    __device__ unsigned long long answer(char *to, unsigned long long room)
    {
        unsigned long long length = 0, ticket = first_;
        unsigned int at = 1;
        gpump_wait_for_host(&entry(first_)->state, first_ / GPUMP_MAIL_ENTRIES * 4 + 2);
        length = gpump_load(&entry(first_)->words[0]);
        unsigned long long copied = length < room ? length : room;
        unsigned long long value = 0;
        for (unsigned long long i = 0; i < copied; i++) {
            if (i % 8 == 0) {
                if (at == GPUMP_MAIL_WORDS) {
                    ticket++;
                    at = 0;
                }
                value = gpump_load(&entry(ticket)->words[at++]);
            }
            to[i] = (char)(value >> 8 * (i % 8));
        }
        __threadfence_system();
        for (ticket = first_; ticket < first_ + entries_; ticket++)
            gpump_store(&entry(ticket)->state, ticket / GPUMP_MAIL_ENTRIES * 4 + 4);
        return length;
    }

private:
    __device__ gpump_mail_t *entry(unsigned long long ticket) const
    {
        return &box_->entries[ticket % GPUMP_MAIL_ENTRIES];
    }
    /* Hundreds of thousands of threads may wait here, and each look goes over the bus, where the host's answers come back. So
       a thread looks as often as its turn is near: the host needs about as long for each round of the ring. */
    __device__ void open()
    {
        const unsigned long long *state = &entry(ticket_)->state, free = ticket_ / GPUMP_MAIL_ENTRIES * 4;
        for (unsigned long long seen; (seen = gpump_load(state)) != free;) {
            const unsigned long long rounds = (free - seen) / 4;
            __nanosleep(100 + (unsigned int)(rounds < 8 ? rounds : 8) * 100000);
        }
        __threadfence_system();
    }
    __device__ void word(unsigned long long value)
    {
        if (used_ == GPUMP_MAIL_WORDS) {
            post();
            open();
        }
        gpump_store(&entry(ticket_)->words[used_++], value);
    }
    __device__ void flush()
    {
        word(pending_);
        pending_ = 0;
        filled_ = 0;
    }
    __device__ void post()
    {
        __threadfence_system();
        gpump_store(&entry(ticket_)->state, ticket_ / GPUMP_MAIL_ENTRIES * 4 + 1);
        ticket_++;
        used_ = 0;
    }

    gpump_mailbox_t *box_;
    unsigned long long first_, ticket_, entries_, bytes_, pending_ = 0;
    unsigned int used_ = 0, filled_ = 0;
};

/* ---- Ends ------------------------------------------------------------------------------------------------- */

/* The host ends the program; the kernel need only not go on. */
[[noreturn]] static inline __device__ void gpump_never()
{
#ifdef GPUMP_EMULATOR
    for (;;)
        gpump_pause();
#else
    asm volatile("trap;");
    __builtin_unreachable();
#endif
}

[[noreturn]] GPUMP_APART void gpump_end(gpump_mail_kind_t kind, unsigned long long value)
{
    gpump_letter letter(kind, 8);
    letter.number(value);
    letter.send();
    letter.answer(nullptr, 0);
    gpump_never();
}

[[noreturn]] GPUMP_APART void gpump_stop(const char *what, const void *pointer)
{
    unsigned long long length = 0;
    while (what[length])
        length++;
    gpump_letter letter(GPUMP_MAIL_STOP, 8 + length);
    letter.number((unsigned long long)pointer);
    letter.text(what, length);
    letter.send();
    letter.answer(nullptr, 0);
    gpump_never();
}

#endif

#endif

/*
 * What the emulator's own files share. No .cu file sees this.
 *
 *     settings.cpp  the emulated device's size, read from the environment
 *     report.cpp    how a fault is told, and the program's end
 *     symbols.cpp   names and source lines for addresses
 *     memory.cpp    device memory, managed memory
 *     check.cpp     is this access allowed?
 *     hooks.cpp     where the compiler asks so
 *     barrier.cpp   barriers, and threads that wait
 *     warps.cpp     shuffles and votes
 *     watch.cpp     what is checked of a program in the cuda dialect that is to be watched
 *     races.cpp     two accesses to one place that nothing orders
 *     turns.cpp     blocks that take turns, for __shared__ variables
 *     launch.cpp    a grid of blocks of threads, on POSIX threads
 *     atomics.cpp   atomicAdd and its kin
 *     api.cpp       the runtime API
 *
 * emulator.cpp includes them all, so that building the emulator is one compiler call.
 */
#ifndef GPUMP_EMULATOR_INTERNAL_H
#define GPUMP_EMULATOR_INTERNAL_H

#define GPUMP_EMULATOR_ITSELF 1
#include "gpump_emulator.h"

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <pthread.h>

/* gcc says so by itself. */
#ifdef __has_feature
#if __has_feature(thread_sanitizer) && !defined(__SANITIZE_THREAD__)
#define __SANITIZE_THREAD__
#endif
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__
#endif
#endif

namespace gpump_emulator {

/* ---- settings.cpp ---- */

struct Settings {
    int devices;               /* GPUMP_EMULATOR_DEVICES, 1: how many there are to be; they have one memory, and work in turn */
    int multiprocessors;       /* GPUMP_EMULATOR_MULTIPROCESSORS, 4 */
    int threads_per_processor; /* GPUMP_EMULATOR_THREADS, 2048 (one memory: 128) at once on one multiprocessor */
    size_t memory;             /* GPUMP_EMULATOR_MEMORY, 1024 MiB, in MiB */
    size_t stack;              /* GPUMP_EMULATOR_STACK, 512 KiB (one memory: 8 MiB) for each CUDA thread, in KiB */
    int deadlock_seconds;      /* GPUMP_EMULATOR_DEADLOCK, 2; 0: wait for ever */
    bool check;                /* GPUMP_EMULATOR_CHECK, 1; 0: kernels may touch anything */
    int pageable;              /* GPUMP_EMULATOR_PAGEABLE, 2: with one memory, does the device say so? 1: with page tables
                                  of its own; 0: no */
    bool like_device;          /* GPUMP_EMULATOR_LIKE_DEVICE, 0; watched: 1 */
    const char *prefetches;    /* GPUMP_EMULATOR_PREFETCHES: a file with a line for each, and pages move; or null */
};
const Settings &settings();

/* Kernels may touch the host's memory: there is one memory for all (gpump_emulator_share_memory). */
extern bool one_memory;

const int MAX_THREADS_PER_BLOCK = 1024;
const int MAX_BLOCKS_PER_PROCESSOR = 32;
const size_t SHARED_BYTES_PER_BLOCK = 49152;
const size_t STACK_GUARD = 1 << 20; /* more than a function's frame should be */

/* True when GPUMP_EMULATOR_FAIL asks for this call of the function to fail: "NAME", "NAME:N" for
   the Nth call, or "NAME:*" for all. For the tests of whoever calls CUDA and has to cope. */
bool told_to_fail(const char *function);

/* ---- report.cpp ---- */

const int STATUS = 70; /* EX_SOFTWARE; the same as gpump's runtime uses */

/* To be called before a fault is described: the first fault is told, a thread with another waits here for
   the end. */
void claim_fault();
/* Tells the fault and ends the program. `code` is the instruction at fault, or null. */
[[noreturn]] void fault(const std::string &what, const void *code, const std::string &help = "");
[[noreturn]] void fault_at(const std::string &what, const std::string &place, const std::string &help = "");
void note(const std::string &text);
std::string text(const char *format, ...) __attribute__((format(printf, 1, 2)));
void install_signal_handlers();

/* ---- symbols.cpp ---- */

std::string source_line(const void *code);            /* "a1.cu:58 in gpump_parallel0(…)", or "" */
/* The first of these that is the author's, and not the runtime's or the system's; or else the first. */
std::string source_line(const void *const *codes, size_t count);
std::string variable_name(uintptr_t address);         /* the global variable there, or "" */
std::string function_name(const void *code);          /* "kernel", or "" */
std::string mapping_name(uintptr_t address);          /* "[heap]", "[stack]", a file, or "" */
bool is_readable_image(uintptr_t address, size_t size); /* constants and code of the program */
bool is_writable_image(uintptr_t address);

/* ---- memory.cpp ---- */

/* A stretch of address space from which one kind of memory is handed out. */
class Arena {
public:
    enum Access { closed_to_host, open_to_all };
    Arena(Access access, const char *kind, size_t grain = 256, size_t guard = 256)
        : access_(access), kind_(kind), grain_(grain), guard_(guard)
    {
    }
    void *allocate(size_t size, size_t alignment = 1);
    bool release(void *pointer);
    void release_all();
    bool contains(uintptr_t address) const { return address - base_ < span_; }
    bool is_live(uintptr_t address, size_t size) const;
    std::string describe(uintptr_t address, size_t size);
    size_t used() const { return used_; }
    size_t block_size(const void *pointer); /* SIZE_MAX: it is no block */
    /* The door: while it is open, the arena's memory can be touched. */
    void open();
    void close();

private:
    struct Block {
        size_t size;
    };
    void reserve();
    bool map(size_t span);
    void give_back(uintptr_t start, size_t length);
    void mark(uintptr_t start, size_t size, signed char state);

    size_t limit() const;

    Access access_;
    const char *kind_;
    size_t grain_, guard_;
    uintptr_t base_ = 0, span_ = 0, high_ = 0, rover_ = 0;
    size_t used_ = 0;
    int doors_ = 0;
    signed char *shadow_ = nullptr;
    std::map<uintptr_t, Block> live_;
    std::map<uintptr_t, size_t> free_, freed_;
    std::mutex mutex_;
};

Arena &device_memory();
Arena &managed_memory();
Arena &watched_heap(); /* watch.cpp */
std::string describe_size(size_t bytes);

/* Pages of managed memory that were sent to the device (GPUMP_EMULATOR_PREFETCHES) are not the host's until it touches
   them: they are taken from its page table, after a kernel once more. What they hold stays, in a file without a name. */
void send_pages(uintptr_t start, size_t size);
void fetch_pages(uintptr_t start, size_t size); /* to the host */
void take_sent_pages();

/* Opens device memory to the emulator's own hands for the length of a scope. */
struct Door {
    Door() { device_memory().open(); }
    ~Door() { device_memory().close(); }
};

/* ---- check.cpp ---- */

enum AccessKind { reads, writes, updates };
void register_device_variable(const void *address, size_t size);
bool is_device_variable(uintptr_t address, size_t size);
void check_access(const void *address, size_t size, AccessKind kind, const void *code);
bool may_access(uintptr_t address, size_t size, AccessKind kind);
[[noreturn]] void forbid(uintptr_t address, size_t size, AccessKind kind, const void *code);
std::string describe_address(uintptr_t address, size_t size);

/* ---- races.cpp ---- */

/* When each thread was last heard of: by whoever has this clock, directly or through others. */
typedef std::vector<uint64_t> Clock;

/* A place in the program: an instruction, and the calls that led there, the innermost first. */
struct Place {
    static const size_t MOST = 8;
    const void *codes[MOST];
    size_t count = 0;
};

void begin_races(size_t threads);
void end_races(); /* tells of a race, if there was one */
void note_access(uintptr_t address, size_t size, AccessKind kind, bool is_atomic, const void *code);
void forget_accesses(uintptr_t start, size_t size);
void join(Clock &into, const Clock &from);
void release_to(Clock &clock); /* what this thread has done so far is before what others do who acquire later */
void acquire_from(const Clock &clock);
void acquire_from_volatile();

/* An atomic operation is done while this is there. */
class AtomicOrder {
public:
    AtomicOrder(const void *address);
    ~AtomicOrder();
    bool changes = true;

private:
    void *place_ = nullptr;
    uintptr_t address_;
};

/* ---- watch.cpp ---- */

bool watching();
void watch_access(uintptr_t address, size_t size, AccessKind kind, bool is_atomic, const void *code);
Place place_of(const void *code); /* with the calls that the calling thread is in */

/* ---- barrier.cpp ---- */

/* All live members of a group wait for one another. A member that leaves is waited for no more. */
class Barrier {
public:
    void reset(unsigned int members);
    void arrive_and_wait();
    void leave();
    /* For a group whose size only its members know. */
    void meet(unsigned int members);
    unsigned int generation() const { return generation_.load(); }

private:
    void complete(unsigned int arrived);
    void wait(unsigned int generation);
    void arrive(unsigned int generation);
    void release(unsigned int generation);
    void acquire(unsigned int generation);
    /* Where the program is watched: of its team's threads, those that have left; and what those that came knew. */
    std::atomic<unsigned int> gone_{0};
    Clock known_[2];
    std::atomic<unsigned int> generation_{0};
    std::atomic<uint64_t> counts_{0}; /* members << 32 | arrived */
    std::atomic<int> sleepers_{0};
};

const int TRIES_BEFORE_SLEEP = 16;
void futex_wait(std::atomic<unsigned int> *word, unsigned int expected, int milliseconds = -1);
void futex_wake(std::atomic<unsigned int> *word, int count);

/* This thread looks, again and again, for something another has to do. */
void poll();

/* ---- launch.cpp ---- */

struct Slot;
struct Grid;

/* A POSIX thread that is some CUDA thread now, or waits to be one. */
struct Worker {
    pthread_t thread;
    char *memory = nullptr; /* guard page, stack, signal stack */
    uintptr_t stack = 0, stack_size = 0;
    std::atomic<unsigned int> go{0};
    Grid *grid = nullptr;
    Slot *slot = nullptr;
    unsigned int index = 0; /* within its block */
    uint64_t block = 0;
    Barrier *barrier = nullptr; /* the block's */

    /* What the deadlock watch reads. */
    std::atomic<bool> waits{false};    /* in a barrier */
    std::atomic<bool> done{false};     /* with the launch */
    std::atomic<uint64_t> polls{0};    /* fruitless looks, one after the other */
    std::atomic<uint64_t> progress{0}; /* anything else it was seen to do */
    std::atomic<uint64_t *> changes{nullptr}; /* and this, once it runs */

    /* What it last polled, to tell a loop that waits from one that works. */
    const void *poll_address = nullptr;
    uint64_t poll_operands = 0, poll_result = 0;
    uint64_t poll_changes = 0;
    uintptr_t last_access = 0;

    /* Where the program is watched. */
    unsigned int number = 0;      /* among all workers */
    bool is_member = false;       /* of a team, all of which has to come to its barriers */
    bool left = false;            /* the region */
    Place waits_at;               /* its last barrier */
    unsigned int barriers = 0;    /* so many so far */
    Clock clock;
    const void *volatile_read = nullptr; /* the last, until its word's clock is acquired */
    std::atomic<unsigned int> flushes{0}; /* in this launch */
    std::vector<const void *> calls;
};

/* The lanes of a warp that meet for an exchange. Each mask has a place of its own: while some lanes are still in one
   exchange, others may be in the next, under a mask that has all of them. */
struct Meeting {
    Barrier barrier;
    uint64_t values[2][32];
};

struct Warp {
    std::mutex mutex;
    std::map<unsigned int, Meeting> meetings;
};

/* The place of a block on the device; blocks follow one another in it. */
struct Slot {
    Barrier block_barrier;
    Barrier turnover;
    std::vector<Warp> warps; /* made when the first exchange is */
    std::once_flag warps_made;
    std::vector<char> shared;  /* the block's shared variables while it does not run */
    std::vector<char> dynamic; /* its dynamic shared memory */
    int running = 0, resting = 0;
    uint64_t turn = 0;
    pthread_cond_t resume = PTHREAD_COND_INITIALIZER;
};

struct Grid {
    Launch launch;
    void *parameters;
    size_t parameters_size;
    void (*invoke)(void *);
    void (*destroy)(void *);
    uint64_t blocks = 0;
    unsigned int threads = 0;  /* in a block */
    unsigned int resident = 0; /* blocks that run at once */
    std::vector<Slot> slots;
    std::vector<Barrier> barriers; /* one for each block, or none: then the slots have them */
    Barrier grid_barrier;
    std::atomic<unsigned int> remaining{0};
    bool takes_turns = false;
    size_t turn_of = 0;
};

extern __thread Worker *self; /* null on the host's threads */

/* True while the thread runs the kernel's own code, whose accesses are checked. The emulator may not be
   checked: it is built without the checks, but of a function like std::vector's, which both it and the
   program have, the linker keeps one, and that may be the program's. */
extern __thread bool in_kernel_code;

struct OutOfKernel {
    bool before = in_kernel_code;
    OutOfKernel() { in_kernel_code = false; }
    ~OutOfKernel() { in_kernel_code = before; }
};
const std::vector<Worker *> &workers();
std::string thread_name(); /* "kernel gpump_parallel0, block 0, thread 3" */
std::string thread_name(const Worker &worker); /* "block 0, thread 3" */
std::string kernel_name();
unsigned int resident_blocks(unsigned int threads_per_block);
void run_pending_launches();
cudaError_t take_launch_error();

/* ---- turns.cpp ---- */

bool has_shared_variables();
bool is_shared_memory(uintptr_t address, size_t size);
void prepare_turns(Grid &grid);
void begin_block(); /* fresh shared memory */
void wait_for_turn();
void rest();        /* let other blocks run; returns when this one may go on */
void end_turn();    /* this thread has finished its block, and may not run another */
void wake_block();  /* a barrier of this block is complete */

} // namespace gpump_emulator

#endif

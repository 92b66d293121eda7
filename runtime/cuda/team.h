/*
 * What host and device both know of a team.
 *
 * A team of n threads is a grid of which the first n threads take part: thread k of the team is thread
 * k % blockDim.x of block k / blockDim.x. What is left over of the last block returns at once (gpump_enter,
 * in threads.h). All blocks are on the device at the same time, so the threads may wait for one another.
 *
 * A kernel gets this description as its first argument:
 *
 *     gpump_team_t     by value: the team's size, the internal control variables, and where the rest lies
 *     gpump_state_t    in the device's memory, shared by the team, all zero when the region begins
 *     gpump_block_t    in each block's shared memory: a copy of gpump_team_t; behind it a gpump_thread_t for each thread,
 *                      and room for the partial results of its warps
 *
 * Of these a bare region (bare.h) has the first alone, and may have more threads than the device holds, also in a grid of
 * several dimensions (shape.h).
 *
 * The state has to be new for each region. The host keeps a ring of them and clears the whole ring when it has
 * gone round, so that most launches need no extra call.
 *
 * Work-sharing constructs that hand out work while they run (dynamic and guided loops, ordered, reductions) take
 * a gpump_work_t. Threads need not be in the same construct: with nowait a fast thread may be some constructs
 * ahead. So there is a ring of these, too. Construct number c of the region, by each thread's own count, uses
 * slot c % GPUMP_WORKS in its round c / GPUMP_WORKS; the last to leave clears the slot and opens its next round.
 * A thread that is a whole ring ahead waits.
 */
#ifndef GPUMP_CUDA_TEAM_H
#define GPUMP_CUDA_TEAM_H

#define GPUMP_WORKS 8             /* constructs that may be under way at once */
#define GPUMP_BROADCAST_BYTES 4096 /* room for copyprivate */
#define GPUMP_PARTIAL_BYTES 16    /* one partial result of a reduction: any arithmetic type */
#define GPUMP_TERMS 8             /* reductions of one construct whose results all threads get at once (reduce.h) */
#define GPUMP_PARTIAL_SETS (GPUMP_WORKS + 2 * GPUMP_TERMS)
#define GPUMP_WARP 32

/* The kinds of loop schedule (specification, 2.5.1). CYCLIC is what a loop without a schedule clause gets:
   iteration k goes to thread k % n, so that neighbouring threads touch neighbouring memory. */
enum gpump_schedule_t {
    GPUMP_CYCLIC,
    GPUMP_AUTO,           /* the same, by that name */
    GPUMP_STATIC,         /* one stretch for each thread */
    GPUMP_STATIC_CHUNK,
    GPUMP_DYNAMIC,
    GPUMP_GUIDED,
    GPUMP_RUNTIME
};

typedef struct {
    unsigned int round;      /* which of the constructs that share this slot has it now */
    unsigned int finished;   /* threads, or blocks, that are through with it */
    unsigned long long next; /* dynamic: the next chunk's number; guided: the next iteration's */
    unsigned long long turn; /* ordered: the iteration whose turn it is */
} gpump_work_t;

typedef struct {
    unsigned int singles; /* of the single constructs with nowait, how many have found their thread */
    unsigned int barrier; /* barriers.h */
    unsigned long long started; /* the device's clock when thread 0 began, in nanoseconds; 0 before that */
    gpump_work_t works[GPUMP_WORKS];
    unsigned char broadcast[GPUMP_BROADCAST_BYTES];
} gpump_state_t;

/* A function that exists on both sides (functions.h). */
typedef struct {
    const void *host, *device;
} gpump_function_t;

/* A threadprivate variable: thread 0 has the host's, the others have copies (data.h). */
typedef struct {
    void *host;
    unsigned char *copies;
    unsigned long long size;
} gpump_threadprivate_t;

/* What a thread remembers of constructs that few regions have. There is one for each thread that the device holds, in its
   memory, and a region's thread makes its own ready when it first needs it. */
typedef struct {
    unsigned long long iteration; /* ordered: the loop's iteration */
    unsigned int singles;         /* with nowait, so far */
    unsigned int padding;
} gpump_seldom_t;

/* What a region leaves for the host to do when it has ended (after.h). */
#define GPUMP_RESULTS 16

typedef struct {
    void *original;           /* null where there is no result */
    unsigned long long value; /* its bits */
    int operation, type;      /* a gpump_operation_t, a gpump_type_t */
} gpump_result_t;

enum gpump_operation_t {
    GPUMP_ADD,
    GPUMP_MUL,
    GPUMP_AND,
    GPUMP_OR,
    GPUMP_XOR,
    GPUMP_LOGICAL_AND,
    GPUMP_LOGICAL_OR,
    GPUMP_MAX,
    GPUMP_MIN,
    GPUMP_SET /* the value takes the original's place */
};

/* Arithmetic types, by kind and size. */
enum gpump_type_t {
    GPUMP_NO_TYPE,
    GPUMP_BOOL,
    GPUMP_UNSIGNED = 16, /* + the size */
    GPUMP_SIGNED = 32,   /* the same */
    GPUMP_FLOAT = 48     /* the same */
};

/* Internal control variables that regions seldom ask for (omp_device.h). */
typedef struct {
    int thread_limit, max_active_levels, cancellation, max_task_priority;
    int default_device;
    int max_teams, teams_thread_limit;
    unsigned long long default_allocator;
    unsigned long long allocators; /* the first of the program's own: its address, or 0 (pools.h) */
} gpump_controls_t;

typedef struct gpump_after_t {
    unsigned long long foreign; /* the C library's blocks that the device has freed, each with the next one's address in it */
    gpump_result_t results[GPUMP_RESULTS];
    unsigned long long iterations; /* of the longest loop that a region with `adapts` has had */
    gpump_controls_t controls;     /* which the host has put there for the region */
} gpump_after_t;

struct gpump_heap_t;
struct gpump_mailbox_t;

typedef struct {
    unsigned int size;            /* threads in the team */
    unsigned int max_threads;     /* what omp_get_max_threads says */
    unsigned int num_procs;
    unsigned int function_count;
    unsigned long long chunk;     /* of `schedule` */
    gpump_state_t *state;
    unsigned char *partials;      /* GPUMP_PARTIAL_SETS times a partial result for each block */
    gpump_seldom_t *seldom;       /* one for each thread */
    const gpump_function_t *functions; /* sorted by `host` */
    struct gpump_heap_t *heap;
    struct gpump_mailbox_t *mailbox;
    gpump_after_t *after;
    double time;                  /* omp_get_wtime when the region began, and */
    double tick;                  /* what the device's clock then counts in: seconds */
    /* For bare regions (bare.h). */
    unsigned long long iterations; /* of the region's loop, or 0 where the host does not know; each thread has */
    unsigned long long each;       /* so many of them, and the first ones */
    unsigned int longer;           /* of the threads one more */
    unsigned int rows;             /* over several loops lies a grid that covers all but the outermost, of which a thread has so
                                      many iterations; or 0 */
    unsigned char is_grid;         /* of several dimensions */
    unsigned char is_whole;        /* whole warps, in blocks of one size */
    unsigned char is_apart;        /* all that gpump_apart asks in the region is so */
    unsigned char adapts;          /* the host wants to know how long the loops are (shape.h) */
    /* For all of them. */
    unsigned char dynamic;         /* dyn-var */
    unsigned char schedule;        /* run-sched-var: a gpump_schedule_t */
} gpump_team_t;

/* What a thread remembers between constructs: 8 bytes, for there is one for each thread of a block, and what blocks keep in
   shared memory is taken from the cache. */
typedef struct {
    unsigned int constructs;  /* that took a slot, so far */
    unsigned short level;     /* parallel regions inside this one: teams of one */
    unsigned char ordered;    /* the ordered loop's slot + 1, or 0 outside such loops */
    unsigned char reductions; /* so far, in the lowest bit; the next ones are these: */
} gpump_thread_t;

#define GPUMP_SELDOM_IS_READY 2 /* the thread's gpump_seldom_t is */
#define GPUMP_OTHER_TERMS 4     /* which half of the partial results gpump_combine takes next */

typedef struct {
    gpump_team_t team;
    unsigned int is_last; /* is this the last block that came to the end of the reduction? */
    unsigned int mark;    /* in the emulator: GPUMP_BLOCK_MARK where gpump_enter has been */
    unsigned long long most; /* iterations of the longest loop so far, in the team's first block */
} gpump_block_t;

#define GPUMP_BLOCK_MARK 0x7465616du

/* The dynamic shared memory that a block of so many threads needs. Reductions use two sets of partial results in turn. */
#define GPUMP_WARPS(threads) (((threads) + GPUMP_WARP - 1) / GPUMP_WARP)
#define GPUMP_BLOCK_BYTES(threads) \
    (sizeof(gpump_block_t) + (threads) * sizeof(gpump_thread_t) + GPUMP_WARPS(threads) * 2 * GPUMP_PARTIAL_BYTES)

/* The same for a bare region (bare.h) with reductions; one without needs none. */
#define GPUMP_LEAN_BYTES(threads) (16 + GPUMP_WARPS(threads) * 2 * GPUMP_PARTIAL_BYTES)

#endif

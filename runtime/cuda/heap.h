/*
 * The heap that host and device share: a block has one address, and either side may free what the other allocated.
 *
 * It is one stretch of address space that both sides reach. What the heap knows of its blocks lies in front of the blocks, on
 * pages of its own: a block's pages may be on the device and stay there while the host frees it.
 *
 * There are two layers.
 *
 *   - Ranges of grains of 1 KiB, for blocks of 8 KiB and more. A block takes the free range that fits best; what it leaves over
 *     stays free, and a freed block becomes one range with free neighbours. Free ranges are in lists by size, eight lists
 *     for each doubling. One lock, taken by either side, guards them.
 *   - Slabs, for smaller blocks: units of 64 KiB, aligned as such, cut into blocks of one size, with a bit for each that says
 *     whether it is taken. A bit is set and cleared by one atomic operation, without a lock, so that 100,000 threads may
 *     allocate at once. Threads of different multiprocessors, and those of the host, have slabs of their own as far as these
 *     go; a slab that has become full is on no list, and whoever frees a block of it puts it on that of its size. Empty slabs
 *     become ranges again when no range is large enough.
 *
 * A range's first entry in `ranges` tells its size and whether it is free, a block or a slab. The last one of a free range leads back
 * to the first. All others have another state, or what was never written: so a pointer that is no block is told from one that is.
 *
 * A block has at least one byte more than was asked for: the end of one is never the begin of the next (gpump_apart in nests.h).
 *
 * The same text is compiled for both sides. Waiting threads of the device count on independent thread scheduling.
 */
#ifndef GPUMP_CUDA_HEAP_H
#define GPUMP_CUDA_HEAP_H

#include <stddef.h>
#include <stdint.h>
#include <sched.h>

#include "generators.h"

#define GPUMP_HEAP_GRAIN 1024ull
#define GPUMP_HEAP_UNIT 65536ull
#define GPUMP_HEAP_UNIT_GRAINS ((unsigned int)(GPUMP_HEAP_UNIT / GPUMP_HEAP_GRAIN))
#define GPUMP_HEAP_STEP (2ull << 20) /* the device's pages */
#define GPUMP_HEAP_MOST (1ull << 42) /* bytes: the numbers of grains have 32 bits */
#define GPUMP_HEAP_BINS 240u
#define GPUMP_HEAP_NONE 0xffffffffu

/* Sizes of small blocks: 16, 32, ... 256; then eight for each doubling, 16 more than a power of two and its eighths; and
   powers of two from 32 to 8192, for alignment. */
#define GPUMP_HEAP_FINE 16u
#define GPUMP_HEAP_ALIGNED 56u
#define GPUMP_HEAP_KINDS 65u
#define GPUMP_HEAP_SMALL 7695ull /* the most that is asked of a slab */

/* Of the slabs that are allocated from the host has the first few. */
#define GPUMP_HEAP_PLACES 32u
#define GPUMP_HEAP_HOST_PLACES 8u

enum gpump_heap_state_t {
    GPUMP_HEAP_USED = 0x67707501,
    GPUMP_HEAP_SLAB = 0x67707502,
    GPUMP_HEAP_FREE = 0x67707503,
    GPUMP_HEAP_LAST = 0x67707504, /* of a free range */
    GPUMP_HEAP_INSIDE = 0
};

/* Has anything been freed since empty slabs were made ranges? */
enum gpump_heap_collection_t {
    GPUMP_HEAP_FREED,
    GPUMP_HEAP_COLLECTED,
    GPUMP_HEAP_COLLECTING,
    GPUMP_HEAP_COLLECTING_FREED
};

typedef struct {
    unsigned int state, grains;
    unsigned int next, previous; /* in the list of free ranges, or GPUMP_HEAP_NONE */
} gpump_heap_range_t;

typedef struct {
    unsigned int kind;
    unsigned int is_listed; /* on its kind's list, or allocated from, or in somebody's hands */
    unsigned int next;      /* on the list: the next one's number + 1, or 0 */
    unsigned int hint;      /* where a free block is likely */
    unsigned long long taken[64];
} gpump_heap_slab_t;

typedef struct gpump_heap_t {
    unsigned char *start, *stop; /* the blocks */
    gpump_heap_range_t *ranges;  /* one for each grain, of which those at ends of ranges are in use */
    gpump_heap_slab_t *slabs;    /* one for each unit */
    unsigned int grains;
    unsigned int places; /* of each side, that is allocated from */
    unsigned int lock;
    unsigned int collection;  /* a gpump_heap_collection_t */
    unsigned int collections; /* that have found an empty slab */
    unsigned long long used_bins[(GPUMP_HEAP_BINS + 63) / 64];
    unsigned int bins[GPUMP_HEAP_BINS];
    unsigned long long lists[GPUMP_HEAP_KINDS]; /* slabs with free blocks: count << 32 | number + 1 */
    unsigned int current[GPUMP_HEAP_KINDS][GPUMP_HEAP_PLACES]; /* a slab's number + 1, 0, or GPUMP_HEAP_NONE: being changed */
    gpump_generators_t generators; /* not memory, but this is where both sides have something in common */
} gpump_heap_t;

/* ---- Atomic operations on either side ----------------------------------------------------------------------- */

template <class T> GPUMP_BOTH T gpump_heap_load(const T *address)
{
#ifdef __CUDA_ARCH__
    return *(const volatile T *)address;
#else
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);
#endif
}

template <class T> GPUMP_BOTH void gpump_heap_store(T *address, T value)
{
#ifdef __CUDA_ARCH__
    *(volatile T *)address = value;
#else
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
#endif
}

/* What was written before is seen by all before what is written after. The host's operations do that themselves. */
GPUMP_BOTH void gpump_heap_fence()
{
#ifdef __CUDA_ARCH__
    __threadfence_system();
#endif
}

template <class T> GPUMP_BOTH bool gpump_heap_swap(T *address, T expected, T wanted)
{
#ifdef __CUDA_ARCH__
    __threadfence_system();
    const bool done = atomicCAS_system(address, expected, wanted) == expected;
    __threadfence_system();
    return done;
#else
    return __atomic_compare_exchange_n(address, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#endif
}

GPUMP_BOTH unsigned long long gpump_heap_set(unsigned long long *address, unsigned long long bit)
{
#ifdef __CUDA_ARCH__
    return atomicOr_system(address, bit);
#else
    return __atomic_fetch_or(address, bit, __ATOMIC_SEQ_CST);
#endif
}

GPUMP_BOTH unsigned long long gpump_heap_clear(unsigned long long *address, unsigned long long bit)
{
#ifdef __CUDA_ARCH__
    return atomicAnd_system(address, ~bit);
#else
    return __atomic_fetch_and(address, ~bit, __ATOMIC_SEQ_CST);
#endif
}

/* Between two looks at what another thread has to do; longer each time. */
GPUMP_BOTH void gpump_heap_pause(unsigned int looks)
{
#ifdef __CUDA_ARCH__
    __nanosleep(100u << (looks < 7 ? looks : 7));
#else
    if (looks >= 4)
        sched_yield();
#endif
}

GPUMP_BOTH void gpump_heap_lock(gpump_heap_t *heap)
{
    for (unsigned int looks = 0; gpump_heap_load(&heap->lock) || !gpump_heap_swap(&heap->lock, 0u, 1u); looks++)
        gpump_heap_pause(looks);
}

GPUMP_BOTH void gpump_heap_unlock(gpump_heap_t *heap)
{
    gpump_heap_fence();
    gpump_heap_store(&heap->lock, 0u);
}

/* ---- Numbers ---------------------------------------------------------------------------------------------------- */

GPUMP_BOTH unsigned int gpump_heap_log2(unsigned long long value)
{
#ifdef __CUDA_ARCH__
    return 63 - (unsigned int)__clzll((long long)value);
#else
    return 63 - (unsigned int)__builtin_clzll(value);
#endif
}

GPUMP_BOTH unsigned int gpump_heap_first_bit(unsigned long long value)
{
    return gpump_heap_log2(value & (0 - value));
}

GPUMP_BOTH unsigned int gpump_heap_size_of(unsigned int kind)
{
    if (kind < GPUMP_HEAP_FINE)
        return (kind + 1) * 16;
    if (kind >= GPUMP_HEAP_ALIGNED)
        return 32u << (kind - GPUMP_HEAP_ALIGNED);
    const unsigned int number = kind - GPUMP_HEAP_FINE;
    return ((8 + number % 8) << (5 + number / 8)) + 16;
}

/* `size` is what is asked for, no more than GPUMP_HEAP_SMALL; there is a byte more. */
GPUMP_BOTH unsigned int gpump_heap_kind(unsigned int size)
{
    if (size < 256)
        return size / 16;
    const unsigned int beyond = size - 16, power = gpump_heap_log2(beyond);
    return GPUMP_HEAP_FINE + power * 8 - 64 + (beyond >> (power - 3)) - 7;
}

/* List 8k + j is of ranges of 2^(k + 2) (1 + j / 8) grains and more, and of fewer than 8 are the first. */
GPUMP_BOTH unsigned int gpump_heap_bin(unsigned int grains)
{
    if (grains < 8)
        return grains;
    const unsigned int power = gpump_heap_log2(grains);
    return (power - 2) * 8 + (grains >> (power - 3)) - 8;
}

GPUMP_BOTH bool gpump_heap_has(const gpump_heap_t *heap, const void *block)
{
    return heap && (const unsigned char *)block >= heap->start && (const unsigned char *)block < heap->stop;
}

/* ---- Ranges: with the lock ---------------------------------------------------------------------------------------- */

GPUMP_BOTH void gpump_heap_mark(gpump_heap_t *heap, unsigned int at, unsigned int state, unsigned int grains)
{
    gpump_heap_store(&heap->ranges[at].grains, grains);
    gpump_heap_store(&heap->ranges[at].state, state);
}

/* A range that has no free neighbours. */
GPUMP_BOTH void gpump_heap_add_free(gpump_heap_t *heap, unsigned int at, unsigned int grains)
{
    const unsigned int bin = gpump_heap_bin(grains), next = heap->bins[bin];
    gpump_heap_range_t *range = &heap->ranges[at];
    gpump_heap_mark(heap, at + grains - 1, GPUMP_HEAP_LAST, grains);
    gpump_heap_mark(heap, at, GPUMP_HEAP_FREE, grains);
    range->next = next;
    range->previous = GPUMP_HEAP_NONE;
    if (next != GPUMP_HEAP_NONE)
        heap->ranges[next].previous = at;
    heap->bins[bin] = at;
    heap->used_bins[bin / 64] |= 1ull << bin % 64;
}

/* Neither of its ends is one any more. */
GPUMP_BOTH unsigned int gpump_heap_remove_free(gpump_heap_t *heap, unsigned int at)
{
    const gpump_heap_range_t *range = &heap->ranges[at];
    const unsigned int grains = range->grains, bin = gpump_heap_bin(grains);
    if (range->next != GPUMP_HEAP_NONE)
        heap->ranges[range->next].previous = range->previous;
    if (range->previous != GPUMP_HEAP_NONE)
        heap->ranges[range->previous].next = range->next;
    else if ((heap->bins[bin] = range->next) == GPUMP_HEAP_NONE)
        heap->used_bins[bin / 64] &= ~(1ull << bin % 64);
    gpump_heap_store(&heap->ranges[at].state, (unsigned int)GPUMP_HEAP_INSIDE);
    gpump_heap_store(&heap->ranges[at + grains - 1].state, (unsigned int)GPUMP_HEAP_INSIDE);
    return grains;
}

/* What nobody uses any more becomes a free range, together with its neighbours. */
GPUMP_BOTH void gpump_heap_give_range(gpump_heap_t *heap, unsigned int at, unsigned int grains)
{
    gpump_heap_store(&heap->ranges[at].state, (unsigned int)GPUMP_HEAP_INSIDE);
    if (at > 0) {
        const gpump_heap_range_t *left = &heap->ranges[at - 1];
        /* A range of one grain is its own last. */
        if (left->state == GPUMP_HEAP_LAST || left->state == GPUMP_HEAP_FREE) {
            at -= left->grains;
            grains += gpump_heap_remove_free(heap, at);
        }
    }
    if (at + grains < heap->grains && heap->ranges[at + grains].state == GPUMP_HEAP_FREE)
        grains += gpump_heap_remove_free(heap, at + grains);
    gpump_heap_add_free(heap, at, grains);
}

/* The first grain from one on whose address is a multiple of so many of them, which are a power of two. */
GPUMP_BOTH unsigned long long gpump_heap_align(const gpump_heap_t *heap, unsigned int at, unsigned long long alignment)
{
    const unsigned long long base = (unsigned long long)(uintptr_t)heap->start / GPUMP_HEAP_GRAIN;
    return ((base + at + alignment - 1) & ~(alignment - 1)) - base;
}

/* Of the list's ranges the smallest that will do, among the first few that will. */
GPUMP_BOTH unsigned int gpump_heap_look(gpump_heap_t *heap, unsigned int bin, unsigned int grains, unsigned long long alignment,
                                        unsigned int most)
{
    unsigned int best = GPUMP_HEAP_NONE, looks = 0;
    for (unsigned int at = heap->bins[bin]; at != GPUMP_HEAP_NONE && looks < most; at = heap->ranges[at].next, looks++) {
        const unsigned int room = heap->ranges[at].grains;
        if (gpump_heap_align(heap, at, alignment) + grains > (unsigned long long)at + room)
            continue;
        if (best == GPUMP_HEAP_NONE || room < heap->ranges[best].grains)
            best = at;
        if (room == grains)
            break;
    }
    return best;
}

#define GPUMP_HEAP_LOOKS 64u

GPUMP_BOTH unsigned int gpump_heap_find(gpump_heap_t *heap, unsigned int grains, unsigned long long alignment)
{
    const unsigned int own = gpump_heap_bin(grains);
    for (unsigned int most = GPUMP_HEAP_LOOKS;; most = GPUMP_HEAP_NONE) {
        for (unsigned int bin = own; bin < GPUMP_HEAP_BINS; bin++) {
            const unsigned long long rest = heap->used_bins[bin / 64] >> bin % 64;
            if (rest == 0) {
                bin |= 63;
                continue;
            }
            bin += gpump_heap_first_bit(rest);
            const unsigned int found = gpump_heap_look(heap, bin, grains, alignment, most);
            if (found != GPUMP_HEAP_NONE)
                return found;
        }
        if (most == GPUMP_HEAP_NONE)
            return GPUMP_HEAP_NONE;
    }
}

/* A range of a state, or GPUMP_HEAP_NONE. */
GPUMP_BOTH unsigned int gpump_heap_take_range(gpump_heap_t *heap, unsigned int grains, unsigned long long alignment,
                                              unsigned int state)
{
    gpump_heap_lock(heap);
    const unsigned int found = gpump_heap_find(heap, grains, alignment);
    unsigned int at = found;
    if (found != GPUMP_HEAP_NONE) {
        const unsigned int all = gpump_heap_remove_free(heap, found);
        at = (unsigned int)gpump_heap_align(heap, found, alignment);
        if (at > found)
            gpump_heap_add_free(heap, found, at - found);
        if (at - found + grains < all)
            gpump_heap_add_free(heap, at + grains, all - (at - found) - grains);
        gpump_heap_mark(heap, at + grains - 1, GPUMP_HEAP_INSIDE, grains);
        gpump_heap_mark(heap, at, state, grains);
    }
    gpump_heap_unlock(heap);
    return at;
}

/* ---- Slabs --------------------------------------------------------------------------------------------------------- */

GPUMP_BOTH unsigned int gpump_heap_blocks_of(unsigned int kind)
{
    return (unsigned int)GPUMP_HEAP_UNIT / gpump_heap_size_of(kind);
}

/* What a word of `taken` is where no block is: behind the last block all bits are set. */
GPUMP_BOTH unsigned long long gpump_heap_empty_word(unsigned int blocks, unsigned int word)
{
    const unsigned int rest = blocks - word * 64;
    return rest >= 64 ? 0 : ~0ull << rest;
}

GPUMP_BOTH void gpump_heap_push(gpump_heap_t *heap, unsigned int unit)
{
    gpump_heap_slab_t *slab = &heap->slabs[unit];
    unsigned long long *list = &heap->lists[gpump_heap_load(&slab->kind)], head;
    do {
        head = gpump_heap_load(list);
        gpump_heap_store(&slab->next, (unsigned int)head);
    } while (!gpump_heap_swap(list, head, ((head >> 32) + 1) << 32 | (unit + 1)));
}

/* Also of a slab that another thread has just taken: then the exchange fails. */
GPUMP_BOTH unsigned int gpump_heap_pop(gpump_heap_t *heap, unsigned int kind)
{
    unsigned long long *list = &heap->lists[kind];
    for (;;) {
        const unsigned long long head = gpump_heap_load(list);
        if ((unsigned int)head == 0)
            return GPUMP_HEAP_NONE;
        const unsigned int unit = (unsigned int)head - 1, next = gpump_heap_load(&heap->slabs[unit].next);
        if (gpump_heap_swap(list, head, ((head >> 32) + 1) << 32 | next))
            return unit;
    }
}

/* A slab that is not listed may have free blocks now: then it is to be listed by the caller, who has it alone. */
GPUMP_BOTH bool gpump_heap_claim(gpump_heap_slab_t *slab)
{
    return gpump_heap_load(&slab->is_listed) == 0 && gpump_heap_swap(&slab->is_listed, 0u, 1u);
}

/* False where it was not taken. */
GPUMP_BOTH bool gpump_heap_release_small(gpump_heap_t *heap, unsigned int unit, unsigned int number)
{
    gpump_heap_slab_t *slab = &heap->slabs[unit];
    const unsigned long long bit = 1ull << number % 64;
    gpump_heap_fence();
    if (!(gpump_heap_clear(&slab->taken[number / 64], bit) & bit))
        return false;
    gpump_heap_fence();
    gpump_heap_store(&slab->hint, number / 64);
    /* From here on the slab may have become another one. While it is this thread's it does not change. */
    if (gpump_heap_claim(slab))
        gpump_heap_push(heap, unit);
    return true;
}

GPUMP_BOTH bool gpump_heap_has_room(const gpump_heap_slab_t *slab)
{
    const unsigned int words = (gpump_heap_blocks_of(gpump_heap_load(&slab->kind)) + 63) / 64;
    for (unsigned int word = 0; word < words; word++)
        if (gpump_heap_load(&slab->taken[word]) != ~0ull)
            return true;
    return false;
}

/* Which of 64 bits a thread tries first, and which word: on the host the lowest. */
GPUMP_BOTH unsigned int gpump_heap_lane()
{
#ifdef __CUDA_ARCH__
    return threadIdx.x + threadIdx.y * blockDim.x;
#else
    return 0;
#endif
}

/* A block of a slab, or null where it is full or no slab of this kind any more. */
GPUMP_BOTH void *gpump_heap_take_small(gpump_heap_t *heap, unsigned int unit, unsigned int kind)
{
    gpump_heap_slab_t *slab = &heap->slabs[unit];
    const unsigned int words = (gpump_heap_blocks_of(kind) + 63) / 64, lane = gpump_heap_lane(), turn = lane % 64;
    const unsigned int first = gpump_heap_load(&slab->hint) + lane / 64;
    for (unsigned int i = 0; i < words; i++) {
        const unsigned int word = (first + i) % words;
        unsigned long long taken = gpump_heap_load(&slab->taken[word]);
        while (taken != ~0ull) {
            const unsigned long long free = ~taken, turned = turn ? free >> turn | free << (64 - turn) : free;
            const unsigned int number = (gpump_heap_first_bit(turned) + turn) % 64;
            const unsigned long long bit = 1ull << number;
            taken = gpump_heap_set(&slab->taken[word], bit);
            if (taken & bit)
                continue;
            /* While one of its blocks is taken a slab remains what it is. */
            gpump_heap_fence();
            if (gpump_heap_load(&slab->kind) != kind) {
                gpump_heap_release_small(heap, unit, word * 64 + number);
                return NULL;
            }
            if (i != 0)
                gpump_heap_store(&slab->hint, word);
            return heap->start + unit * GPUMP_HEAP_UNIT + (word * 64 + number) * (unsigned long long)gpump_heap_size_of(kind);
        }
    }
    return NULL;
}

/* An empty slab, which is in the caller's hands alone, becomes a free range. */
GPUMP_BOTH bool gpump_heap_retire(gpump_heap_t *heap, unsigned int unit)
{
    gpump_heap_slab_t *slab = &heap->slabs[unit];
    const unsigned int blocks = gpump_heap_blocks_of(gpump_heap_load(&slab->kind)), words = (blocks + 63) / 64;
    for (unsigned int word = 0; word < words; word++)
        if (!gpump_heap_swap(&slab->taken[word], gpump_heap_empty_word(blocks, word), ~0ull)) {
            while (word-- > 0)
                gpump_heap_store(&slab->taken[word], gpump_heap_empty_word(blocks, word));
            return false;
        }
    gpump_heap_lock(heap);
    gpump_heap_give_range(heap, unit * GPUMP_HEAP_UNIT_GRAINS, GPUMP_HEAP_UNIT_GRAINS);
    gpump_heap_unlock(heap);
    return true;
}

GPUMP_BOTH void gpump_heap_examine(gpump_heap_t *heap, unsigned int unit)
{
    if (gpump_heap_retire(heap, unit))
        gpump_heap_store(&heap->collections, gpump_heap_load(&heap->collections) + 1); /* one thread collects at a time */
    else
        gpump_heap_push(heap, unit);
}

/* Makes ranges of the empty slabs. False where there are none, and nobody has found any since the caller looked at the number of
   collections. */
GPUMP_BOTH bool gpump_heap_collect(gpump_heap_t *heap, unsigned int collections)
{
    unsigned int state;
    for (unsigned int looks = 0; (state = gpump_heap_load(&heap->collection)) >= GPUMP_HEAP_COLLECTING; looks++)
        gpump_heap_pause(looks);
    gpump_heap_fence();
    if (gpump_heap_load(&heap->collections) != collections)
        return true;
    if (state == GPUMP_HEAP_COLLECTED)
        return false;
    if (!gpump_heap_swap(&heap->collection, (unsigned int)GPUMP_HEAP_FREED, (unsigned int)GPUMP_HEAP_COLLECTING))
        return true;
    for (unsigned int kind = 0; kind < GPUMP_HEAP_KINDS; kind++) {
        for (unsigned int place = 0; place < GPUMP_HEAP_PLACES; place++) {
            unsigned int *current = &heap->current[kind][place];
            const unsigned int slab = gpump_heap_load(current);
            if (slab != 0 && slab != GPUMP_HEAP_NONE && gpump_heap_swap(current, slab, 0u))
                gpump_heap_examine(heap, slab - 1);
        }
        unsigned long long head;
        do
            head = gpump_heap_load(&heap->lists[kind]);
        while ((unsigned int)head != 0 && !gpump_heap_swap(&heap->lists[kind], head, ((head >> 32) + 1) << 32));
        for (unsigned int slab = (unsigned int)head, next; slab != 0; slab = next) {
            next = gpump_heap_load(&heap->slabs[slab - 1].next);
            gpump_heap_examine(heap, slab - 1);
        }
    }
    gpump_heap_fence();
    const bool found = gpump_heap_load(&heap->collections) != collections;
    if (!gpump_heap_swap(&heap->collection, (unsigned int)GPUMP_HEAP_COLLECTING, (unsigned int)GPUMP_HEAP_COLLECTED))
        gpump_heap_store(&heap->collection, (unsigned int)GPUMP_HEAP_FREED);
    return found;
}

/* Something has been freed. */
GPUMP_BOTH void gpump_heap_note_free(gpump_heap_t *heap)
{
    const unsigned int state = gpump_heap_load(&heap->collection);
    if (state == GPUMP_HEAP_COLLECTED || state == GPUMP_HEAP_COLLECTING)
        gpump_heap_swap(&heap->collection, state,
                        (unsigned int)(state == GPUMP_HEAP_COLLECTED ? GPUMP_HEAP_FREED : GPUMP_HEAP_COLLECTING_FREED));
}

/* The number of a slab with free blocks, in the caller's hands, or GPUMP_HEAP_NONE. */
GPUMP_BOTH unsigned int gpump_heap_find_slab(gpump_heap_t *heap, unsigned int kind, unsigned int full)
{
    for (unsigned int unit = full != GPUMP_HEAP_NONE ? full : gpump_heap_pop(heap, kind); unit != GPUMP_HEAP_NONE;
         unit = gpump_heap_pop(heap, kind)) {
        gpump_heap_slab_t *slab = &heap->slabs[unit];
        if (unit != full && gpump_heap_has_room(slab))
            return unit;
        /* Who frees a block of it from here on lists it; of those before this thread has to see. */
        gpump_heap_store(&slab->is_listed, 0u);
        gpump_heap_fence();
        if (gpump_heap_has_room(slab) && gpump_heap_claim(slab))
            return unit;
    }
    unsigned int at, collections;
    do {
        collections = gpump_heap_load(&heap->collections);
        at = gpump_heap_take_range(heap, GPUMP_HEAP_UNIT_GRAINS, GPUMP_HEAP_UNIT_GRAINS, GPUMP_HEAP_SLAB);
    } while (at == GPUMP_HEAP_NONE && gpump_heap_collect(heap, collections));
    if (at == GPUMP_HEAP_NONE)
        return GPUMP_HEAP_NONE;
    const unsigned int unit = at / GPUMP_HEAP_UNIT_GRAINS, blocks = gpump_heap_blocks_of(kind);
    gpump_heap_slab_t *slab = &heap->slabs[unit];
    gpump_heap_store(&slab->kind, kind);
    gpump_heap_store(&slab->is_listed, 1u);
    gpump_heap_store(&slab->hint, 0u);
    gpump_heap_fence();
    for (unsigned int word = 0; word < (blocks + 63) / 64; word++)
        gpump_heap_store(&slab->taken[word], gpump_heap_empty_word(blocks, word));
    gpump_heap_fence();
    return unit;
}

/* Whose slabs the calling thread allocates from. */
GPUMP_BOTH unsigned int gpump_heap_place(const gpump_heap_t *heap)
{
#ifdef __CUDA_ARCH__
    unsigned int multiprocessor;
    asm("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
    const unsigned int places = GPUMP_HEAP_PLACES - GPUMP_HEAP_HOST_PLACES;
    return GPUMP_HEAP_HOST_PLACES + multiprocessor % (heap->places < places ? heap->places : places);
#else
    const unsigned int places = heap->places < GPUMP_HEAP_HOST_PLACES ? heap->places : GPUMP_HEAP_HOST_PLACES;
    return (unsigned int)((uintptr_t)__builtin_frame_address(0) >> 22) % places; /* by its stack */
#endif
}

GPUMP_BOTH void *gpump_heap_allocate_small(gpump_heap_t *heap, unsigned int kind)
{
    unsigned int *current = &heap->current[kind][gpump_heap_place(heap)];
    for (unsigned int looks = 0;;) {
        const unsigned int slab = gpump_heap_load(current);
        if (slab == GPUMP_HEAP_NONE) {
            gpump_heap_pause(looks++);
            continue;
        }
        void *block = slab ? gpump_heap_take_small(heap, slab - 1, kind) : NULL;
        if (block)
            return block;
        if (!gpump_heap_swap(current, slab, GPUMP_HEAP_NONE))
            continue;
        const unsigned int found = gpump_heap_find_slab(heap, kind, slab - 1);
        /* One for this thread, before others see it. */
        if (found != GPUMP_HEAP_NONE)
            block = gpump_heap_take_small(heap, found, kind);
        gpump_heap_fence();
        gpump_heap_store(current, found + 1);
        if (block || found == GPUMP_HEAP_NONE)
            return block;
    }
}

/* ---- Allocation ------------------------------------------------------------------------------------------------- */

GPUMP_BOTH unsigned int gpump_heap_grains_of(unsigned long long size)
{
    return (unsigned int)(size / GPUMP_HEAP_GRAIN + 1);
}

/* Large blocks begin at a multiple of a sixteenth of their size or less, up to a page of the device's, if that can be had. */
GPUMP_BOTH void *gpump_heap_allocate_large(gpump_heap_t *heap, unsigned long long size, unsigned long long alignment)
{
    const unsigned int grains = gpump_heap_grains_of(size);
    const unsigned long long least = alignment > GPUMP_HEAP_GRAIN ? alignment / GPUMP_HEAP_GRAIN : 1;
    unsigned long long wish = grains < 16 ? 1 : 1ull << gpump_heap_log2(grains / 16);
    if (wish > GPUMP_HEAP_STEP / GPUMP_HEAP_GRAIN)
        wish = GPUMP_HEAP_STEP / GPUMP_HEAP_GRAIN;
    unsigned int at = GPUMP_HEAP_NONE, collections;
    do {
        collections = gpump_heap_load(&heap->collections);
        if (wish > least)
            at = gpump_heap_take_range(heap, grains, wish, GPUMP_HEAP_USED);
        if (at == GPUMP_HEAP_NONE)
            at = gpump_heap_take_range(heap, grains, least, GPUMP_HEAP_USED);
    } while (at == GPUMP_HEAP_NONE && gpump_heap_collect(heap, collections));
    return at == GPUMP_HEAP_NONE ? NULL : heap->start + at * GPUMP_HEAP_GRAIN;
}

/* The alignment of the C library's malloc: 16 bytes. */
GPUMP_BOTH void *gpump_heap_allocate(gpump_heap_t *heap, unsigned long long size)
{
    if (size <= GPUMP_HEAP_SMALL)
        return gpump_heap_allocate_small(heap, gpump_heap_kind((unsigned int)size));
    return size < (unsigned long long)(heap->stop - heap->start) ? gpump_heap_allocate_large(heap, size, 1) : NULL;
}

GPUMP_BOTH void *gpump_heap_allocate_aligned(gpump_heap_t *heap, unsigned long long alignment, unsigned long long size)
{
    if (alignment == 0 || (alignment & (alignment - 1)) || alignment > GPUMP_HEAP_MOST)
        return NULL;
    if (alignment <= 16)
        return gpump_heap_allocate(heap, size);
    if (size >= (unsigned long long)(heap->stop - heap->start))
        return NULL;
    const unsigned long long least = size + 1 > alignment ? size + 1 : alignment;
    if (least <= gpump_heap_size_of(GPUMP_HEAP_KINDS - 1)) {
        const unsigned int power = least <= 32 ? 5 : gpump_heap_log2(least - 1) + 1;
        return gpump_heap_allocate_small(heap, GPUMP_HEAP_ALIGNED + power - 5);
    }
    return gpump_heap_allocate_large(heap, size, alignment);
}

/* What a pointer that the heap has given leads to: so many bytes there are for it, of which the program has asked for fewer. 0 for
   another pointer into the heap. */
GPUMP_BOTH unsigned long long gpump_heap_room(const gpump_heap_t *heap, const void *block)
{
    const unsigned long long offset = (unsigned long long)((const unsigned char *)block - heap->start);
    const unsigned int unit = (unsigned int)(offset / GPUMP_HEAP_UNIT);
    if (gpump_heap_load(&heap->ranges[unit * GPUMP_HEAP_UNIT_GRAINS].state) == GPUMP_HEAP_SLAB) {
        const gpump_heap_slab_t *slab = &heap->slabs[unit];
        const unsigned int kind = gpump_heap_load(&slab->kind), size = gpump_heap_size_of(kind);
        const unsigned int number = (unsigned int)(offset % GPUMP_HEAP_UNIT) / size;
        const bool is_block = offset % GPUMP_HEAP_UNIT % size == 0 && number < gpump_heap_blocks_of(kind);
        return is_block && (gpump_heap_load(&slab->taken[number / 64]) >> number % 64 & 1) ? size : 0;
    }
    const gpump_heap_range_t *range = &heap->ranges[offset / GPUMP_HEAP_GRAIN];
    const bool is_block = offset % GPUMP_HEAP_GRAIN == 0 && gpump_heap_load(&range->state) == GPUMP_HEAP_USED;
    return is_block ? gpump_heap_load(&range->grains) * GPUMP_HEAP_GRAIN : 0;
}

/* A stretch of memory that is all of one object; empty if that is not known. */
struct gpump_extent {
    const unsigned char *start, *stop;
};

/* The block that begins at `block` and that `place` leads into; its last byte is not the program's. What leads to the very end of a block
   may be meant for the next one: `p - 1`, for subscripts from 1 on. */
GPUMP_BOTH gpump_extent gpump_heap_extent(const gpump_heap_t *heap, const unsigned char *block, const unsigned char *place)
{
    const unsigned long long END = 64, room = gpump_heap_room(heap, block), offset = (unsigned long long)(place - block);
    if (room == 0 || (offset != 0 && offset + END >= room))
        return {NULL, NULL};
    return {block, block + room - 1};
}

/* The same, where it is not known where the block begins: a large one's begin is looked for a little in front, such as a row
   of a grid's. */
GPUMP_BOTH gpump_extent gpump_heap_extent_at(const gpump_heap_t *heap, const unsigned char *place)
{
    const unsigned int STEPS = 64;
    const unsigned long long offset = (unsigned long long)(place - heap->start), unit = offset / GPUMP_HEAP_UNIT;
    if (gpump_heap_load(&heap->ranges[unit * GPUMP_HEAP_UNIT_GRAINS].state) == GPUMP_HEAP_SLAB) {
        const unsigned int size = gpump_heap_size_of(gpump_heap_load(&heap->slabs[unit].kind));
        return gpump_heap_extent(heap, place - offset % GPUMP_HEAP_UNIT % size, place);
    }
    /* Within a block no entry has one of these states but the first. */
    for (unsigned long long at = offset / GPUMP_HEAP_GRAIN, last = at < STEPS ? 0 : at - STEPS;; at--) {
        const unsigned int state = gpump_heap_load(&heap->ranges[at].state);
        if (state == GPUMP_HEAP_USED)
            return gpump_heap_extent(heap, heap->start + at * GPUMP_HEAP_GRAIN, place);
        if (at == last || state == GPUMP_HEAP_SLAB || state == GPUMP_HEAP_FREE || state == GPUMP_HEAP_LAST)
            return {NULL, NULL};
    }
}

/* False when it is no block of this heap's that is in use. */
GPUMP_BOTH bool gpump_heap_release(gpump_heap_t *heap, void *block)
{
    const unsigned long long offset = (unsigned long long)((unsigned char *)block - heap->start);
    const unsigned int unit = (unsigned int)(offset / GPUMP_HEAP_UNIT);
    bool done = false;
    if (gpump_heap_load(&heap->ranges[unit * GPUMP_HEAP_UNIT_GRAINS].state) == GPUMP_HEAP_SLAB) {
        const unsigned int kind = gpump_heap_load(&heap->slabs[unit].kind), size = gpump_heap_size_of(kind);
        const unsigned int number = (unsigned int)(offset % GPUMP_HEAP_UNIT) / size;
        done = offset % GPUMP_HEAP_UNIT % size == 0 && number < gpump_heap_blocks_of(kind) &&
               gpump_heap_release_small(heap, unit, number);
    } else if (offset % GPUMP_HEAP_GRAIN == 0) {
        const unsigned int at = (unsigned int)(offset / GPUMP_HEAP_GRAIN);
        gpump_heap_lock(heap);
        done = heap->ranges[at].state == GPUMP_HEAP_USED;
        if (done)
            gpump_heap_give_range(heap, at, heap->ranges[at].grains);
        gpump_heap_unlock(heap);
    }
    if (done)
        gpump_heap_note_free(heap);
    return done;
}

/* Makes a block smaller or larger where it lies. False where that cannot be, or would waste half of it. */
GPUMP_BOTH bool gpump_heap_resize(gpump_heap_t *heap, void *block, unsigned long long size)
{
    const unsigned long long room = gpump_heap_room(heap, block), offset = (unsigned long long)((unsigned char *)block - heap->start);
    const unsigned int at = (unsigned int)(offset / GPUMP_HEAP_GRAIN);
    if (gpump_heap_load(&heap->ranges[offset / GPUMP_HEAP_UNIT * GPUMP_HEAP_UNIT_GRAINS].state) == GPUMP_HEAP_SLAB)
        return size < room && (size >= room / 2 || room <= 64);
    if (size <= GPUMP_HEAP_SMALL || size >= (unsigned long long)(heap->stop - heap->start))
        return false;
    const unsigned int wanted = gpump_heap_grains_of(size), now = (unsigned int)(room / GPUMP_HEAP_GRAIN);
    if (wanted == now)
        return true;
    gpump_heap_lock(heap);
    unsigned int all = now;
    if (wanted > now && at + now < heap->grains && heap->ranges[at + now].state == GPUMP_HEAP_FREE &&
        heap->ranges[at + now].grains >= wanted - now)
        all += gpump_heap_remove_free(heap, at + now);
    const bool done = all >= wanted;
    if (done) {
        gpump_heap_mark(heap, at + wanted - 1, GPUMP_HEAP_INSIDE, wanted);
        gpump_heap_mark(heap, at, GPUMP_HEAP_USED, wanted);
        if (all > wanted)
            gpump_heap_give_range(heap, at + wanted, all - wanted);
    }
    gpump_heap_unlock(heap);
    if (done && wanted < now)
        gpump_heap_note_free(heap);
    return done;
}

/* Behind the last block that is in use. While nobody allocates. */
GPUMP_BOTH unsigned char *gpump_heap_end_of_blocks(const gpump_heap_t *heap)
{
    unsigned int end = 0;
    for (unsigned int at = 0, grains; at < heap->grains; at += grains) {
        grains = heap->ranges[at].grains;
        if (heap->ranges[at].state != GPUMP_HEAP_FREE)
            end = at + grains;
    }
    return heap->start + end * GPUMP_HEAP_GRAIN;
}

/* ---- A new heap -------------------------------------------------------------------------------------------------- */

/* In memory of either side, of any contents. Null where there is too little of it. */
static inline gpump_heap_t *gpump_heap_make(void *memory, unsigned long long size)
{
    const uintptr_t begin = (uintptr_t)memory, stop = (begin + size) / GPUMP_HEAP_UNIT * GPUMP_HEAP_UNIT;
    const uintptr_t ranges = begin + (sizeof(gpump_heap_t) + 4095) / 4096 * 4096;
    const unsigned long long each = GPUMP_HEAP_UNIT_GRAINS * sizeof(gpump_heap_range_t) + sizeof(gpump_heap_slab_t);
    const uintptr_t slabs = ranges + size / GPUMP_HEAP_UNIT * GPUMP_HEAP_UNIT_GRAINS * sizeof(gpump_heap_range_t);
    /* The page before the blocks belongs to nobody: prefetch.h looks at it. */
    const unsigned long long step = size >= 64 * GPUMP_HEAP_STEP ? GPUMP_HEAP_STEP : GPUMP_HEAP_UNIT;
    const uintptr_t start = (ranges + size / GPUMP_HEAP_UNIT * each + 4096 + step - 1) / step * step;
    if (begin % 16 != 0 || size > GPUMP_HEAP_MOST || stop <= start)
        return NULL;
    gpump_heap_t *heap = (gpump_heap_t *)memory;
    __builtin_memset((void *)heap, 0, sizeof *heap);
    heap->start = (unsigned char *)start;
    heap->stop = (unsigned char *)stop;
    heap->ranges = (gpump_heap_range_t *)ranges;
    heap->slabs = (gpump_heap_slab_t *)slabs;
    heap->grains = (unsigned int)((stop - start) / GPUMP_HEAP_GRAIN);
    heap->places = heap->grains / GPUMP_HEAP_UNIT_GRAINS / 64 + 1;
    for (unsigned int &bin : heap->bins)
        bin = GPUMP_HEAP_NONE;
    gpump_heap_give_range(heap, 0, heap->grains);
    return heap;
}

#endif

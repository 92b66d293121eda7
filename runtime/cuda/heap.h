/*
 * The heap that host and device share: a block has one address, and either side may free what the other allocated.
 *
 * It is one stretch of address space that both sides reach. Blocks come in sizes of 2^n and 1.5 * 2^n bytes; a freed
 * block goes to the list of its size, and is taken from there again. What no list has is taken from the untouched end.
 * Nothing here waits: the lists' heads are changed by compare-and-swap, with a count beside the address so that a
 * list that looks the same has not changed; the end moves by an atomic addition. Pages that nobody has touched cost
 * nothing, so rounding a size up costs addresses and little else.
 *
 *     | header_t | the block, aligned to 16 bytes | header_t | ...
 *
 * A large block begins at a page, of 4 KiB, or of 2 MiB if it is as large as that, for threads that read one number after
 * the other get them sooner from aligned memory; its header is at the end of a page before it, which the block's own pages
 * can leave behind when they move to the device.
 *
 * The same text is compiled for both sides.
 */
#ifndef GPUMP_CUDA_HEAP_H
#define GPUMP_CUDA_HEAP_H

#include <stddef.h>
#include <stdint.h>

#include "generators.h"

#define GPUMP_HEAP_SIZES 96
#define GPUMP_HEAP_LARGE 65536ull /* with its header */
#define GPUMP_HEAP_PAGE 4096ull
#define GPUMP_HEAP_STEP (2ull << 20)
#define GPUMP_HEAP_MAGIC 0x67707568u
#define GPUMP_HEAP_ALIGNED 0x67707561u /* a header within a block, before an aligned place: `kind` leads back */

typedef struct gpump_heap_t {
    unsigned char *start, *stop; /* the stretch */
    unsigned long long used;     /* bytes of it that have been given out once */
    unsigned long long lists[GPUMP_HEAP_SIZES]; /* count << 44 | (offset of a block's header) / 16 */
    gpump_generators_t generators; /* not memory, but this is where both sides have something in common */
} gpump_heap_t;

typedef struct {
    unsigned int magic, kind;
    unsigned long long size; /* as asked; of a free block, the place of the next in its list */
} gpump_heap_header_t;

/* ---- Atomic operations on either side ----------------------------------------------------------------------- */

GPUMP_BOTH unsigned long long gpump_heap_load(unsigned long long *address)
{
#ifdef __CUDA_ARCH__
    return *(volatile unsigned long long *)address;
#else
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);
#endif
}

GPUMP_BOTH void gpump_heap_store(unsigned long long *address, unsigned long long value)
{
#ifdef __CUDA_ARCH__
    *(volatile unsigned long long *)address = value;
#else
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
#endif
}

GPUMP_BOTH int gpump_heap_swap(unsigned long long *address, unsigned long long expected, unsigned long long wanted)
{
#ifdef __CUDA_ARCH__
    __threadfence();
    return atomicCAS(address, expected, wanted) == expected;
#else
    return __atomic_compare_exchange_n(address, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#endif
}

GPUMP_BOTH unsigned long long gpump_heap_add(unsigned long long *address, unsigned long long value)
{
#ifdef __CUDA_ARCH__
    return atomicAdd(address, value);
#else
    return __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST);
#endif
}

/* ---- Sizes ------------------------------------------------------------------------------------------------------ */

/* Kind 2n is 2^n bytes with the header, kind 2n+1 is 1.5 * 2^n; 32 bytes is the least. */
GPUMP_BOTH unsigned long long gpump_heap_bytes(unsigned int kind)
{
    return kind % 2 ? 3ull << (kind / 2 - 1) : 1ull << kind / 2;
}

GPUMP_BOTH unsigned int gpump_heap_kind(unsigned long long bytes)
{
    unsigned int kind = 10;
    while (gpump_heap_bytes(kind) < bytes)
        kind++;
    return kind;
}

/* What lies before a block of this kind. */
GPUMP_BOTH unsigned long long gpump_heap_ahead(unsigned int kind)
{
    return gpump_heap_bytes(kind) >= GPUMP_HEAP_LARGE ? GPUMP_HEAP_PAGE : sizeof(gpump_heap_header_t);
}

GPUMP_BOTH gpump_heap_header_t *gpump_heap_header(void *block)
{
    return (gpump_heap_header_t *)((unsigned char *)block - sizeof(gpump_heap_header_t));
}

GPUMP_BOTH int gpump_heap_has(const gpump_heap_t *heap, const void *block)
{
    return heap && (const unsigned char *)block >= heap->start && (const unsigned char *)block < heap->stop;
}

/* ---- The lists --------------------------------------------------------------------------------------------------- */

#define GPUMP_HEAP_OFFSET ((1ull << 44) - 1)

/* A link is read while another thread may take that block and write a size there; then the exchange fails, and what
   was read is not used. It lies in the header, where the program has nothing to write. */
GPUMP_BOTH unsigned long long *gpump_heap_link(gpump_heap_t *heap, unsigned long long place)
{
    return &((gpump_heap_header_t *)(heap->start + place * 16))->size;
}

GPUMP_BOTH unsigned char *gpump_heap_take(gpump_heap_t *heap, unsigned int kind)
{
    unsigned long long *list = &heap->lists[kind];
    for (;;) {
        unsigned long long head = gpump_heap_load(list), place = head & GPUMP_HEAP_OFFSET;
        if (place == 0)
            return NULL;
        unsigned long long next = gpump_heap_load(gpump_heap_link(heap, place)) & GPUMP_HEAP_OFFSET;
        if (gpump_heap_swap(list, head, ((head >> 44) + 1) << 44 | next))
            return heap->start + place * 16;
    }
}

GPUMP_BOTH void gpump_heap_put(gpump_heap_t *heap, unsigned int kind, unsigned char *where)
{
    unsigned long long *list = &heap->lists[kind];
    unsigned long long place = (unsigned long long)(where - heap->start) / 16;
    for (;;) {
        unsigned long long head = gpump_heap_load(list);
        gpump_heap_store(gpump_heap_link(heap, place), head & GPUMP_HEAP_OFFSET);
        if (gpump_heap_swap(list, head, ((head >> 44) + 1) << 44 | place))
            return;
    }
}

/* ---- Allocation ------------------------------------------------------------------------------------------------- */

/* A header from the untouched end, or null. */
GPUMP_BOTH unsigned char *gpump_heap_extend(gpump_heap_t *heap, unsigned int kind)
{
    unsigned long long bytes = gpump_heap_bytes(kind), size = (unsigned long long)(heap->stop - heap->start);
    if (bytes < GPUMP_HEAP_LARGE) {
        unsigned long long from = gpump_heap_add(&heap->used, bytes);
        if (from + bytes <= size)
            return heap->start + from;
        gpump_heap_add(&heap->used, 0 - bytes);
        return NULL;
    }
    unsigned long long step = bytes >= GPUMP_HEAP_STEP ? GPUMP_HEAP_STEP : GPUMP_HEAP_PAGE;
    unsigned long long start = (unsigned long long)(uintptr_t)heap->start;
    for (;;) {
        unsigned long long used = gpump_heap_load(&heap->used);
        unsigned long long block = (start + used + GPUMP_HEAP_PAGE + step - 1) / step * step - start;
        unsigned long long end = block - GPUMP_HEAP_PAGE + bytes;
        if (end > size)
            return NULL;
        if (gpump_heap_swap(&heap->used, used, end))
            return heap->start + block - sizeof(gpump_heap_header_t);
    }
}

/* The alignment of the C library's malloc: 16 bytes. */
GPUMP_BOTH void *gpump_heap_allocate(gpump_heap_t *heap, unsigned long long size)
{
    if (size > (1ull << 46))
        return NULL;
    unsigned int kind = gpump_heap_kind(size + sizeof(gpump_heap_header_t));
    while (gpump_heap_bytes(kind) < size + gpump_heap_ahead(kind))
        kind++;
    unsigned char *where = gpump_heap_take(heap, kind);
    if (!where)
        where = gpump_heap_extend(heap, kind);
    if (!where)
        return NULL;
    gpump_heap_header_t *header = (gpump_heap_header_t *)where;
    header->magic = GPUMP_HEAP_MAGIC;
    header->kind = kind;
    gpump_heap_store(&header->size, size);
    return where + sizeof *header;
}

/* The block is a larger one from which the aligned part is handed out, with a header of its own that says how many
   times 16 bytes lie between the two. */
GPUMP_BOTH void *gpump_heap_allocate_aligned(gpump_heap_t *heap, unsigned long long alignment, unsigned long long size)
{
    if (alignment == 0 || (alignment & (alignment - 1)) || alignment > (1ull << 35))
        return NULL;
    if (alignment <= 16)
        return gpump_heap_allocate(heap, size);
    unsigned char *block = size > (1ull << 46) ? NULL : (unsigned char *)gpump_heap_allocate(heap, size + alignment);
    if (!block)
        return NULL;
    uintptr_t distance = (alignment - (uintptr_t)block % alignment) % alignment;
    if (distance == 0)
        return block;
    gpump_heap_header_t *header = gpump_heap_header(block + distance);
    header->magic = GPUMP_HEAP_ALIGNED;
    header->kind = (unsigned int)(distance / 16);
    header->size = size;
    return block + distance;
}

/* How many bytes there are for the block, of which the program may have asked for fewer. */
GPUMP_BOTH unsigned long long gpump_heap_room(void *block)
{
    gpump_heap_header_t *header = gpump_heap_header(block);
    unsigned long long distance = 0;
    if (header->magic == GPUMP_HEAP_ALIGNED) {
        distance = (unsigned long long)header->kind * 16;
        header = gpump_heap_header((unsigned char *)block - distance);
    }
    return gpump_heap_bytes(header->kind) - gpump_heap_ahead(header->kind) - distance;
}

/* False when it is no block of this heap's that is in use. */
GPUMP_BOTH int gpump_heap_release(gpump_heap_t *heap, void *block)
{
    gpump_heap_header_t *header = gpump_heap_header(block);
    if (header->magic == GPUMP_HEAP_ALIGNED) {
        header->magic = 0;
        header = gpump_heap_header((unsigned char *)block - (unsigned long long)header->kind * 16);
    }
    if (header->magic != GPUMP_HEAP_MAGIC)
        return 0;
    header->magic = 0;
    gpump_heap_put(heap, header->kind, (unsigned char *)header);
    return 1;
}

#endif

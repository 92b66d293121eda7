/*
 * The allocators that a program makes with omp_init_allocator (specification 5.2, 6.1 and 18.13): what is known of them lies where host
 * and device reach it, and both allocate by the same text.
 *
 * Of the traits, the alignment, the size of the pool and the fallback are honoured. Where a pool has a limit, there is an entry for each
 * block of it, for omp_free need not be told the allocator. Entries are used again and never unlinked, so neither side takes a lock.
 */
#ifndef GPUMP_CUDA_POOLS_H
#define GPUMP_CUDA_POOLS_H

#include "either.h"
#include "heap.h"

#define GPUMP_POOL_LISTS 1024u

/* Each side has its own Memory, whose functions are not for the other; nvcc would refuse that. */
#ifdef __CUDACC__
#define GPUMP_EITHER_MEMORY _Pragma("nv_exec_check_disable") GPUMP_EITHER
#else
#define GPUMP_EITHER_MEMORY GPUMP_EITHER
#endif

typedef struct {
    unsigned long long block; /* its address; 0: the entry is free */
    unsigned long long size;  /* bytes that were asked for */
    unsigned long long next;  /* the next entry's address, or 0 */
} gpump_pool_entry_t;

typedef struct gpump_allocator_t {
    unsigned long long handle; /* 0: destroyed, and may be used again */
    unsigned long long alignment, fallback, fallback_data;
    unsigned long long pool_size, used; /* bytes; 0 without a limit */
    unsigned long long *lists;          /* with a limit: GPUMP_POOL_LISTS first entries, by the block's address */
    struct gpump_allocator_t *next;
} gpump_allocator_t;

GPUMP_BOTH gpump_allocator_t *gpump_allocator_of(gpump_allocator_t *first, unsigned long long handle)
{
    while (first && first->handle != handle)
        first = first->next;
    return first;
}

GPUMP_BOTH bool gpump_take_room(gpump_allocator_t *from, unsigned long long size)
{
    unsigned long long used;
    do {
        used = gpump_heap_load(&from->used);
        if (used > from->pool_size || size > from->pool_size - used)
            return false;
    } while (!gpump_heap_swap(&from->used, used, used + size));
    return true;
}

GPUMP_BOTH void gpump_give_room(gpump_allocator_t *from, unsigned long long size)
{
    unsigned long long used;
    do
        used = gpump_heap_load(&from->used);
    while (!gpump_heap_swap(&from->used, used, used - size));
}

GPUMP_BOTH unsigned long long *gpump_pool_list(const gpump_allocator_t *from, unsigned long long block)
{
    return &from->lists[(block >> 4 ^ block >> 14) % GPUMP_POOL_LISTS];
}

GPUMP_BOTH gpump_pool_entry_t *gpump_pool_entry(unsigned long long address)
{
    return reinterpret_cast<gpump_pool_entry_t *>((uintptr_t)address);
}

/* The entry that has `block`, or with 0 one that is free. */
GPUMP_BOTH gpump_pool_entry_t *gpump_find_entry(unsigned long long *list, unsigned long long block)
{
    unsigned long long at = gpump_heap_load(list);
    while (at && gpump_heap_load(&gpump_pool_entry(at)->block) != block)
        at = gpump_heap_load(&gpump_pool_entry(at)->next);
    return gpump_pool_entry(at);
}

/* What a side allocates with: allocate(alignment, size), copy(to, from, size), of which `from` may have less, release(block) and
   fail(size); allocate_own(size) is for entries, which are not the program's. */
template <class Memory> struct gpump_pools {
    gpump_allocator_t *first;

    GPUMP_EITHER_MEMORY void *allocate(unsigned long long handle, size_t alignment, size_t size) const
    {
        while (gpump_allocator_t *from = gpump_allocator_of(first, handle)) {
            if (void *block = allocate_from(from, alignment, size))
                return block;
            if (from->fallback == omp_atv_null_fb)
                return nullptr;
            if (from->fallback == omp_atv_abort_fb)
                Memory::fail(size);
            handle = from->fallback == omp_atv_allocator_fb ? from->fallback_data : (unsigned long long)omp_default_mem_alloc;
        }
        return Memory::allocate(alignment, size);
    }

    /* Whose pool the block was in, if in one. */
    GPUMP_EITHER gpump_allocator_t *forget(void *block, unsigned long long *size) const
    {
        const unsigned long long address = (uintptr_t)block;
        for (gpump_allocator_t *from = first; from; from = from->next) {
            gpump_pool_entry_t *entry = from->lists ? gpump_find_entry(gpump_pool_list(from, address), address) : nullptr;
            if (!entry)
                continue;
            *size = entry->size;
            gpump_heap_fence();
            gpump_heap_store(&entry->block, 0ull);
            gpump_give_room(from, *size);
            return from;
        }
        return nullptr;
    }

    GPUMP_EITHER_MEMORY void release(void *block) const
    {
        unsigned long long size;
        forget(block, &size);
        Memory::release(block);
    }

    /* Of a block that is not null. Its room in a pool counts as free. */
    GPUMP_EITHER_MEMORY void *reallocate(void *block, size_t size, unsigned long long handle) const
    {
        unsigned long long old = 0;
        gpump_allocator_t *from = forget(block, &old);
        void *other = size ? allocate(handle, 1, size) : nullptr;
        if (other)
            Memory::copy(other, block, size);
        if (other || !size)
            Memory::release(block);
        else if (from && gpump_take_room(from, old))
            note(from, block, old);
        return other;
    }

private:
    GPUMP_EITHER_MEMORY void *allocate_from(gpump_allocator_t *from, size_t alignment, size_t size) const
    {
        if (from->alignment > alignment)
            alignment = from->alignment;
        if (!from->lists)
            return Memory::allocate(alignment, size);
        if (!gpump_take_room(from, size))
            return nullptr;
        void *block = Memory::allocate(alignment, size);
        if (block && note(from, block, size))
            return block;
        if (block)
            Memory::release(block);
        gpump_give_room(from, size);
        return nullptr;
    }

    GPUMP_EITHER_MEMORY bool note(gpump_allocator_t *from, void *block, unsigned long long size) const
    {
        const unsigned long long address = (uintptr_t)block;
        unsigned long long *list = gpump_pool_list(from, address);
        while (gpump_pool_entry_t *entry = gpump_find_entry(list, 0))
            if (gpump_heap_swap(&entry->block, 0ull, address)) {
                gpump_heap_store(&entry->size, size);
                return true;
            }
        auto *entry = static_cast<gpump_pool_entry_t *>(Memory::allocate_own(sizeof(gpump_pool_entry_t)));
        if (!entry)
            return false;
        entry->block = address;
        entry->size = size;
        do
            gpump_heap_store(&entry->next, gpump_heap_load(list));
        while (!gpump_heap_swap(list, entry->next, (unsigned long long)(uintptr_t)entry));
        return true;
    }
};

#endif

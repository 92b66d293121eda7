/*
 * Memory by the library routines (specification 5.2, 18.13). All of it is of the heap that host and device share, whatever the memory space:
 * omp_alloc is malloc, and what it gives may be used in regions on either side. omp_free and free are the same to these blocks.
 *
 * The program's own allocators are made by the host's OpenMP library where there is one, for the C compiler hands them to it; their traits
 * are noted here. Alignment, the pool's size and the fallback are honoured. The others change nothing.
 */
#include "host.h"

namespace gpump {

static std::atomic<omp_uintptr_t> default_allocator{omp_default_mem_alloc};

} // namespace gpump

extern "C" {

GPUMP_OMP_OF_LIBRARY(void, omp_set_default_allocator, (omp_allocator_handle_t allocator), (allocator),
                     gpump::default_allocator.store(allocator ? allocator : omp_default_mem_alloc))
GPUMP_OMP_OF_LIBRARY(omp_allocator_handle_t, omp_get_default_allocator, (void), (),
                     (omp_allocator_handle_t)gpump::default_allocator.load())

} /* extern "C" */

namespace gpump {

struct Allocator {
    omp_uintptr_t alignment = 1, pool_size = 0, fallback = omp_atv_default_mem_fb, fallback_data = 0;
    /* With a pool of limited size: the blocks that lie in it. */
    std::map<void *, size_t> blocks;
    size_t used = 0;
};

class Allocators {
public:
    void add(omp_allocator_handle_t handle, int count, const omp_alloctrait_t *traits)
    {
        Allocator made;
        for (int i = 0; i < count; i++) {
            const omp_uintptr_t value = traits[i].value;
            if (value == (omp_uintptr_t)omp_atv_default)
                continue;
            switch (traits[i].key) {
            case omp_atk_alignment: made.alignment = value; break;
            case omp_atk_pool_size: made.pool_size = value; break;
            case omp_atk_fallback: made.fallback = value; break;
            case omp_atk_fb_data: made.fallback_data = value; break;
            default: break;
            }
        }
        std::lock_guard<std::mutex> lock(mutex_);
        all_[handle] = made;
    }

    void remove(omp_allocator_handle_t handle)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        all_.erase(handle);
    }

    void *allocate(omp_allocator_handle_t handle, size_t alignment, size_t size)
    {
        handle = handle ? handle : gpump_omp_get_default_allocator();
        std::unique_lock<std::mutex> lock(mutex_);
        auto found = all_.find(handle);
        if (found == all_.end()) {
            lock.unlock();
            return allocate_anywhere(alignment, size);
        }
        Allocator &from = found->second;
        const bool has_room = !from.pool_size || size <= from.pool_size - from.used;
        if (void *block = has_room ? allocate_anywhere(std::max(alignment, (size_t)from.alignment), size) : nullptr) {
            if (from.pool_size) {
                from.blocks[block] = size;
                from.used += size;
            }
            return block;
        }
        const omp_uintptr_t fallback = from.fallback, data = from.fallback_data;
        lock.unlock();
        switch (fallback) {
        case omp_atv_null_fb: return nullptr;
        case omp_atv_abort_fb: fail("omp_alloc: no memory left for %zu bytes, and the allocator's fallback is abort_fb", size);
        case omp_atv_allocator_fb: return allocate((omp_allocator_handle_t)data, alignment, size);
        default: return allocate_anywhere(alignment, size);
        }
    }

    void release(void *block)
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            for (auto &[handle, from] : all_) {
                auto found = from.blocks.find(block);
                if (found == from.blocks.end())
                    continue;
                from.used -= found->second;
                from.blocks.erase(found);
                break;
            }
        }
        gpump_heap_free(block);
    }

    /* Of a block that is not null. */
    void *reallocate(void *block, size_t size, omp_allocator_handle_t handle)
    {
        if (size == 0) {
            release(block);
            return nullptr;
        }
        void *larger = allocate(handle, 1, size);
        if (!larger)
            return nullptr;
        memcpy(larger, block, std::min(size, gpump_heap_usable_size(block)));
        release(block);
        return larger;
    }

private:
    static void *allocate_anywhere(size_t alignment, size_t size)
    {
        return alignment <= 16 ? gpump_heap_malloc(size) : gpump_heap_aligned_alloc(alignment, size);
    }

    std::mutex mutex_;
    std::map<omp_allocator_handle_t, Allocator> all_;
};

/* Not destroyed: destructors of the program's may use it. */
static Allocators &allocators()
{
    static Allocators *all = new Allocators;
    return *all;
}

} // namespace gpump

extern "C" {

/* Without the library a handle is an address of which nothing but the number counts. */
GPUMP_OMP(omp_allocator_handle_t, omp_init_allocator,
          (omp_memspace_handle_t memspace, int ntraits, const omp_alloctrait_t traits[]))
{
    auto *library = GPUMP_LIBRARY(omp_init_allocator);
    const omp_allocator_handle_t handle = library ? library(memspace, ntraits, traits)
                                                  : (omp_allocator_handle_t)(omp_uintptr_t)malloc(1);
    if (handle)
        gpump::allocators().add(handle, ntraits, traits);
    return handle;
}

GPUMP_OMP(void, omp_destroy_allocator, (omp_allocator_handle_t allocator))
{
    if (allocator <= omp_thread_mem_alloc)
        return;
    gpump::allocators().remove(allocator);
    if (auto *library = GPUMP_LIBRARY(omp_destroy_allocator))
        library(allocator);
    else
        free(reinterpret_cast<void *>((omp_uintptr_t)allocator));
}

GPUMP_OMP(void *, omp_aligned_alloc, (size_t alignment, size_t size, omp_allocator_handle_t allocator))
{
    return size ? gpump::allocators().allocate(allocator, alignment, size) : nullptr;
}

GPUMP_OMP(void *, omp_alloc, (size_t size, omp_allocator_handle_t allocator))
{
    return gpump_omp_aligned_alloc(1, size, allocator);
}

GPUMP_OMP(void *, omp_aligned_calloc, (size_t alignment, size_t nmemb, size_t size, omp_allocator_handle_t allocator))
{
    size_t bytes;
    if (__builtin_mul_overflow(nmemb, size, &bytes))
        return nullptr;
    void *block = gpump_omp_aligned_alloc(alignment, bytes, allocator);
    return block ? memset(block, 0, bytes) : nullptr;
}

GPUMP_OMP(void *, omp_calloc, (size_t nmemb, size_t size, omp_allocator_handle_t allocator))
{
    return gpump_omp_aligned_calloc(1, nmemb, size, allocator);
}

GPUMP_OMP(void, omp_free, (void *ptr, omp_allocator_handle_t))
{
    if (ptr)
        gpump::allocators().release(ptr);
}

GPUMP_OMP(void *, omp_realloc, (void *ptr, size_t size, omp_allocator_handle_t allocator, omp_allocator_handle_t))
{
    return ptr ? gpump::allocators().reallocate(ptr, size, allocator) : gpump_omp_alloc(size, allocator);
}

} /* extern "C" */

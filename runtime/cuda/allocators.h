/*
 * Memory by the library routines (specification 5.2, 18.13). All of it is of the heap that host and device share, whatever the memory space:
 * omp_alloc is malloc, and what it gives may be used in regions on either side. omp_free and free are the same to these blocks.
 *
 * The program's own allocators are made by the host's OpenMP library where there is one, for the C compiler hands them to it; their traits
 * are noted here, for both sides (pools.h).
 */
#include "host.h"
#include "pools.h"

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

struct HostMemory {
    static void *allocate(size_t alignment, size_t size)
    {
        return alignment <= 16 ? gpump_heap_malloc(size) : gpump_heap_aligned_alloc(alignment, size);
    }
    static void *allocate_own(size_t size)
    {
        gpump_heap_t *heap = heap_now();
        void *block = heap ? gpump_heap_allocate(heap, size) : malloc(size);
        return block ? memset(block, 0, size) : nullptr;
    }
    static void release(void *block) { gpump_heap_free(block); }
    static void copy(void *to, const void *from, size_t size)
    {
        memcpy(to, from, std::min(size, gpump_heap_usable_size(const_cast<void *>(from))));
    }
    [[noreturn]] static void fail(size_t size)
    {
        gpump::fail("omp_alloc: no memory left for %zu bytes, and the allocator's fallback is abort_fb", size);
    }
};

static gpump_pools<HostMemory> own_allocators;
static std::mutex allocators_mutex; /* of those who add one or take one away */

/* False without memory for it. */
static bool add_allocator(omp_allocator_handle_t handle, int count, const omp_alloctrait_t *traits)
{
    std::lock_guard<std::mutex> lock(allocators_mutex);
    gpump_allocator_t *made = gpump_allocator_of(own_allocators.first, 0);
    const bool is_new = !made;
    if (is_new && !(made = static_cast<gpump_allocator_t *>(HostMemory::allocate_own(sizeof *made))))
        return false;
    made->alignment = 1;
    made->fallback = omp_atv_default_mem_fb;
    made->fallback_data = made->pool_size = made->used = 0;
    for (int i = 0; i < count; i++) {
        const omp_uintptr_t value = traits[i].value;
        if (value == (omp_uintptr_t)omp_atv_default)
            continue;
        switch (traits[i].key) {
        case omp_atk_alignment: made->alignment = value; break;
        case omp_atk_pool_size: made->pool_size = value; break;
        case omp_atk_fallback: made->fallback = value; break;
        case omp_atk_fb_data: made->fallback_data = value; break;
        default: break;
        }
    }
    if (made->pool_size)
        made->lists = static_cast<unsigned long long *>(HostMemory::allocate_own(GPUMP_POOL_LISTS * sizeof *made->lists));
    if (is_new) {
        made->next = own_allocators.first;
        own_allocators.first = made;
    }
    const bool is_made = !made->pool_size || made->lists;
    made->handle = is_made ? (unsigned long long)handle : 0;
    return is_made;
}

static void remove_allocator(omp_allocator_handle_t handle)
{
    std::lock_guard<std::mutex> lock(allocators_mutex);
    gpump_allocator_t *removed = gpump_allocator_of(own_allocators.first, handle);
    if (!removed)
        return;
    removed->handle = 0;
    for (unsigned int i = 0; removed->lists && i < GPUMP_POOL_LISTS; i++)
        while (gpump_pool_entry_t *entry = gpump_pool_entry(removed->lists[i])) {
            removed->lists[i] = entry->next;
            gpump_heap_free(entry);
        }
    gpump_heap_free(removed->lists);
    removed->lists = nullptr;
}

/* OpenMP's own are not in the list. */
static unsigned long long allocator_in_use(omp_allocator_handle_t handle)
{
    return handle ? handle : gpump_omp_get_default_allocator();
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
    return handle && gpump::add_allocator(handle, ntraits, traits) ? handle : omp_null_allocator;
}

GPUMP_OMP(void, omp_destroy_allocator, (omp_allocator_handle_t allocator))
{
    if (allocator <= omp_thread_mem_alloc)
        return;
    gpump::remove_allocator(allocator);
    if (auto *library = GPUMP_LIBRARY(omp_destroy_allocator))
        library(allocator);
    else
        free(reinterpret_cast<void *>((omp_uintptr_t)allocator));
}

GPUMP_OMP(void *, omp_aligned_alloc, (size_t alignment, size_t size, omp_allocator_handle_t allocator))
{
    return size ? gpump::own_allocators.allocate(gpump::allocator_in_use(allocator), alignment, size) : nullptr;
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
        gpump::own_allocators.release(ptr);
}

GPUMP_OMP(void *, omp_realloc, (void *ptr, size_t size, omp_allocator_handle_t allocator, omp_allocator_handle_t))
{
    return ptr ? gpump::own_allocators.reallocate(ptr, size, gpump::allocator_in_use(allocator))
               : gpump_omp_alloc(size, allocator);
}

} /* extern "C" */

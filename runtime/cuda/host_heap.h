/*
 * malloc and its kin as translated files call them (takeover.h): blocks of the heap that host and device share (heap.h).
 * Without a device there is none, and the C library does it.
 *
 * A program may have functions of these names, which takeover.h renames, too. So these are weak, and the linker takes the
 * program's.
 */
#include "host.h"

#include <malloc.h>

#define GPUMP_WEAK __attribute__((weak))

namespace gpump {

/* Before main CUDA is not asked for anything. */
static void note_block(gpump_heap_t *heap, void *block, size_t size)
{
    if (heap && heap == the_heap)
        prefetch().note_block(block, size);
}

/* Whose block it is; null: the C library's. */
static gpump_heap_t *heap_of(const void *block)
{
    gpump_heap_t *heap = __atomic_load_n(&heap_is_ready, __ATOMIC_ACQUIRE) ? the_heap : nullptr;
    return gpump_heap_has(heap, block) ? heap : gpump_heap_has(early_heap, block) ? early_heap : nullptr;
}

/* Small variables lie together, in blocks that have their pages alone: what the host allocates is not beside them. */
static void *small_static_block(gpump_heap_t *heap, size_t size)
{
    static const size_t ROOM = GPUMP_HEAP_UNIT - 1, LINE = 128;
    static unsigned char *block;
    static size_t used;
    std::lock_guard<std::recursive_mutex> lock(heap_mutex);
    if (!block || ROOM - used < size) {
        block = static_cast<unsigned char *>(gpump_heap_allocate_aligned(heap, GPUMP_HEAP_UNIT, ROOM));
        used = 0;
    }
    void *memory = block ? block + used : nullptr;
    used = std::min((used + size + LINE - 1) / LINE * LINE, ROOM);
    return memory;
}

static void reach_early(const void *start, const void *end)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    if (!device().pageable)
        register_stretch((uintptr_t)start / page * page, ((uintptr_t)end + page - 1) / page * page, true);
}

/* In main the variables come in the same order as before. Where the next one stays, or null if it is to have another place. */
static void *place_that_stays()
{
    EarlyVariables &early = early_variables();
    if (early.moved == early.places.size())
        return nullptr;
    const EarlyPlace &place = early.places[early.moved++];
    if (place.is_as_it_was()) {
        place.leave();
        return nullptr;
    }
    reach_early(place.memory, place.memory + place.size);
    return place.memory;
}

/* Makes zeros of a block. Pages of the host's are given back, and are zeros when somebody touches them: a program may use few of its
   array's. */
static void *zeroed(void *block, size_t size)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)block, end = start + size;
    const uintptr_t first = (start + page - 1) / page * page, last = end / page * page;
    const bool is_hosts = size >= LEAST_LAZY && heap_of(block) == the_heap && the_heap && device().host_tables;
    if (!is_hosts || madvise((void *)first, last - first, MADV_DONTNEED))
        return memset(block, 0, size);
    memset(block, 0, first - start);
    memset((void *)last, 0, end - last);
    return block;
}

static void *static_block(size_t size, const void *image)
{
    void *memory = is_before_main() ? early_place(size, image) : place_that_stays();
    if (memory)
        return memory;
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_watches_heap())
        if (void *watched = gpump_emulator_allocate(16, size))
            return image ? memcpy(watched, image, size) : memset(watched, 0, size);
#endif
    gpump_heap_t *heap = heap_now();
    memory = !heap ? calloc(1, size) : size < 4096 ? small_static_block(heap, size) : gpump_heap_allocate(heap, size);
    if (!memory)
        fail("no memory left for a static variable of %zu bytes", size);
    note_block(heap, memory, size);
    return image ? memcpy(memory, image, size) : heap ? zeroed(memory, size) : memory;
}

/* When main begins. What constructors have done remains where there is no device. */
static void take_over_from_constructors()
{
    EarlyVariables &early = early_variables();
    if ((early.functions.empty() && !early_heap) || !gpump_has_device())
        return;
    if (early_heap)
        reach_early(early_heap->start, gpump_heap_end_of_blocks(early_heap));
    for (void (*variables)() : early.functions)
        variables();
}

} // namespace gpump

extern "C" {

GPUMP_WEAK void *gpump_heap_malloc(size_t size)
{
    gpump_heap_t *heap = gpump::heap_now();
    if (!heap)
        return malloc(size);
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_watches_heap())
        return gpump_emulator_allocate(16, size);
#endif
    void *block = gpump_heap_allocate(heap, size);
    if (!block && heap == gpump::early_heap)
        return malloc(size);
    if (!block)
        errno = ENOMEM;
    else
        gpump::note_block(heap, block, size);
    return block;
}

GPUMP_WEAK void gpump_heap_free(void *block)
{
    if (!block)
        return;
    gpump_heap_t *heap = gpump::heap_of(block);
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_release(block))
        return;
#endif
    if (!heap) {
        free(block);
        return;
    }
    if (heap == gpump::the_heap && gpump::heap_is_left)
        return;
    if (heap == gpump::the_heap && gpump_heap_room(heap, block) >= gpump::LEAST_PREFETCH)
        gpump::prefetch().forget_block(block);
    if (!gpump_heap_release(heap, block))
        gpump::fail("free of %p, which is no block in use", block);
}

GPUMP_WEAK void *gpump_heap_calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return nullptr;
    }
    void *block = gpump_heap_malloc(bytes);
    return block ? gpump::zeroed(block, bytes) : nullptr;
}

void *gpump_static_memory(size_t size)
{
    return gpump::static_block(size, nullptr);
}

void *gpump_static_copy(const void *image, size_t size)
{
    return gpump::static_block(size, image);
}

void gpump_put_into_heap(void (*variables)(void))
{
    if (gpump::is_before_main())
        gpump::early_variables().functions.push_back(variables);
    variables();
}

GPUMP_WEAK void *gpump_heap_realloc(void *block, size_t size)
{
    gpump_heap_t *heap = gpump::heap_now();
    if (!block)
        return gpump_heap_malloc(size);
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_block_size(block) != SIZE_MAX) {
        size_t old = gpump_emulator_block_size(block);
        void *moved = size ? gpump_heap_malloc(size) : nullptr;
        if (moved)
            memcpy(moved, block, old < size ? old : size);
        if (moved || !size)
            gpump_heap_free(block);
        return moved;
    }
#endif
    gpump_heap_t *owner = gpump::heap_of(block);
    if (!owner)
        return realloc(block, size);
    if (size == 0) {
        gpump_heap_free(block);
        return nullptr;
    }
    size_t room = gpump_heap_room(owner, block);
    if (room == 0)
        gpump::fail("realloc of %p, which is no block in use", block);
    /* The lock of a heap that was left may be taken for ever, and behind the blocks of constructors nothing is registered. */
    if (heap == owner && gpump_heap_resize(heap, block, size)) {
        if (heap == gpump::the_heap && room >= gpump::LEAST_PREFETCH)
            gpump::prefetch().forget_block(block);
        gpump::note_block(heap, block, size);
        return block;
    }
    void *other = gpump_heap_malloc(size);
    if (!other)
        return size < room ? block : nullptr; /* it is too large, and stays so */
    memcpy(other, block, room < size ? room : size);
    gpump_heap_free(block);
    return other;
}

GPUMP_WEAK char *gpump_heap_strndup(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    char *copy = static_cast<char *>(gpump_heap_malloc(length + 1));
    if (!copy)
        return nullptr;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

GPUMP_WEAK char *gpump_heap_strdup(const char *text)
{
    return gpump_heap_strndup(text, SIZE_MAX);
}

GPUMP_WEAK void *gpump_heap_aligned_alloc(size_t alignment, size_t size)
{
    gpump_heap_t *heap = gpump::heap_now();
    if (alignment == 0 || (alignment & (alignment - 1))) {
        errno = EINVAL;
        return nullptr;
    }
    if (!heap)
        return aligned_alloc(alignment, size);
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_watches_heap())
        return gpump_emulator_allocate(alignment, size);
#endif
    void *block = gpump_heap_allocate_aligned(heap, alignment, size);
    if (!block && heap == gpump::early_heap)
        return aligned_alloc(alignment, size);
    if (!block)
        errno = ENOMEM;
    else
        gpump::note_block(heap, block, size);
    return block;
}

GPUMP_WEAK int gpump_heap_posix_memalign(void **pointer, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) || alignment == 0 || (alignment & (alignment - 1)))
        return EINVAL;
    void *block = gpump_heap_aligned_alloc(alignment, size);
    if (!block)
        return ENOMEM;
    *pointer = block;
    return 0;
}

GPUMP_WEAK void *gpump_heap_memalign(size_t alignment, size_t size)
{
    return gpump_heap_aligned_alloc(alignment, size);
}

/* For other code (frees.cpp). */
GPUMP_WEAK bool gpump_heap_owns(const void *block)
{
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_block_size(block) != SIZE_MAX)
        return true;
#endif
    return gpump::heap_of(block);
}

GPUMP_WEAK size_t gpump_heap_usable_size(void *block)
{
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_block_size(block) != SIZE_MAX)
        return gpump_emulator_block_size(block);
#endif
    gpump_heap_t *heap = gpump::heap_of(block);
    return heap ? gpump_heap_room(heap, block) : malloc_usable_size(block);
}

/* ---- Functions of the C library that return blocks for the caller to free, or change ones ---------------------------------- */

GPUMP_WEAK ssize_t gpump_heap_getdelim(char **line, size_t *size, int delimiter, FILE *stream)
{
    char *read = nullptr;
    size_t room = 0;
    ssize_t length = getdelim(&read, &room, delimiter, stream);
    if (length >= 0 && (!*line || *size < (size_t)length + 1)) {
        char *larger = static_cast<char *>(gpump_heap_realloc(*line, (size_t)length + 1));
        if (!larger)
            length = -1;
        else
            *line = larger, *size = (size_t)length + 1;
    }
    if (length >= 0)
        memcpy(*line, read, (size_t)length + 1);
    free(read);
    return length;
}

GPUMP_WEAK ssize_t gpump_heap_getline(char **line, size_t *size, FILE *stream)
{
    return gpump_heap_getdelim(line, size, '\n', stream);
}

} /* extern "C" */

/*
 * malloc and its kin as translated files call them (takeover.h): blocks of the heap that host and device share (heap.h).
 * Without a device there is none, and the C library does it.
 *
 * A program may have functions of these names, which takeover.h renames, too. So these are weak, and the linker takes the
 * program's.
 */
#include "host.h"

#define GPUMP_WEAK __attribute__((weak))

namespace gpump {

/* Small arrays lie together, in blocks that have their pages alone: what the host allocates is not beside them. */
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

/* Memory for an array that would lie in the program's static data. Where there is no heap it is zeroed. The program's own
   calloc, if it has one, is not asked. */
static void *static_block(size_t size)
{
    gpump_heap_t *heap = heap_now();
#ifdef GPUMP_EMULATOR
    if (heap && gpump_emulator_watches_heap())
        if (void *watched = gpump_emulator_allocate(16, size))
            return watched;
#endif
    void *memory = !heap ? calloc(1, size) : size < 4096 ? small_static_block(heap, size) : gpump_heap_allocate(heap, size);
    if (!memory)
        fail("no memory left for a static array of %zu bytes", size);
    if (heap)
        prefetch().note_block(memory, size);
    return memory;
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
    if (!block)
        errno = ENOMEM;
    else
        gpump::prefetch().note_block(block, size);
    return block;
}

GPUMP_WEAK void gpump_heap_free(void *block)
{
    if (!block)
        return;
    gpump_heap_t *heap = gpump::heap_now();
#ifdef GPUMP_EMULATOR
    if (gpump_emulator_release(block))
        return;
#endif
    if (!heap && gpump_heap_has(gpump::the_heap, block))
        return;
    if (!heap || !gpump_heap_has(heap, block)) {
        free(block);
        return;
    }
    if (gpump_heap_room(heap, block) >= gpump::LEAST_PREFETCH)
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
    return block ? memset(block, 0, bytes) : nullptr;
}

void *gpump_static_memory(size_t size)
{
    void *memory = gpump::static_block(size);
    return gpump::heap_now() ? memset(memory, 0, size) : memory;
}

void *gpump_static_copy(const void *image, size_t size)
{
    return memcpy(gpump::static_block(size), image, size);
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
    if (!gpump_heap_has(gpump::the_heap, block))
        return realloc(block, size);
    if (!heap) {
        void *other = malloc(size);
        const size_t room = gpump_heap_room(gpump::the_heap, block);
        return other ? memcpy(other, block, room < size ? room : size) : nullptr;
    }
    if (size == 0) {
        gpump_heap_free(block);
        return nullptr;
    }
    size_t room = gpump_heap_room(heap, block);
    if (room == 0)
        gpump::fail("realloc of %p, which is no block in use", block);
    if (gpump_heap_resize(heap, block, size)) {
        if (room >= gpump::LEAST_PREFETCH)
            gpump::prefetch().forget_block(block);
        gpump::prefetch().note_block(block, size);
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
    if (!block)
        errno = ENOMEM;
    else
        gpump::prefetch().note_block(block, size);
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

/*
 * Device memory, apart from the host's.
 *
 * An arena is a stretch of address space, reserved and without access. Blocks are handed out from it with
 * a guard between them, and a shadow map says, for every eight bytes, how many of them belong to a live
 * block: the check of a kernel's access is one look there.
 *
 * While no kernel runs and no copy is made the arena of cudaMalloc has its pages locked, so that host code
 * that follows a device pointer, be it in a library, is stopped by the processor itself. Managed memory
 * (cudaMallocManaged, cudaMallocHost) has an arena of its own, which is always open; and where there is one memory for
 * all, the other is opened once, unless the emulator is to be like a device.
 *
 * New memory is not zero: it holds 0xA5 in every byte, so that a kernel that reads what nobody
 * transferred computes visible nonsense, as it would on a GPU. Freed addresses are used again as late as
 * possible, so that a pointer kept too long points to nothing for a while.
 */
#include "internal.h"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

namespace gpump_emulator {

static const size_t PAGE = 4096;
static const unsigned char FRESH = 0xA5;
static const size_t MOST_TO_FILL = (size_t)1 << 20; /* of a heap, where what is not touched costs nothing */
static const signed char FREED = -1;

static uintptr_t round_up(uintptr_t value, size_t to) { return (value + to - 1) / to * to; }
static uintptr_t round_down(uintptr_t value, size_t to) { return value / to * to; }

Arena &device_memory()
{
    static Arena *arena = new Arena(Arena::closed_to_host, "device"); /* lives as long as any thread may use it */
    return *arena;
}

Arena &managed_memory()
{
    static Arena *arena = new Arena(Arena::open_to_all, "managed");
    return *arena;
}

std::string describe_size(size_t bytes)
{
    return bytes == 1 ? "1 byte" : text("%zu bytes", bytes);
}

/* The watched heap is the program's own, of which a pointer that is 4 GiB off should still be known. */
static const size_t HEAP_LIMIT = (size_t)64 << 30;

size_t Arena::limit() const
{
    return this == &watched_heap() ? HEAP_LIMIT : settings().memory;
}

static const size_t LEAST_SPAN = (size_t)16 << 20;

/* Four times the memory there is, so that addresses need not be used again soon; less where the process may not have so much
   address space, as under `ulimit -v`. */
void Arena::reserve()
{
    size_t span = limit() * 4;
    while (!map(span)) {
        if (span <= LEAST_SPAN)
            fault("no address space for device memory", nullptr, "GPUMP_EMULATOR_MEMORY sets its size, in MiB");
        span /= 2;
    }
}

/* Reserves so many bytes, and their shadow; false if they cannot be had. */
bool Arena::map(size_t span)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, file = -1;
    if (this == &managed_memory() && settings().prefetches) {
        file = memfd_create("managed memory", MFD_CLOEXEC);
        if (file < 0 || ftruncate(file, (off_t)span) != 0)
            fault("no file for managed memory", nullptr, "GPUMP_EMULATOR_PREFETCHES asks for one");
    }
    void *memory = mmap(nullptr, span, access_ == open_to_all ? PROT_READ | PROT_WRITE : PROT_NONE,
                        file < 0 ? flags : MAP_SHARED | MAP_NORESERVE, file, 0);
    void *shadow = mmap(nullptr, span / 8, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED || shadow == MAP_FAILED) {
        if (memory != MAP_FAILED)
            munmap(memory, span);
        if (shadow != MAP_FAILED)
            munmap(shadow, span / 8);
        if (file >= 0)
            ::close(file);
        return false;
    }
    span_ = span;
    if (this != &watched_heap())
        madvise(memory, span, MADV_DONTFORK); /* as CUDA's memory */
    base_ = high_ = reinterpret_cast<uintptr_t>(memory);
    shadow_ = static_cast<signed char *>(shadow);
    rover_ = base_ + PAGE; /* what lies before the first block is the arena's, too */
    free_[rover_] = span_ - PAGE;
    return true;
}

/* To open and close costs two calls of the system for a region, of which the cuda dialect may have many small ones. */
static bool stays_open() { return one_memory && !settings().like_device; }

void Arena::open()
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (stays_open() && doors_ != 0)
        return;
    if (doors_++ == 0 && high_ != base_)
        mprotect(reinterpret_cast<void *>(base_), high_ - base_, PROT_READ | PROT_WRITE);
}

void Arena::close()
{
    if (stays_open())
        return;
    std::lock_guard<std::mutex> lock(mutex_);
    if (--doors_ == 0 && high_ != base_)
        mprotect(reinterpret_cast<void *>(base_), high_ - base_, PROT_NONE);
}

void Arena::mark(uintptr_t start, size_t size, signed char state)
{
    size_t first = (start - base_) / 8;
    memset(shadow_ + first, state, size / 8);
    if (size % 8)
        shadow_[first + size / 8] = state == FREED ? FREED : (signed char)(size % 8);
}

/* CUDA returns a null pointer for no bytes; callers treat that case. */
void *Arena::allocate(size_t size, size_t alignment)
{
    uintptr_t start = 0;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!span_)
            reserve();
        if (size > limit() || used_ + size > limit())
            return nullptr;
        /* Stay within a window that holds the live blocks loosely: pages once touched cost memory. */
        if (rover_ - base_ > 2 * used_ + (64u << 20))
            rover_ = base_;
        size_t length = round_up(size, grain_) + guard_;
        for (int round = 0; round < 2 && !start; round++, rover_ = base_) {
            auto range = free_.upper_bound(rover_);
            if (range != free_.begin())
                --range;
            for (; range != free_.end(); ++range) {
                uintptr_t from = round_up(range->first > rover_ ? range->first : rover_, alignment);
                uintptr_t end = range->first + range->second;
                if (from > end || end - from < length)
                    continue;
                uintptr_t range_start = range->first;
                free_.erase(range);
                if (from > range_start)
                    free_[range_start] = from - range_start;
                if (end > from + length)
                    free_[from + length] = end - from - length;
                start = from;
                break;
            }
            if (start)
                break;
        }
        if (!start)
            return nullptr;
        rover_ = start + length;
        live_[start] = Block{size};
        for (auto old = freed_.lower_bound(start); old != freed_.end() && old->first < start + length;)
            old = freed_.erase(old);
        used_ += size;
        mark(start, size, 8);
        uintptr_t top = round_up(start + length, PAGE);
        if (top > high_) {
            if (doors_)
                mprotect(reinterpret_cast<void *>(high_), top - high_, PROT_READ | PROT_WRITE);
            high_ = top;
        }
    }
    bool fills = size <= MOST_TO_FILL || this != &watched_heap();
    if (fills && access_ == closed_to_host) {
        open();
        memset(reinterpret_cast<void *>(start), FRESH, size);
        close();
    } else if (fills) {
        memset(reinterpret_cast<void *>(start), FRESH, size);
    }
    return reinterpret_cast<void *>(start);
}

void Arena::give_back(uintptr_t start, size_t length)
{
    uintptr_t end = start + length;
    uintptr_t merged_start = start, merged_end = end;
    auto next = free_.lower_bound(start);
    if (next != free_.end() && next->first == end) {
        merged_end = end + next->second;
        next = free_.erase(next);
    }
    if (next != free_.begin()) {
        auto before = std::prev(next);
        if (before->first + before->second == start) {
            merged_start = before->first;
            free_.erase(before);
        }
    }
    free_[merged_start] = merged_end - merged_start;
    /* Hand the pages that are now wholly free back to the system. */
    uintptr_t from = std::max(round_up(merged_start, PAGE), round_down(start, PAGE));
    uintptr_t to = std::min(round_down(merged_end, PAGE), round_up(end, PAGE));
    if (from < to)
        madvise(reinterpret_cast<void *>(from), to - from, MADV_DONTNEED);
}

bool Arena::release(void *pointer)
{
    std::lock_guard<std::mutex> lock(mutex_);
    auto block = live_.find(reinterpret_cast<uintptr_t>(pointer));
    if (block == live_.end())
        return false;
    uintptr_t start = block->first;
    size_t size = block->second.size;
    live_.erase(block);
    freed_[start] = size;
    used_ -= size;
    mark(start, size, FREED);
    give_back(start, round_up(size, grain_) + guard_);
    return true;
}

void Arena::release_all()
{
    while (!live_.empty())
        release(reinterpret_cast<void *>(live_.begin()->first));
}

size_t Arena::block_size(const void *pointer)
{
    std::lock_guard<std::mutex> lock(mutex_);
    auto block = live_.find(reinterpret_cast<uintptr_t>(pointer));
    return block == live_.end() ? SIZE_MAX : block->second.size;
}

bool Arena::is_live(uintptr_t address, size_t size) const
{
    uintptr_t offset = address - base_;
    if (offset >= span_ || size > span_ - offset)
        return false;
    while (size) {
        unsigned int within = offset % 8;
        unsigned int bytes = size < 8 - within ? (unsigned int)size : 8 - within;
        if ((int)(within + bytes) > shadow_[offset / 8])
            return false;
        offset += bytes;
        size -= bytes;
    }
    return true;
}

std::string Arena::describe(uintptr_t address, size_t size)
{
    const char *kind = kind_;
    std::lock_guard<std::mutex> lock(mutex_);
    auto block = live_.upper_bound(address);
    if (block != live_.begin()) {
        --block;
        uintptr_t offset = address - block->first;
        if (offset < block->second.size)
            return text("byte %zu of a %s block of ", (size_t)offset, kind) + describe_size(block->second.size) +
                   (size > block->second.size - offset ? ", which ends sooner" : "");
    }
    auto freed = freed_.upper_bound(address);
    if (freed != freed_.begin()) {
        --freed;
        if (address - freed->first < freed->second)
            return text("byte %zu of a %s block of ", (size_t)(address - freed->first), kind) +
                   describe_size(freed->second) + " that has been freed";
    }
    if (block != live_.end() && address > block->first && address - (block->first + block->second.size) < 65536)
        return (address == block->first + block->second.size
                    ? "just"
                    : describe_size(address - (block->first + block->second.size))) +
               text(" past the end of a %s block of ", kind) + describe_size(block->second.size);
    block = live_.upper_bound(address);
    if (block != live_.end() && block->first - address <= 65536)
        return describe_size(block->first - address) + text(" before the start of a %s block of ", kind) +
               describe_size(block->second.size);
    return text("%s memory that was never allocated", kind);
}

/* ---- Pages that move ---- */

static std::map<uintptr_t, size_t> &sent_pages()
{
    static std::map<uintptr_t, size_t> *all = new std::map<uintptr_t, size_t>;
    return *all;
}

static void take_pages(uintptr_t start, size_t size)
{
    madvise(reinterpret_cast<void *>(start), size, MADV_DONTNEED);
}

void send_pages(uintptr_t start, size_t size)
{
    uintptr_t from = round_up(start, PAGE), to = round_down(start + size, PAGE);
    if (from >= to)
        return;
    size_t &sent = sent_pages()[from];
    sent = std::max(sent, (size_t)(to - from));
    take_pages(from, to - from);
}

void fetch_pages(uintptr_t start, size_t size)
{
#ifdef MADV_POPULATE_READ
    uintptr_t from = round_down(start, PAGE);
    madvise(reinterpret_cast<void *>(from), round_up(start + size, PAGE) - from, MADV_POPULATE_READ);
#endif
}

void take_sent_pages()
{
    for (const auto &place : sent_pages())
        take_pages(place.first, place.second);
}

} // namespace gpump_emulator

/*
 * The heap by itself (runtime/cuda/heap.h), as the host's threads and the emulator's use it: run.sh builds it, also with
 * ThreadSanitizer. Prints "heap: ok", or what is wrong, with the status 1.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include <sys/mman.h>

#include "heap.h"
#include "require.h"

static const size_t MIB = (size_t)1 << 20;

static gpump_heap_t *make(size_t size, int contents = 0)
{
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    if (contents)
        memset(memory, contents, size);
    gpump_heap_t *heap = gpump_heap_make(memory, size);
    REQUIRE(heap && heap->stop <= (unsigned char *)memory + size);
    return heap;
}

static unsigned int next_random(unsigned int &state)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* Small ones above all, and of all sizes. */
static size_t random_size(unsigned int &state, size_t largest)
{
    size_t size = (size_t)1 << next_random(state) % 24;
    size = size + next_random(state) % size;
    return size > largest ? size % largest : size - 1;
}

/* The ranges follow one another, no two free ones are neighbours, and each is on its list. */
static unsigned int check_ranges(gpump_heap_t *heap)
{
    unsigned int free_ranges = 0, listed = 0;
    bool was_free = false;
    for (unsigned int at = 0; at < heap->grains;) {
        const gpump_heap_range_t &range = heap->ranges[at];
        const bool is_free = range.state == GPUMP_HEAP_FREE;
        REQUIRE(is_free || range.state == GPUMP_HEAP_USED || range.state == GPUMP_HEAP_SLAB);
        REQUIRE(range.grains != 0 && range.grains <= heap->grains - at);
        REQUIRE(!(is_free && was_free));
        if (is_free && range.grains > 1)
            REQUIRE(heap->ranges[at + range.grains - 1].state == GPUMP_HEAP_LAST &&
                    heap->ranges[at + range.grains - 1].grains == range.grains);
        free_ranges += is_free;
        was_free = is_free;
        at += range.grains;
    }
    for (unsigned int bin = 0; bin < GPUMP_HEAP_BINS; bin++) {
        REQUIRE((heap->used_bins[bin / 64] >> bin % 64 & 1) == (heap->bins[bin] != GPUMP_HEAP_NONE));
        for (unsigned int at = heap->bins[bin]; at != GPUMP_HEAP_NONE; at = heap->ranges[at].next, listed++)
            REQUIRE(heap->ranges[at].state == GPUMP_HEAP_FREE && gpump_heap_bin(heap->ranges[at].grains) == bin);
    }
    REQUIRE(listed == free_ranges);
    return free_ranges;
}

/* All has been freed: it is one range again, and can be had as a whole. */
static void check_empty(gpump_heap_t *heap)
{
    while (gpump_heap_collect(heap, heap->collections))
        continue;
    REQUIRE(check_ranges(heap) == 1);
    void *all = gpump_heap_allocate(heap, (size_t)(heap->stop - heap->start) - 1);
    REQUIRE(all == heap->start);
    REQUIRE(gpump_heap_release(heap, all));
}

static void sizes()
{
    for (unsigned int kind = 0; kind + 1 < GPUMP_HEAP_KINDS; kind++)
        if (kind + 1 != GPUMP_HEAP_ALIGNED)
            REQUIRE(gpump_heap_size_of(kind) < gpump_heap_size_of(kind + 1));
    for (unsigned int size = 0; size <= GPUMP_HEAP_SMALL; size++) {
        const unsigned int kind = gpump_heap_kind(size), room = gpump_heap_size_of(kind);
        REQUIRE(kind < GPUMP_HEAP_ALIGNED && room > size && room % 16 == 0);
        REQUIRE(kind == 0 || gpump_heap_size_of(kind - 1) <= size);
        REQUIRE(room <= size + 16 || room - size <= size / 8 + 16);
    }
    unsigned int before = 0;
    for (unsigned long long grains = 1; grains < 1ull << 32; grains += grains / 100 + 1) {
        const unsigned int bin = gpump_heap_bin((unsigned int)grains);
        REQUIRE(bin < GPUMP_HEAP_BINS && (bin == before || bin > before));
        before = bin;
    }
}

/* What two programs found: a third block of 512 MiB where there are 7/8 of 2 GiB, and one of 128 MiB after all was freed. */
static void large_blocks()
{
    gpump_heap_t *heap = make(2048 / 8 * 7 * MIB);
    void *blocks[3];
    for (void *&block : blocks)
        REQUIRE((block = gpump_heap_allocate(heap, 512 * MIB)) != nullptr);
    REQUIRE(!gpump_heap_allocate(heap, 512 * MIB));
    for (void *block : blocks) {
        REQUIRE((uintptr_t)block % (2 * MIB) == 0 && gpump_heap_room(heap, block) <= 512 * MIB + GPUMP_HEAP_GRAIN);
        REQUIRE(gpump_heap_release(heap, block));
    }
    std::vector<void *> small;
    for (size_t size = 1, i = 0; void *block = gpump_heap_allocate(heap, size); size = size * 9 / 8 % MIB + 1, i++)
        small.push_back(block);
    REQUIRE(!gpump_heap_allocate(heap, MIB));
    for (void *block : small)
        REQUIRE(gpump_heap_release(heap, block));
    void *block = gpump_heap_allocate(heap, 128 * MIB);
    REQUIRE(block && gpump_heap_release(heap, block));
    check_empty(heap);
}

/* Blocks of 3 MiB and a bit: alignment costs little. */
static void waste()
{
    gpump_heap_t *heap = make(256 * MIB);
    size_t asked = 0;
    while (gpump_heap_allocate(heap, 3 * MIB + 100000))
        asked += 3 * MIB + 100000;
    REQUIRE(asked > 225 * MIB);
}

static void no_blocks()
{
    gpump_heap_t *heap = make(64 * MIB, 0x5a); /* of any contents */
    REQUIRE(!gpump_heap_allocate(heap, 64 * MIB));
    REQUIRE(!gpump_heap_allocate(heap, (unsigned long long)-1));
    REQUIRE(!gpump_heap_allocate(heap, (unsigned long long)-4096));
    REQUIRE(!gpump_heap_allocate_aligned(heap, 64, (unsigned long long)-1));
    REQUIRE(!gpump_heap_allocate_aligned(heap, 1ull << 40, 1));
    REQUIRE(!gpump_heap_allocate_aligned(heap, 48, 1) && !gpump_heap_allocate_aligned(heap, 0, 1));
    char *small = (char *)gpump_heap_allocate(heap, 0), *other = (char *)gpump_heap_allocate(heap, 0);
    char *large = (char *)gpump_heap_allocate(heap, MIB);
    REQUIRE(small && other && small != other && (uintptr_t)small % 16 == 0);
    for (char *wrong : {small + 8, small + 16 * 100, large + 16, large + GPUMP_HEAP_GRAIN, large + 5 * MIB})
        REQUIRE(!gpump_heap_release(heap, wrong) && gpump_heap_room(heap, wrong) == 0);
    REQUIRE(gpump_heap_release(heap, small) && !gpump_heap_release(heap, small));
    REQUIRE(gpump_heap_release(heap, large) && !gpump_heap_release(heap, large));
    REQUIRE(gpump_heap_release(heap, other));
    check_empty(heap);
}

/* A pointer leads into its block, wherever there; one to the end of a block may be meant for the next. */
static void extents()
{
    gpump_heap_t *heap = make(64 * MIB, 0x5a);
    typedef unsigned char *place;
    auto leads = [&](place pointer, place block) { return gpump_heap_extent_at(heap, pointer).start == block; };
    for (size_t size : {(size_t)100, (size_t)1000, (size_t)5000, (size_t)9000, (size_t)60000, MIB}) {
        place first = (place)gpump_heap_allocate(heap, size), block = (place)gpump_heap_allocate(heap, size);
        const gpump_extent extent = gpump_heap_extent_at(heap, block + 8);
        REQUIRE(extent.start == block && extent.stop >= block + size && extent.stop < block + size + size / 8 + 1024);
        REQUIRE(leads(first, first) && leads(block, block) && leads(first + 40, first) && leads(block + 31, block));
        REQUIRE(leads(block + std::min(size / 3, 60 * (size_t)1024), block));
        REQUIRE(leads((place)extent.stop - 8, nullptr));
        REQUIRE(leads(block - 1, nullptr) && leads(block - 8, nullptr));
        REQUIRE(gpump_heap_release(heap, block) && leads(block, nullptr) && leads(block + 40, nullptr));
    }
    check_ranges(heap);
}

static void resizing()
{
    gpump_heap_t *heap = make(64 * MIB);
    char *block = (char *)gpump_heap_allocate(heap, MIB);
    REQUIRE(gpump_heap_resize(heap, block, 8 * MIB) && gpump_heap_room(heap, block) > 8 * MIB);
    char *behind = (char *)gpump_heap_allocate(heap, 32 * MIB);
    REQUIRE(behind && !gpump_heap_resize(heap, block, 64 * MIB) && !gpump_heap_resize(heap, block, (unsigned long long)-1));
    REQUIRE(gpump_heap_resize(heap, block, 2 * MIB) && gpump_heap_room(heap, block) < 2 * MIB + 4096);
    REQUIRE(gpump_heap_allocate(heap, 4 * MIB)); /* where the block has been */
    REQUIRE(!gpump_heap_resize(heap, block, 100));
    char *small = (char *)gpump_heap_allocate(heap, 1000);
    REQUIRE(gpump_heap_resize(heap, small, 900) && !gpump_heap_resize(heap, small, 5000) && !gpump_heap_resize(heap, small, 10));
    check_ranges(heap);
}

struct Block {
    unsigned char *place;
    size_t size;
    unsigned char mark;
};

static void fill(const Block &block)
{
    const size_t step = block.size / 64 + 1;
    for (size_t i = 0; i < block.size; i += step)
        block.place[i] = block.mark;
    if (block.size)
        block.place[block.size - 1] = block.mark;
}

static void verify(const Block &block, size_t size)
{
    const size_t step = block.size / 64 + 1;
    for (size_t i = 0; i < size; i += step)
        REQUIRE(block.place[i] == block.mark);
    if (size == block.size && size)
        REQUIRE(block.place[size - 1] == block.mark);
}

/* Threads allocate, grow, and free what others have allocated. */
static void work(gpump_heap_t *heap, std::vector<Block> &shared, std::mutex &mutex, unsigned int seed, int steps, size_t largest)
{
    unsigned int state = seed;
    std::vector<Block> own;
    for (int step = 0; step < steps; step++) {
        const unsigned int what = next_random(state) % 16;
        if (what < 7) {
            Block block = {nullptr, random_size(state, largest), (unsigned char)next_random(state)};
            const size_t alignment = what == 0 ? (size_t)1 << next_random(state) % 14 : 16;
            block.place = (unsigned char *)(what == 0 ? gpump_heap_allocate_aligned(heap, alignment, block.size)
                                                      : gpump_heap_allocate(heap, block.size));
            if (!block.place)
                continue;
            REQUIRE((uintptr_t)block.place % alignment == 0 && gpump_heap_room(heap, block.place) > block.size);
            fill(block);
            own.push_back(block);
        } else if (!own.empty()) {
            const size_t which = next_random(state) % own.size();
            Block block = own[which];
            if (what == 7) {
                const size_t size = random_size(state, largest);
                if (gpump_heap_resize(heap, block.place, size)) {
                    REQUIRE(gpump_heap_room(heap, block.place) > size);
                    verify(block, size < block.size ? size / 2 : block.size);
                    own[which].size = size;
                    fill(own[which]);
                }
                continue;
            }
            own[which] = own.back();
            own.pop_back();
            if (what < 11) { /* into other hands */
                std::lock_guard<std::mutex> lock(mutex);
                shared.push_back(block);
                std::swap(shared[next_random(state) % shared.size()], shared.back());
                block = shared.back();
                shared.pop_back();
                if (what == 10) {
                    shared.push_back(block);
                    continue;
                }
            }
            verify(block, block.size);
            REQUIRE(gpump_heap_release(heap, block.place));
        }
    }
    for (const Block &block : own) {
        verify(block, block.size);
        REQUIRE(gpump_heap_release(heap, block.place));
    }
}

static void many_threads(size_t size, int threads, int steps, size_t largest)
{
    gpump_heap_t *heap = make(size, 0xff);
    std::vector<Block> shared;
    std::mutex mutex;
    for (int round = 0; round < 3; round++) {
        std::vector<std::thread> all;
        for (int i = 0; i < threads; i++)
            all.emplace_back([&, i] { work(heap, shared, mutex, (unsigned int)(round * 100 + i), steps, largest); });
        for (std::thread &thread : all)
            thread.join();
        check_ranges(heap);
    }
    for (const Block &block : shared)
        REQUIRE(gpump_heap_release(heap, block.place));
    check_empty(heap);
}

/* Slabs change their sizes all the time: there are only a few. */
static void few_slabs()
{
    gpump_heap_t *heap = make(MIB);
    std::vector<std::thread> all;
    for (unsigned int i = 0; i < 4; i++)
        all.emplace_back([=] {
            unsigned int state = i;
            for (int round = 0; round < 300; round++) {
                std::vector<Block> own;
                const size_t size = next_random(state) % 8000;
                for (int j = 0; j < 20; j++) {
                    Block block = {(unsigned char *)gpump_heap_allocate(heap, size), size, (unsigned char)i};
                    if (!block.place)
                        break;
                    fill(block);
                    own.push_back(block);
                }
                for (const Block &block : own) {
                    verify(block, block.size);
                    REQUIRE(gpump_heap_release(heap, block.place));
                }
            }
        });
    for (std::thread &thread : all)
        thread.join();
    check_empty(heap);
}

int main(int argc, char **argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 20000;
    sizes();
    large_blocks();
    waste();
    no_blocks();
    extents();
    resizing();
    few_slabs();
    many_threads(64 * MIB, 1, steps, 8 * MIB);
    many_threads(512 * MIB, 4, steps, 4 * MIB);
    many_threads(8 * MIB, 8, steps, MIB); /* not enough */
    puts("heap: ok");
    return 0;
}

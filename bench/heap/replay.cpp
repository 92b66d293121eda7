/*
 * Replays traces of allocation (recorder.c) with the heap of runtime/cuda/heap.h and with the C library's, in turn, and prints a line
 * of a table for each: how long a call takes (of the processor's time, with the first touch of each page of the block, the least of
 * several runs), and, when the program had asked for most, how much more memory was resident.
 *
 *     replay NAME=TRACE...
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <unordered_map>
#include <vector>

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heap.h"
#include "record.h"

/* A call with its block's number in place of addresses. */
struct Call {
    unsigned char kind;
    unsigned int block, alignment;
    size_t size;
};

struct Head {
    size_t calls, blocks;
    size_t most_asked, most_at; /* bytes that were in use at once, and behind which call */
};

/* Lies in a file, so that nothing is in the C library's heap when its turn comes. */
struct Trace {
    Head head;
    const Call *calls;
};

static void *fresh(size_t size)
{
    return mmap(nullptr, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

static void convert(const char *path, const char *converted)
{
    FILE *file = fopen(path, "rb"), *to = fopen(converted, "wb");
    struct {
        std::vector<Call> calls;
        unsigned int blocks = 0;
        size_t most_asked = 0, most_at = 0;
    } trace;
    std::unordered_map<uint64_t, unsigned int> numbers;
    std::unordered_map<uint64_t, unsigned int> left; /* by realloc, which has not returned yet */
    std::vector<size_t> sizes;
    size_t asked = 0;
    record_t record;
    auto new_block = [&](size_t size) {
        sizes.push_back(size);
        return trace.blocks++;
    };
    if (!file || !to) {
        perror(path);
        _exit(1);
    }
    while (fread(&record, sizeof record, 1, file) == 1) {
        auto found = numbers.find(record.kind == FREE ? record.block : record.old);
        switch (record.kind) {
        case FREE:
            if (found == numbers.end())
                continue;
            trace.calls.push_back({FREE, found->second, 0, 0});
            asked -= sizes[found->second];
            numbers.erase(found);
            break;
        case LEAVE:
            if (found == numbers.end())
                continue;
            left[record.old] = found->second;
            numbers.erase(found);
            break;
        case CHANGE: {
            auto before = left.find(record.old);
            if (before == left.end() || !record.block)
                continue;
            const unsigned int number = before->second;
            left.erase(before);
            trace.calls.push_back({CHANGE, number, 0, (size_t)record.size});
            asked += record.size - sizes[number];
            sizes[number] = record.size;
            numbers[record.block] = number;
            break;
        }
        default:
            if (!record.block)
                continue;
            numbers[record.block] = new_block(record.size);
            trace.calls.push_back({(unsigned char)record.kind, trace.blocks - 1, record.alignment, (size_t)record.size});
            asked += record.size;
        }
        if (asked > trace.most_asked) {
            trace.most_asked = asked;
            trace.most_at = trace.calls.size();
        }
    }
    const Head head = {trace.calls.size(), trace.blocks, trace.most_asked, trace.most_at};
    fwrite(&head, sizeof head, 1, to);
    fwrite(trace.calls.data(), sizeof(Call), trace.calls.size(), to);
    fclose(to);
    _exit(0);
}

static Trace read_trace(const char *path)
{
    const std::string converted = std::string(path) + ".calls";
    if (fork() == 0)
        convert(path, converted.c_str());
    wait(nullptr);
    const int file = open(converted.c_str(), O_RDONLY);
    struct stat about = {};
    fstat(file, &about);
    void *memory = mmap(nullptr, (size_t)about.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    close(file);
    if (memory == MAP_FAILED)
        exit(1);
    const Head *head = static_cast<const Head *>(memory);
    return {*head, reinterpret_cast<const Call *>(head + 1)};
}

/* Bytes of this process that no file backs. */
static size_t resident()
{
    size_t all = 0, pages = 0, of_files = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%zu %zu %zu", &all, &pages, &of_files) != 3)
        exit(1);
    fclose(file);
    return (pages - of_files) * (size_t)sysconf(_SC_PAGESIZE);
}

static double seconds()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct Library {
    void *allocate(size_t size) { return malloc(size); }
    void *cleared(size_t size) { return calloc(1, size); }
    void *aligned(size_t alignment, size_t size) { return memalign(alignment, size); }
    void *change(void *block, size_t size) { return realloc(block, size); }
    void release(void *block) { free(block); }
    const char *name() const { return "C library"; }
};

struct Heap {
    gpump_heap_t *heap;
    size_t size = (size_t)16 << 30;
    Heap()
    {
        heap = gpump_heap_make(fresh(size), size);
    }
    void *allocate(size_t size) { return gpump_heap_allocate(heap, size); }
    void *cleared(size_t size) { return memset(gpump_heap_allocate(heap, size), 0, size); }
    void *aligned(size_t alignment, size_t size) { return gpump_heap_allocate_aligned(heap, alignment, size); }
    void *change(void *block, size_t size)
    {
        if (gpump_heap_resize(heap, block, size))
            return block;
        void *other = gpump_heap_allocate(heap, size);
        memcpy(other, block, std::min<size_t>(gpump_heap_room(heap, block), size));
        gpump_heap_release(heap, block);
        return other;
    }
    void release(void *block) { gpump_heap_release(heap, block); }
    const char *name() const { return "heap.h"; }
};

template <class A> static void replay(A &allocator, const Trace &trace, void **blocks, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        const Call &call = trace.calls[i];
        void *&block = blocks[call.block];
        switch (call.kind) {
        case ALLOCATE:
            block = allocator.allocate(call.size);
            break;
        case CLEARED:
            block = allocator.cleared(call.size);
            break;
        case ALIGNED:
            block = allocator.aligned(call.alignment, call.size);
            break;
        case CHANGE:
            block = allocator.change(block, call.size);
            break;
        default:
            allocator.release(block);
            block = nullptr;
            continue;
        }
        for (size_t at = 0; at < call.size; at += 4096)
            static_cast<volatile char *>(block)[at] = 1;
    }
}

/* In a process of its own, so that no run finds what another has left. */
template <class A> static void measure(const char *program, const Trace &trace)
{
    fflush(stdout);
    if (fork() == 0) {
        void **blocks = static_cast<void **>(fresh(trace.head.blocks * sizeof(void *)));
        for (size_t i = 0; i < trace.head.blocks; i++)
            blocks[i] = nullptr;
        double least = 1e9;
        size_t taken = 0;
        A allocator;
        const size_t before = resident();
        for (int run = 0; run < 7; run++) {
            const double start = seconds();
            replay(allocator, trace, blocks, 0, trace.head.most_at);
            const double middle = seconds();
            if (run == 0)
                taken = resident() - before;
            const double again = seconds();
            replay(allocator, trace, blocks, trace.head.most_at, trace.head.calls);
            least = std::min(least, middle - start + (seconds() - again));
            for (size_t i = 0; i < trace.head.blocks; i++)
                if (blocks[i])
                    allocator.release(blocks[i]), blocks[i] = nullptr;
        }
        printf("| %s | %zu | %.1f MiB | %s | %.0f ns | %.1f %% |\n", program, trace.head.calls,
               (double)trace.head.most_asked / 1048576, allocator.name(), least * 1e9 / (double)trace.head.calls,
               ((double)taken / (double)trace.head.most_asked - 1) * 100);
        fflush(stdout);
        _exit(0);
    }
    wait(nullptr);
}

int main(int argc, char **argv)
{
    puts("| program | calls | asked for at once | allocator | a call | more memory |");
    puts("| --- | --: | --: | --- | --: | --: |");
    for (int i = 1; i < argc; i++) {
        char *path = strchr(argv[i], '=');
        if (!path)
            return 2;
        *path++ = 0;
        const Trace trace = read_trace(path);
        if (trace.head.calls == 0)
            continue;
        measure<Library>(argv[i], trace);
        measure<Heap>(argv[i], trace);
    }
    return 0;
}

/*
 * Watching a program of the cuda dialect.
 *
 * There host and device have one memory, and a kernel may touch nearly all of it. What it may not is told, with the
 * author's line: blocks of the heap have bounds, of which the emulator knows when the program takes its blocks from
 * here; the stack of another thread is memory that a GPU keeps from it; threads may not race for a place (races.cpp);
 * and a barrier of the team is for all of its threads (barrier.cpp). Subscripts of arrays whose size is written in their
 * type are checked by the compiler (-fsanitize=bounds), which calls __ubsan_handle_out_of_bounds below.
 *
 * The device's texts of such a program are compiled with -fsanitize=thread and GPUMP_EMULATOR_WATCH. The compiler then
 * calls hooks.cpp before each access.
 */
#include "internal.h"

extern "C" const char gpump_emulator_watches __attribute__((weak));

namespace gpump_emulator {

bool watching()
{
    return &gpump_emulator_watches != nullptr && one_memory;
}

Arena &watched_heap()
{
    static Arena *arena = new Arena(Arena::open_to_all, "heap", 16, 64);
    return *arena;
}

Place place_of(const void *code)
{
    Place place;
    place.codes[place.count++] = code;
    for (size_t i = self->calls.size(); i-- && place.count < Place::MOST;)
        place.codes[place.count++] = self->calls[i];
    return place;
}

static bool is_on_stack(const Worker &worker, uintptr_t address)
{
    return address - worker.stack < worker.stack_size;
}

/* Asked when an access is near none that the thread has made lately. */
static bool is_on_other_stack(uintptr_t address)
{
    for (const Worker *worker : workers())
        if (is_on_stack(*worker, address))
            return true;
    return false;
}

void watch_access(uintptr_t address, size_t size, AccessKind kind, bool is_atomic, const void *code)
{
    Worker &worker = *self;
    if (is_on_stack(worker, address))
        return;
    OutOfKernel out;
    if (address < 4096)
        forbid(address, size, kind, code);
    if (watched_heap().contains(address)) {
        if (!watched_heap().is_live(address, size))
            forbid(address, size, kind, code);
    } else if (device_memory().contains(address) || managed_memory().contains(address) || is_shared_memory(address, 1)) {
        return; /* the runtime's own */
    } else if (is_on_other_stack(address)) {
        forbid(address, size, kind, code);
    }
    if (kind == writes || (kind == reads && address != worker.last_access))
        worker.progress.store(worker.progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    worker.last_access = address;
    note_access(address, size, kind, is_atomic, code);
}

} // namespace gpump_emulator

using namespace gpump_emulator;

bool gpump_emulator_watches_heap()
{
    return watching();
}

void *gpump_emulator_allocate(size_t alignment, size_t size)
{
    OutOfKernel out;
    void *block = watched_heap().allocate(size, alignment < 16 ? 16 : alignment);
    if (block && self)
        forget_accesses(reinterpret_cast<uintptr_t>(block), size);
    return block;
}

/* What the heap itself frees, while it is locked, is none of its blocks. */
static bool may_be_watched(const void *block)
{
    return watching() && watched_heap().contains(reinterpret_cast<uintptr_t>(block));
}

size_t gpump_emulator_block_size(const void *block)
{
    OutOfKernel out;
    return may_be_watched(block) ? watched_heap().block_size(block) : SIZE_MAX;
}

bool gpump_emulator_release(void *block)
{
    OutOfKernel out;
    return may_be_watched(block) && watched_heap().release(block);
}

void gpump_emulator_joins_team()
{
    if (self)
        self->is_member = true;
}

/* ---- What the compiler calls when a subscript is out of bounds, or a division by zero --------------------------------- */

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
namespace {

struct UbsanType {
    uint16_t kind, info;
    char name[1];
};

struct UbsanPlace {
    const char *file;
    uint32_t line, column;
    UbsanType *array, *index;
};

/* The value itself, or where it is, if it is wider than a pointer. */
std::string ubsan_number(const UbsanType *type, uintptr_t value)
{
    unsigned int bits = 1u << (type->info >> 1);
    if (bits > 64)
        return "?";
    if (!(type->info & 1))
        return text("%llu", (unsigned long long)value);
    return text("%lld", (long long)(value << (64 - bits)) >> (64 - bits));
}

} // namespace

static void tell_bounds(const UbsanPlace *where, uintptr_t index, const void *code)
{
    if (!in_kernel_code)
        return;
    claim_fault();
    Place place = place_of(code);
    fault_at(thread_name() + " uses subscript " + ubsan_number(where->index, index) + " of an array of type " +
                 where->array->name,
             source_line(place.codes, place.count));
}

static void tell_division(const void *code)
{
    if (!in_kernel_code)
        return;
    claim_fault();
    Place place = place_of(code);
    fault_at("integer division by zero in " + thread_name(), source_line(place.codes, place.count),
             "a GPU does not stop here, it goes on with a meaningless result");
}

#define GPUMP_EMULATOR_UBSAN(suffix)                                                                        \
    extern "C" void __ubsan_handle_out_of_bounds##suffix(UbsanPlace *where, uintptr_t index)                \
    {                                                                                                       \
        tell_bounds(where, index, static_cast<const char *>(__builtin_return_address(0)) - 1);              \
    }                                                                                                       \
    extern "C" void __ubsan_handle_divrem_overflow##suffix(void *, uintptr_t, uintptr_t)                    \
    {                                                                                                       \
        tell_division(static_cast<const char *>(__builtin_return_address(0)) - 1);                          \
    }
GPUMP_EMULATOR_UBSAN()
GPUMP_EMULATOR_UBSAN(_abort)
#endif

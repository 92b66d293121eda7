/*
 * Races: two accesses of two threads to one place, of which one writes, and nothing orders them.
 *
 * Each thread has a clock: a number for itself, and for each other thread the last of its numbers that it has heard
 * of. A barrier, an atomic operation (of which locks and all that hands out work are made) and a flush hand clocks on.
 * With each eight bytes of memory goes a cell that remembers the last few accesses: who, when, which of the bytes, how,
 * and from where. An access that meets another one of which its thread has not heard is a race, whichever of the two
 * came first by the clock on the wall; so races are found that did no harm this time.
 *
 * What is remembered is what is found: of many threads that read a place the cell knows the last few only. What is
 * told is so, with one exception that is made: OpenMP 2.5 has threads wait for one another with `flush` and plain
 * variables, so nothing is said of two threads that both have flushed in this region.
 *
 * A race is told when the kernel has ended, or no longer gets on: by then it is known who has flushed.
 */
#include "internal.h"

#include <sched.h>
#include <sys/mman.h>
#include <unordered_map>

namespace gpump_emulator {

/* ---- Clocks ---- */

void join(Clock &into, const Clock &from)
{
    if (into.size() < from.size())
        into.resize(from.size());
    for (size_t i = 0; i < from.size(); i++)
        if (into[i] < from[i])
            into[i] = from[i];
}

void release_to(Clock &clock)
{
    join(clock, self->clock);
    self->clock[self->number]++;
}

void acquire_from(const Clock &clock)
{
    join(self->clock, clock);
}

/* What the words that atomic operations are done on hand on. A word's operations are done one after the other. */
struct Words {
    std::mutex mutex;
    std::unordered_map<uintptr_t, Clock> clocks;
};

static Words &words_of(uintptr_t address)
{
    static Words *all = new Words[1024];
    return all[address / 4 % 1024];
}

/* The hook of a volatile read is called before the read: what the value read orders is known at the next hook. */
void acquire_from_volatile()
{
    if (const void *address = self->volatile_read) {
        self->volatile_read = nullptr;
        AtomicOrder order(address);
        order.changes = false;
    }
}

AtomicOrder::AtomicOrder(const void *address) : address_(reinterpret_cast<uintptr_t>(address))
{
    if (!watching() || !self || self->clock.empty())
        return;
    acquire_from_volatile();
    Words &words = words_of(address_);
    words.mutex.lock();
    place_ = &words;
}

AtomicOrder::~AtomicOrder()
{
    if (!place_)
        return;
    Words &words = *static_cast<Words *>(place_);
    auto known = words.clocks.find(address_);
    if (known != words.clocks.end())
        acquire_from(known->second);
    if (changes)
        release_to(words.clocks[address_]);
    words.mutex.unlock();
}

static std::mutex flush_mutex;
static Clock &flushed()
{
    static Clock *clock = new Clock;
    return *clock;
}

/* ---- Cells ---- */

enum { WRITES = 1, ATOMIC = 2 };

struct Access {
    uint64_t when : 40, bytes : 8, thread : 14, kind : 2; /* when: 0 is never */
    int32_t code, caller;                                 /* from `base` */
};

struct Cell {
    Access last[4];
};

static const size_t PAGE_SHIFT = 12, CELLS = ((size_t)1 << PAGE_SHIFT) / 8;
static const size_t MOST_THREADS = 1 << 14;

struct Page {
    std::atomic_flag busy = ATOMIC_FLAG_INIT;
    Cell *cells;
};

/* A table of tables: of 47 bits of address the upper 18, and 17. */
static const size_t TOP = 1 << 18, BOTTOM = 1 << 17;

static void *empty_memory(size_t size)
{
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        fault("no memory left to watch the program with", nullptr);
    return memory;
}

typedef std::atomic<Page *> PageSlot;

static PageSlot *slot_of(uintptr_t address, bool make)
{
    static std::atomic<PageSlot *> *top = static_cast<std::atomic<PageSlot *> *>(empty_memory(TOP * sizeof(void *)));
    uintptr_t number = address >> PAGE_SHIFT;
    if (number >= TOP * BOTTOM)
        return nullptr;
    std::atomic<PageSlot *> &bottom = top[number / BOTTOM];
    PageSlot *table = bottom.load();
    if (!table && make) {
        PageSlot *fresh = static_cast<PageSlot *>(empty_memory(BOTTOM * sizeof(PageSlot)));
        if (bottom.compare_exchange_strong(table, fresh))
            table = fresh;
        else
            munmap(fresh, BOTTOM * sizeof(PageSlot));
    }
    return table ? &table[number % BOTTOM] : nullptr;
}

static Page *page_of(uintptr_t address, bool make)
{
    PageSlot *slot = slot_of(address, make);
    Page *page = slot ? slot->load() : nullptr;
    if (slot && !page && make) {
        Page *fresh = new Page;
        fresh->cells = static_cast<Cell *>(empty_memory(CELLS * sizeof(Cell)));
        if (slot->compare_exchange_strong(page, fresh)) {
            page = fresh;
        } else {
            munmap(fresh->cells, CELLS * sizeof(Cell));
            delete fresh;
        }
    }
    return page;
}

struct PageLock {
    Page &page;
    PageLock(Page &page) : page(page)
    {
        while (page.busy.test_and_set(std::memory_order_acquire))
            sched_yield();
    }
    ~PageLock() { page.busy.clear(std::memory_order_release); }
};

/* Code is remembered by its distance from this; 0 is unknown. */
static int32_t distance_to(const void *code)
{
    intptr_t distance = (intptr_t)(reinterpret_cast<uintptr_t>(code) - reinterpret_cast<uintptr_t>(&distance_to));
    return code && distance == (int32_t)distance ? (int32_t)distance : 0;
}

static const void *code_at(int32_t distance)
{
    return distance ? reinterpret_cast<const void *>(reinterpret_cast<uintptr_t>(&distance_to) + (uintptr_t)(intptr_t)distance)
                    : nullptr;
}

/* ---- Races ---- */

struct Race {
    bool found = false;
    uintptr_t address;
    size_t size;
    unsigned int threads[2];
    unsigned int kinds[2];
    Place places[2];
};

static std::mutex race_mutex;
static Race &race()
{
    static Race *the_race = new Race;
    return *the_race;
}

static bool both_flush(const Race &race)
{
    return workers()[race.threads[0]]->flushes.load() && workers()[race.threads[1]]->flushes.load();
}

static void note_race(uintptr_t cell, unsigned int bytes, const Access &before, const Access &now, const void *code)
{
    Race found;
    found.found = true;
    found.address = cell + (uintptr_t)__builtin_ctz(bytes);
    found.size = (size_t)__builtin_popcount(bytes);
    found.threads[0] = before.thread;
    found.threads[1] = now.thread;
    found.kinds[0] = before.kind;
    found.kinds[1] = now.kind;
    found.places[0].codes[0] = code_at(before.code);
    found.places[0].codes[1] = code_at(before.caller);
    found.places[0].count = 2;
    found.places[1] = place_of(code);
    std::lock_guard<std::mutex> lock(race_mutex);
    if (!race().found || both_flush(race()))
        race() = found;
}

/* The newest of all clocks when the kernel began: what was done until then comes before all that it does. */
static uint64_t begun;

static bool is_known(const Access &before)
{
    return before.when <= begun || before.when <= self->clock[before.thread];
}

/* One access within a cell, whose page is locked. */
static void note(Cell &cell, uintptr_t address, const Access &now, const void *code)
{
    Access *free = nullptr, *oldest = &cell.last[0];
    for (Access &before : cell.last) {
        if (!before.when || (before.bytes & ~now.bytes) == 0) {
            /* Whoever races with the one before races with this one, too. */
            if ((before.thread == now.thread || is_known(before)) && (!before.when || (now.kind & WRITES) || !(before.kind & WRITES)) &&
                (!before.when || !(now.kind & ATOMIC) || (before.kind & ATOMIC)) && !free)
                free = &before;
        }
        if (before.when < oldest->when)
            oldest = &before;
        if (!before.when || before.thread == now.thread || !(before.bytes & now.bytes))
            continue;
        if (!((before.kind | now.kind) & WRITES) || (before.kind & now.kind & ATOMIC))
            continue;
        if (!is_known(before))
            note_race(address, before.bytes & now.bytes, before, now, code);
    }
    *(free ? free : oldest) = now;
}

void note_access(uintptr_t address, size_t size, AccessKind kind, bool is_atomic, const void *code)
{
    Worker &worker = *self;
    if (worker.clock.empty())
        return;
    acquire_from_volatile();
    Access now;
    now.when = worker.clock[worker.number];
    now.thread = worker.number;
    now.kind = (unsigned int)((kind == reads ? 0 : WRITES) | (is_atomic ? ATOMIC : 0));
    now.code = distance_to(code);
    now.caller = worker.calls.empty() ? 0 : distance_to(worker.calls.back());
    while (size) {
        size_t in_page = ((size_t)1 << PAGE_SHIFT) - (address & (((size_t)1 << PAGE_SHIFT) - 1));
        size_t left = size < in_page ? size : in_page;
        size -= left;
        Page *page = page_of(address, true);
        if (!page)
            return;
        PageLock lock(*page);
        while (left) {
            size_t within = address % 8, bytes = left < 8 - within ? left : 8 - within;
            now.bytes = ((1u << bytes) - 1) << within;
            note(page->cells[address % ((size_t)1 << PAGE_SHIFT) / 8], address - within, now, code);
            address += bytes;
            left -= bytes;
        }
    }
}

/* A new block lies there. */
void forget_accesses(uintptr_t start, size_t size)
{
    for (uintptr_t at = start / 8 * 8; at < start + size;) {
        uintptr_t page_end = (at >> PAGE_SHIFT << PAGE_SHIFT) + ((uintptr_t)1 << PAGE_SHIFT);
        uintptr_t end = page_end < start + size ? page_end : start + size;
        if (Page *page = page_of(at, false)) {
            PageLock lock(*page);
            memset(static_cast<void *>(&page->cells[at % ((size_t)1 << PAGE_SHIFT) / 8]), 0, (end - at + 7) / 8 * sizeof(Cell));
        }
        at = page_end;
    }
}

/* All that was done before a kernel is known to all its threads. */
void begin_races(size_t threads)
{
    for (const Worker *worker : workers())
        for (uint64_t when : worker->clock)
            begun = when > begun ? when : begun;
    for (size_t i = 0; i < threads; i++) {
        Worker &worker = *workers()[i];
        worker.number = (unsigned int)i;
        worker.flushes.store(0);
        worker.volatile_read = nullptr;
        worker.clock.clear();
        if (threads > MOST_THREADS)
            continue;
        worker.clock.assign(threads, begun);
        worker.clock[i]++;
    }
    for (size_t i = 0; i < 1024; i++)
        words_of(i * 4).clocks.clear();
    flushed().clear();
    race().found = false;
}

static std::string place_line(const Place &place)
{
    std::string line = source_line(place.codes, place.count);
    return line.empty() ? "a place that is not known" : line;
}

void end_races()
{
    static const char *const verbs[] = {"reads", "writes", "reads atomically", "updates atomically"};
    std::lock_guard<std::mutex> lock(race_mutex);
    const Race &found = race();
    if (!found.found || both_flush(found))
        return;
    claim_fault();
    std::string what = "a race in kernel " + kernel_name() + " for " + describe_size(found.size) +
                       text(" at 0x%lx (", (unsigned long)found.address) + describe_address(found.address, found.size) + ")";
    for (int i = 0; i < 2; i++)
        what += std::string("\n  ") + thread_name(*workers()[found.threads[i]]) + " " + verbs[found.kinds[i]] +
                "\n  --> " + place_line(found.places[i]);
    fault_at(what, "", "nothing orders these accesses: a barrier, critical, atomic or a reduction would, or a private copy");
}

} // namespace gpump_emulator

void gpump_emulator_flushes()
{
    using namespace gpump_emulator;
    if (!watching() || !self || self->clock.empty())
        return;
    OutOfKernel out;
    self->flushes.fetch_add(1);
    acquire_from_volatile();
    std::lock_guard<std::mutex> lock(flush_mutex);
    acquire_from(flushed());
    release_to(flushed());
}

/*
 * Shared memory: one instance of a variable for each block.
 *
 * To g++ a __shared__ variable is a static one, so all blocks would share it. All of them lie in one
 * section, though. When a program has any, the resident blocks take turns: the threads of one block run,
 * as real threads, until each has finished, waits in a barrier, or polls; then the section's contents are
 * put away, another block's are put in, and that block runs. A barrier over the whole grid is thus still
 * possible, and two blocks never run at the same time. A program without shared variables pays nothing.
 *
 * One limit: a __shared__ variable in a template or an inline function may be refused by g++ ("section
 * type conflict"). And the address of a shared variable is the same in every block.
 */
#include "internal.h"

extern "C" {
extern char __start_gpump_shared[] __attribute__((weak, visibility("hidden")));
extern char __stop_gpump_shared[] __attribute__((weak, visibility("hidden")));
}

namespace gpump_emulator {

static const char UNSET = (char)0xA5;
static pthread_mutex_t turn_mutex = PTHREAD_MUTEX_INITIALIZER;

struct TurnLock {
    TurnLock() { pthread_mutex_lock(&turn_mutex); }
    ~TurnLock() { pthread_mutex_unlock(&turn_mutex); }
};

static size_t section_size()
{
    return __start_gpump_shared ? (size_t)(__stop_gpump_shared - __start_gpump_shared) : 0;
}

bool has_shared_variables()
{
    return section_size() != 0;
}

bool is_shared_memory(uintptr_t address, size_t size)
{
    uintptr_t start = reinterpret_cast<uintptr_t>(__start_gpump_shared);
    if (address >= start && address + size <= start + section_size())
        return true;
    start = reinterpret_cast<uintptr_t>(self->slot->dynamic.data());
    return address >= start && address + size <= start + self->slot->dynamic.size();
}

void *dynamic_shared_memory()
{
    OutOfKernel out;
    return self->slot->dynamic.data();
}

void begin_block()
{
    Slot &slot = *self->slot;
    std::fill(slot.dynamic.begin(), slot.dynamic.end(), UNSET);
    if (has_shared_variables())
        memset(__start_gpump_shared, UNSET, section_size());
}

/* With the lock held: the next block that can go on has the turn. */
static void pass_turn(Grid &grid)
{
    size_t count = grid.slots.size();
    for (size_t step = 1; step <= count; step++) {
        size_t next = (grid.turn_of + step) % count;
        Slot &from = grid.slots[grid.turn_of], &to = grid.slots[next];
        if (to.resting == 0)
            continue;
        if (&from != &to) {
            memcpy(from.shared.data(), __start_gpump_shared, section_size());
            memcpy(__start_gpump_shared, to.shared.data(), section_size());
        }
        grid.turn_of = next;
        to.running = to.resting;
        to.resting = 0;
        to.turn++;
        pthread_cond_broadcast(&to.resume);
        return;
    }
}

void prepare_turns(Grid &grid)
{
    for (Slot &slot : grid.slots) {
        slot.shared.assign(section_size(), UNSET);
        slot.resting = (int)grid.threads;
    }
    memset(__start_gpump_shared, UNSET, section_size());
    TurnLock lock;
    grid.turn_of = grid.slots.size() - 1;
    pass_turn(grid);
}

void wait_for_turn()
{
    TurnLock lock;
    while (self->slot->turn == 0)
        pthread_cond_wait(&self->slot->resume, &turn_mutex);
}

void rest()
{
    TurnLock lock;
    Slot &slot = *self->slot;
    uint64_t turn = slot.turn;
    slot.resting++;
    if (--slot.running == 0)
        pass_turn(*self->grid);
    while (slot.turn == turn)
        pthread_cond_wait(&slot.resume, &turn_mutex);
}

void end_turn()
{
    TurnLock lock;
    if (--self->slot->running == 0)
        pass_turn(*self->grid);
}

void wake_block()
{
    TurnLock lock;
    Slot &slot = *self->slot;
    slot.running += slot.resting;
    slot.resting = 0;
    slot.turn++;
    pthread_cond_broadcast(&slot.resume);
}

} // namespace gpump_emulator

/*
 * Shuffles and votes. The threads of a warp are threads of their own here; those that the mask names meet at a
 * barrier, each having left its value, and then read. There are two sets of places, used in turn: a thread that is
 * already at the next exchange writes to the other one, and cannot be further ahead, since that exchange needs all.
 */
#include "internal.h"

namespace gpump_emulator {

unsigned int lane()
{
    return self->index % 32;
}

static Meeting &meeting(unsigned int mask)
{
    Slot &slot = *self->slot;
    std::call_once(slot.warps_made, [&] { slot.warps = std::vector<Warp>((self->grid->threads + 31) / 32); });
    Warp &warp = slot.warps[self->index / 32];
    std::lock_guard<std::mutex> lock(warp.mutex);
    return warp.meetings[mask];
}

static void need_own_lane(unsigned int mask)
{
    if (mask >> lane() & 1)
        return;
    claim_fault();
    fault(thread_name() + text(" is lane %u of its warp and not in its own mask 0x%x", lane(), mask),
          __builtin_return_address(0));
}

uint64_t exchange_in_warp(unsigned int mask, uint64_t value, unsigned int from_lane)
{
    OutOfKernel out;
    need_own_lane(mask);
    Meeting &place = meeting(mask);
    uint64_t *values = place.values[place.barrier.generation() % 2];
    values[lane()] = value;
    place.barrier.meet((unsigned int)__builtin_popcount(mask));
    return from_lane < 32 && (mask >> from_lane & 1) ? values[from_lane] : value;
}

uint64_t vote_in_warp(unsigned int mask, bool value)
{
    OutOfKernel out;
    need_own_lane(mask);
    Meeting &place = meeting(mask);
    uint64_t *values = place.values[place.barrier.generation() % 2];
    values[lane()] = value;
    place.barrier.meet((unsigned int)__builtin_popcount(mask));
    uint64_t votes = 0;
    for (unsigned int other = 0; other < 32; other++)
        if (mask >> other & 1)
            votes |= values[other] << other;
    return votes;
}

} // namespace gpump_emulator

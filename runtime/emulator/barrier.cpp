/*
 * Waiting. There are far more CUDA threads than processors here, so a thread that waits must give its
 * processor away: in a barrier it tries a few times and then sleeps, and when it polls (an atomic that
 * changes nothing, a __nanosleep) it lets the others run first.
 */
#include "internal.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace gpump_emulator {

void futex_wait(std::atomic<unsigned int> *word, unsigned int expected, int milliseconds)
{
    timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, milliseconds < 0 ? nullptr : &limit, nullptr, 0);
}

void futex_wake(std::atomic<unsigned int> *word, int count)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

void Barrier::reset(unsigned int members)
{
    gone_.store(0);
    counts_.store((uint64_t)members << 32);
}

void Barrier::complete(unsigned int arrived)
{
    counts_.fetch_sub(arrived);
    generation_.fetch_add(1);
    if (self && self->grid->takes_turns)
        wake_block();
    else if (sleepers_.load() != 0)
        futex_wake(&generation_, 1 << 30);
}

/* The clocks that are handed on in a generation are read until all have come to the next one. So there are two. */
static std::mutex known_mutex;

void Barrier::release(unsigned int generation)
{
    if (!watching() || self->clock.empty())
        return;
    acquire_from_volatile();
    std::lock_guard<std::mutex> lock(known_mutex);
    release_to(known_[generation % 2]);
}

void Barrier::acquire(unsigned int generation)
{
    if (!watching() || self->clock.empty())
        return;
    std::lock_guard<std::mutex> lock(known_mutex);
    acquire_from(known_[generation % 2]);
}

/* The first thread of a team that leaves has come to all its barriers, and so have the others, but to no more. */
static void tell_of_barrier()
{
    claim_fault();
    std::string what = "not all threads of the team come to a barrier in kernel " + kernel_name();
    size_t waiting = 0, told = 0;
    std::string gone;
    const Worker *first_gone = nullptr;
    for (size_t i = 0; i < (size_t)self->grid->threads * self->grid->resident; i++) {
        const Worker *worker = workers()[i];
        if (!worker->is_member)
            continue;
        if (worker->waits.load()) {
            waiting++;
            if (told++ < 4)
                what += "\n  " + thread_name(*worker) + " waits\n  --> " +
                        source_line(worker->waits_at.codes, worker->waits_at.count);
        } else if (worker->left) {
            first_gone = first_gone ? first_gone : worker;
        }
    }
    if (waiting > told)
        what += text("\n  and so do %zu more", waiting - told);
    if (first_gone) {
        what += "\n  " + thread_name(*first_gone) + " has left the region";
        if (first_gone->barriers)
            what += ", after its last barrier\n  --> " +
                    source_line(first_gone->waits_at.codes, first_gone->waits_at.count);
        else
            what += " without coming to any";
    }
    fault_at(what, "", "every thread of a team has to come to its barriers, or none; those at the ends of loops, sections and "
                       "single count, too");
}

void Barrier::arrive_and_wait()
{
    unsigned int generation = generation_.load();
    bool is_watched = watching() && self->is_member;
    if (is_watched) {
        self->barriers++;
        if (gone_.load() != 0) {
            self->waits.store(true);
            tell_of_barrier();
        }
    }
    release(generation);
    arrive(generation);
    acquire(generation);
}

void Barrier::arrive(unsigned int generation)
{
    uint64_t counts = counts_.fetch_add(1) + 1;
    if ((unsigned int)counts == counts >> 32) {
        complete((unsigned int)counts);
        return;
    }
    wait(generation);
}

void Barrier::meet(unsigned int members)
{
    unsigned int generation = generation_.load();
    uint64_t counts = counts_.fetch_add(1) + 1;
    if ((unsigned int)counts == members)
        complete(members);
    else
        wait(generation);
}

void Barrier::wait(unsigned int generation)
{
    Worker *worker = self;
    worker->waits.store(true);
    if (worker->grid->takes_turns) {
        while (generation_.load() == generation)
            rest();
    } else {
        for (int i = 0; i < TRIES_BEFORE_SLEEP && generation_.load() == generation; i++)
            sched_yield();
        while (generation_.load() == generation) {
            sleepers_.fetch_add(1);
            futex_wait(&generation_, generation);
            sleepers_.fetch_sub(1);
        }
    }
    worker->waits.store(false);
    worker->progress.store(worker->progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void Barrier::leave()
{
    if (watching() && self->is_member) {
        self->left = true;
        gone_.fetch_add(1);
        if ((unsigned int)counts_.load() != 0)
            tell_of_barrier();
    }
    uint64_t counts = counts_.fetch_sub((uint64_t)1 << 32) - ((uint64_t)1 << 32);
    unsigned int arrived = (unsigned int)counts;
    if (arrived != 0 && arrived == counts >> 32)
        complete(arrived);
}

void poll()
{
    Worker *worker = self;
    worker->polls.store(worker->polls.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (worker->grid->takes_turns)
        rest();
    else
        sched_yield();
}

} // namespace gpump_emulator

void __syncthreads()
{
    using namespace gpump_emulator;
    OutOfKernel out;
    if (watching())
        self->waits_at = place_of(static_cast<const char *>(__builtin_return_address(0)) - 1);
    self->barrier->arrive_and_wait();
}

/* ThreadSanitizer knows no fences. The emulator's atomics order memory by themselves, so it needs none. */
static void fence()
{
#ifndef __SANITIZE_THREAD__
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

void __threadfence_block() { fence(); }
void __threadfence() { fence(); }
void __threadfence_system() { fence(); }

void __syncwarp(unsigned int mask) { gpump_emulator::vote_in_warp(mask, false); }

unsigned int __activemask() { return 1u << gpump_emulator::lane(); }

void __nanosleep(unsigned int)
{
    gpump_emulator::OutOfKernel out;
    gpump_emulator::poll();
}

long long clock64()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/*
 * A grid of blocks of threads, on POSIX threads.
 *
 * Every CUDA thread is a POSIX thread, taken from a pool that grows and stays, so that a launch costs a
 * wake-up and not a creation; and not even that where one kernel soon follows another, for a thread that has nothing
 * to do looks about for a while before it sleeps. As on a GPU, only so many blocks are resident at once; each has a slot, and
 * when a block is done the slot takes another. A barrier across the grid therefore waits for ever when
 * the grid is larger than the device, here as there.
 *
 * A launch returns at once and the kernel runs when the host first waits for it: at a copy, a
 * synchronisation, another launch's turn. So host code that looks at a result without waiting for it
 * reliably sees the old value, where on a GPU it would do so sometimes.
 *
 * While a kernel runs, the host's thread keeps watch: when for some seconds every thread of the resident
 * blocks was in a barrier or polled the same place in vain, nothing can ever change, and the program is
 * stopped with a message.
 */
#include "internal.h"

#include <deque>
#include <sys/mman.h>
#include <signal.h>

__thread uint3 threadIdx, blockIdx, blockDim, gridDim;

namespace gpump_emulator {

__thread Worker *self;
__thread bool in_kernel_code;
__thread uint64_t changes;

static cudaError_t launch_error = cudaSuccess;
static const size_t SIGNAL_STACK = 256 << 10; /* a fault is told on it: symbols.cpp has buffers for paths */
static const uint64_t BLOCKS_WITH_BARRIERS = 1 << 20;

/* Made when it is first asked for, and never destroyed: the program's constructors and destructors may start kernels,
   before and after those of static objects here. */
struct Launcher {
    std::vector<Worker *> pool;
    std::deque<Grid *> pending;
    std::recursive_mutex mutex;
    std::vector<Slot> spare_slots; /* the last grid's places, for the next of the same shape */
    unsigned int spare_threads = 0;
};

static Launcher &launcher()
{
    static Launcher *all = new Launcher;
    return *all;
}

const std::vector<Worker *> &workers() { return launcher().pool; }

static std::string coordinates(uint3 at, uint3 extent)
{
    if (extent.y == 1 && extent.z == 1)
        return text("%u", at.x);
    return text("(%u, %u, %u)", at.x, at.y, at.z);
}

/* The launch macro has the name in parentheses; a cooperative launch has only an address. */
static std::string kernel_name(const Launch &launch)
{
    if (!launch.kernel_name) {
        return function_name(launch.kernel);
    }
    std::string name = launch.kernel_name;
    return name.size() > 2 && name.front() == '(' ? name.substr(1, name.size() - 2) : name;
}

std::string kernel_name()
{
    return kernel_name(workers()[0]->grid->launch);
}

static uint3 block_of(const Worker &worker)
{
    uint3 g = worker.grid->launch.grid;
    return {(unsigned int)(worker.block % g.x), (unsigned int)(worker.block / g.x % g.y),
            (unsigned int)(worker.block / g.x / g.y)};
}

static uint3 thread_of(const Worker &worker)
{
    uint3 b = worker.grid->launch.block;
    return {worker.index % b.x, worker.index / b.x % b.y, worker.index / b.x / b.y};
}

/* In the cuda dialect a team is a grid, and of one dimension as a rule. */
std::string thread_name(const Worker &worker)
{
    const Launch &launch = worker.grid->launch;
    uint3 g = launch.grid, b = launch.block;
    if (one_memory && g.y * g.z * b.y * b.z == 1)
        return text("thread %llu", (unsigned long long)(worker.block * b.x + worker.index));
    return "block " + coordinates(block_of(worker), launch.grid) + ", thread " + coordinates(thread_of(worker), launch.block);
}

std::string thread_name()
{
    return "kernel " + kernel_name(self->grid->launch) + ", " + thread_name(*self);
}

/* Threads are given out in warps, and a multiprocessor has a limit of blocks, too. */
static int blocks_per_processor(unsigned int threads)
{
    int by_threads = settings().threads_per_processor / ((int)(threads + 31) / 32 * 32);
    return by_threads < MAX_BLOCKS_PER_PROCESSOR ? by_threads : MAX_BLOCKS_PER_PROCESSOR;
}

unsigned int resident_blocks(unsigned int threads)
{
    int each = blocks_per_processor(threads);
    return (unsigned int)(each > 0 ? each : 1) * settings().multiprocessors;
}

static void place(Worker *worker)
{
    gridDim = worker->grid->launch.grid;
    blockDim = worker->grid->launch.block;
    blockIdx = block_of(*worker);
    threadIdx = thread_of(*worker);
    worker->is_member = worker->left = false;
    worker->barriers = 0;
    worker->calls.clear();
}

/* A block's threads begin and end each by itself, and need nothing but a barrier of their own. Only where
   there is shared memory does the next block have to wait until the last one has left it. */
static void next_block(Worker *worker)
{
    Grid &grid = *worker->grid;
    Slot &slot = *worker->slot;
    if (!grid.barriers.empty())
        return;
    slot.turnover.arrive_and_wait();
    if (worker->index == 0) {
        slot.block_barrier.reset(grid.threads);
        begin_block();
    }
    slot.turnover.arrive_and_wait();
}

static void run_blocks(Worker *worker)
{
    Grid &grid = *worker->grid;
    if (grid.takes_turns)
        wait_for_turn();
    while (true) {
        worker->barrier = grid.barriers.empty() ? &worker->slot->block_barrier : &grid.barriers[worker->block];
        place(worker);
        in_kernel_code = true;
        grid.invoke(grid.parameters);
        in_kernel_code = false;
        worker->barrier->leave();
        worker->block += grid.resident;
        if (worker->block >= grid.blocks)
            break;
        next_block(worker);
    }
    grid.grid_barrier.leave();
    if (grid.takes_turns)
        end_turn();
}

bool grid_can_wait()
{
    OutOfKernel out;
    return self->grid->launch.cooperative;
}

void wait_for_grid()
{
    OutOfKernel out;
    if (!self->grid->launch.cooperative) {
        claim_fault();
        fault("the whole grid cannot wait in " + thread_name(), __builtin_return_address(0),
              "a kernel with a grid-wide barrier is launched with cudaLaunchCooperativeKernel");
    }
    if (watching())
        self->waits_at = place_of(static_cast<const char *>(__builtin_return_address(0)) - 1);
    self->grid->grid_barrier.arrive_and_wait();
}

/* A word that one thread waits for and another changes. Who has waited in vain for a while says so in the word, and
   sleeps; only then does the other have to wake it. */
enum { WAITING, CHANGED, ASLEEP };

/* To look about costs the processor's time. It is worth it for the cuda dialect's many small regions; the thesis's copy
   what they use before and after. */
static bool changes_soon(std::atomic<unsigned int> &word)
{
    int tries = one_memory ? TRIES_BEFORE_SLEEP : 0;
    for (int i = 0; i < tries; i++) {
        if (word.load() == CHANGED)
            return true;
        sched_yield();
    }
    return false;
}

/* Says in the word that its thread sleeps from now on, unless it has changed. */
static bool goes_to_sleep(std::atomic<unsigned int> &word)
{
    unsigned int expected = WAITING;
    word.compare_exchange_strong(expected, ASLEEP);
    return expected != CHANGED;
}

static void wait_for_change(std::atomic<unsigned int> &word)
{
    if (changes_soon(word))
        return;
    while (word.load() != CHANGED)
        if (goes_to_sleep(word))
            futex_wait(&word, ASLEEP, -1);
}

static void change(std::atomic<unsigned int> &word)
{
    if (word.exchange(CHANGED) == ASLEEP)
        futex_wake(&word, 1);
}

/* One grid runs at a time: have all its threads finished? */
static std::atomic<unsigned int> finished{WAITING};

static void *work(void *argument)
{
    Worker *worker = static_cast<Worker *>(argument);
    self = worker;
    worker->changes.store(&changes);
    stack_t alternative = {};
    alternative.ss_sp = worker->memory + STACK_GUARD + worker->stack_size;
    alternative.ss_size = SIGNAL_STACK;
    sigaltstack(&alternative, nullptr);
    for (;;) {
        wait_for_change(worker->go);
        worker->go.store(WAITING);
        Grid *grid = worker->grid;
        run_blocks(worker);
        worker->done.store(true);
        if (grid->remaining.fetch_sub(1) == 1)
            change(finished);
    }
    return nullptr;
}

static void grow_pool(size_t count)
{
    std::vector<Worker *> &pool = launcher().pool;
    while (pool.size() < count) {
        Worker *worker = new Worker;
        worker->stack_size = settings().stack;
        size_t size = STACK_GUARD + worker->stack_size + SIGNAL_STACK;
        void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        int error = memory == MAP_FAILED;
        if (!error) {
            mprotect(memory, STACK_GUARD, PROT_NONE);
            worker->memory = static_cast<char *>(memory);
            worker->stack = reinterpret_cast<uintptr_t>(memory) + STACK_GUARD;
            pthread_attr_setstack(&attributes, worker->memory + STACK_GUARD, worker->stack_size);
            pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
            error = pthread_create(&worker->thread, &attributes, work, worker);
        }
        if (error)
            fault(text("the system gives no more than %zu threads, and the kernel needs %zu", pool.size(), count),
                  nullptr, "GPUMP_EMULATOR_THREADS and GPUMP_EMULATOR_MULTIPROCESSORS limit how many run at once");
        pthread_attr_destroy(&attributes);
        pool.push_back(worker);
    }
}

/* One look at all threads: has any done something since the last, or could it? */
class DeadlockWatch {
public:
    DeadlockWatch(size_t threads) : seen_(threads) {}

    bool stuck()
    {
        bool still = true;
        bool any_polls = false;
        uint64_t polls = 0;
        for (size_t i = 0; i < seen_.size(); i++) {
            Worker *worker = workers()[i];
            const uint64_t *changes = worker->changes.load();
            Seen now = {worker->polls.load(),
                        worker->progress.load() + (changes ? __atomic_load_n(changes, __ATOMIC_RELAXED) : 0)};
            bool polling = !worker->done.load() && !worker->waits.load();
            bool idle = !polling || now.polls > seen_[i].polls + 1;
            polls += polling ? now.polls - seen_[i].polls : 0;
            any_polls |= polling;
            if (!idle || now.progress != seen_[i].progress)
                still = false;
            seen_[i] = now;
        }
        polls_ = still ? polls_ + polls : 0;
        return still && (!any_polls || polls_ >= LEAST_POLLS);
    }

private:
    /* Fewer are a loop that adds nothing for a while, on processors that others use. */
    static const uint64_t LEAST_POLLS = 100000;
    struct Seen {
        uint64_t polls = 0, progress = 0;
    };
    std::vector<Seen> seen_;
    uint64_t polls_ = 0; /* of all threads, since one of them has done something */
};

[[noreturn]] static void report_deadlock(const Grid &grid, size_t threads)
{
    claim_fault();
    unsigned int waiting = 0, polling = 0, finished = 0;
    for (size_t i = 0; i < threads; i++)
        ++(workers()[i]->done.load() ? finished : workers()[i]->waits.load() ? waiting : polling);
    std::string what = text("deadlock in kernel %s: of %zu threads %u wait in a barrier, %u poll memory that nobody "
                            "changes, %u have finished",
                            kernel_name(grid.launch).c_str(), threads, waiting, polling, finished);
    if (grid.blocks > grid.resident)
        what += text("; %u of %llu blocks are resident", grid.resident, (unsigned long long)grid.blocks);
    if (grid.launch.file)
        what += text("\n  --> launched at %s:%d", grid.launch.file, grid.launch.line);
    fault(what, nullptr,
          "every thread of a team has to reach its barriers; GPUMP_EMULATOR_DEADLOCK=0 switches this watch off");
}

static void (*while_waiting)();
static const int SERVICE_MILLISECONDS = 1;

/* A thread of the kernel waits for something that the host does while it waits. */
static std::atomic<bool> is_called;

static void wait_for(Grid &grid, size_t threads)
{
    if (changes_soon(finished))
        return;
    int seconds = settings().deadlock_seconds;
    DeadlockWatch watch(threads);
    int still = 0, waited = 0;
    while (finished.load() != CHANGED) {
        int time = while_waiting ? SERVICE_MILLISECONDS : seconds ? 1000 : -1;
        if (goes_to_sleep(finished) && !is_called.exchange(false)) {
            futex_wait(&finished, ASLEEP, time);
            waited += time;
        }
        if (while_waiting)
            while_waiting();
        if (seconds && waited >= 1000 && finished.load() != CHANGED) {
            waited = 0;
            still = watch.stuck() ? still + 1 : 0;
            if (still >= seconds) {
                if (watching())
                    end_races(); /* may well be why */
                report_deadlock(grid, threads);
            }
        }
    }
}

static void run(Grid &grid)
{
    size_t threads = (size_t)grid.threads * grid.resident;
    grow_pool(threads);
    std::vector<Slot> &spare = launcher().spare_slots;
    if (spare.size() == grid.resident && launcher().spare_threads == grid.threads && !has_shared_variables())
        grid.slots.swap(spare);
    else
        grid.slots = std::vector<Slot>(grid.resident);
    for (Slot &slot : grid.slots) {
        slot.block_barrier.reset(grid.threads);
        slot.turnover.reset(grid.threads);
        slot.dynamic.assign(grid.launch.shared, (char)0xA5);
    }
    if (!has_shared_variables() && !grid.launch.shared && grid.blocks <= BLOCKS_WITH_BARRIERS) {
        grid.barriers = std::vector<Barrier>(grid.blocks);
        for (Barrier &barrier : grid.barriers)
            barrier.reset(grid.threads);
    }
    grid.grid_barrier.reset((unsigned int)threads);
    grid.takes_turns = has_shared_variables() && grid.resident > 1;
    if (has_shared_variables())
        prepare_turns(grid);
    if (watching())
        begin_races(threads);
    grid.remaining.store((unsigned int)threads);
    finished.store(WAITING);
    Door door;
    for (size_t i = 0; i < threads; i++) {
        Worker *worker = workers()[i];
        worker->grid = &grid;
        worker->slot = &grid.slots[i / grid.threads];
        worker->block = i / grid.threads;
        worker->index = (unsigned int)(i % grid.threads);
        worker->done.store(false);
        worker->poll_address = nullptr;
        change(worker->go);
    }
    wait_for(grid, threads);
    if (watching())
        end_races();
    if (settings().prefetches)
        take_sent_pages();
    spare.swap(grid.slots);
    launcher().spare_threads = grid.threads;
}

void run_pending_launches()
{
    std::lock_guard<std::recursive_mutex> lock(launcher().mutex);
    std::deque<Grid *> &pending = launcher().pending;
    while (!pending.empty()) {
        Grid *grid = pending.front();
        pending.pop_front();
        run(*grid);
        grid->destroy(grid->parameters);
        free(grid->parameters);
        delete grid;
    }
}

cudaError_t take_launch_error()
{
    cudaError_t error = launch_error;
    launch_error = cudaSuccess;
    return error;
}

void *allocate_parameters(size_t size)
{
    return malloc(size);
}

static cudaError_t refusal(const Launch &launch)
{
    const dim3 &g = launch.grid, &b = launch.block;
    bool fits = g.x >= 1 && g.x <= 0x7fffffffu && g.y >= 1 && g.y <= 65535 && g.z >= 1 && g.z <= 65535 && b.x >= 1 &&
                b.x <= 1024 && b.y >= 1 && b.y <= 1024 && b.z >= 1 && b.z <= 64 &&
                b.x * b.y * b.z <= (unsigned int)MAX_THREADS_PER_BLOCK;
    if (told_to_fail("launch"))
        return cudaErrorLaunchFailure;
    if (told_to_fail("launch-memory"))
        return cudaErrorMemoryAllocation;
    if (!fits)
        return cudaErrorInvalidConfiguration;
    if (launch.shared > SHARED_BYTES_PER_BLOCK)
        return cudaErrorInvalidValue;
    if (launch.cooperative && (uint64_t)g.x * g.y * g.z > resident_blocks(b.x * b.y * b.z))
        return cudaErrorCooperativeLaunchTooLarge;
    return cudaSuccess;
}

/* At the program's end. On a GPU such a kernel may or may not have run. */
static void report_forgotten()
{
    for (const Grid *grid : launcher().pending)
        note("kernel " + kernel_name(grid->launch) + " was launched, nobody waited for it, and it has not run");
}

cudaError_t enqueue(const Launch &launch, void *parameters, size_t size, void (*invoke)(void *),
                    void (*destroy)(void *))
{
    if (self) {
        claim_fault();
        fault("a kernel launches a kernel, which the emulator does not do: " + thread_name(), nullptr);
    }
    std::lock_guard<std::recursive_mutex> lock(launcher().mutex);
    cudaError_t error = refusal(launch);
    if (error) {
        launch_error = error;
        destroy(parameters);
        free(parameters);
        return error;
    }
    Grid *grid = new Grid;
    grid->launch = launch;
    grid->parameters = parameters;
    grid->parameters_size = size;
    grid->invoke = invoke;
    grid->destroy = destroy;
    grid->blocks = (uint64_t)launch.grid.x * launch.grid.y * launch.grid.z;
    grid->threads = launch.block.x * launch.block.y * launch.block.z;
    unsigned int room = resident_blocks(grid->threads);
    grid->resident = grid->blocks < room ? (unsigned int)grid->blocks : room;
    static const int registered = atexit(report_forgotten);
    (void)registered;
    launcher().pending.push_back(grid);
    return cudaSuccess;
}

} // namespace gpump_emulator

void gpump_emulator_while_waiting(void (*function)())
{
    gpump_emulator::while_waiting = function;
}

void gpump_emulator_calls_host()
{
    using namespace gpump_emulator;
    OutOfKernel out;
    is_called.store(true);
    unsigned int expected = ASLEEP;
    if (finished.compare_exchange_strong(expected, WAITING))
        futex_wake(&finished, 1);
}

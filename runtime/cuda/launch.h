/*
 * A region's run: how many threads, in which blocks, and what is told when it fails.
 *
 * A team is as large as the region asks for: by its num_threads clause, or by nthreads-var where one was set; and
 * where neither is there, as large as the device holds of this kernel at once. A request for more than that is a
 * case the specification leaves open (2.4.1, dyn-var false): the team has as many threads as the device holds, and
 * a warning says so once for each region. With dyn-var true there is nothing to warn of.
 *
 * Blocks have a multiple of 32 threads. A small team is spread over the multiprocessors, since each has its own way
 * to memory; a large one gets blocks of 256, or larger ones where more threads fit on the device that way.
 *
 * The emulator's threads are real ones, of which more than a few dozen only wait for one another. There a team without a
 * size is small, and so are the blocks, so that a small team still has several.
 */
#include "host.h"

namespace gpump {

static unsigned int block_size(int index)
{
    return SMALLEST_BLOCK << index;
}

/* How many threads of the region's kernel run at once, in blocks of each size. */
static void measure(gpump_region_t *region)
{
    if (region->default_block)
        return;
    int most = 0;
    check(region->attributes(&most), "cudaFuncGetAttributes");
    unsigned int best = 0;
    for (int i = 0; i < GPUMP_BLOCK_SIZES; i++) {
        int blocks = 0;
        if ((int)block_size(i) <= most && (int)block_size(i) <= device().threads_per_multiprocessor)
            check(region->occupancy(&blocks, (int)block_size(i)), "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
        region->holds[i] = (unsigned int)blocks * (unsigned int)device().multiprocessors * block_size(i);
        if (region->holds[i] > best || (region->holds[i] == best && block_size(i) <= 256)) {
            best = region->holds[i];
            region->default_block = block_size(i);
        }
    }
    if (best == 0)
        fail("the device cannot hold a single block of the region's kernel");
}

struct Shape {
    unsigned int threads, blocks, block;
};

static unsigned int held(const gpump_region_t *region, unsigned int block)
{
    int index = 0;
    while (block_size(index) < block)
        index++;
    return region->holds[index];
}

static Shape shape_of(gpump_region_t *region, int num_threads)
{
    measure(region);
    unsigned int most = std::min(held(region, region->default_block), threads_with_copies());
    unsigned int asked = num_threads > 0 ? (unsigned int)num_threads
                         : settings().num_threads ? (unsigned int)settings().num_threads
                                                  : std::min(most, device().default_team());
    if (asked > most) {
        if (!settings().dynamic && !region->warned)
            warn("the region asks for %u threads, and the device holds %u of it at once; it gets those", asked, most);
        region->warned = 1;
        asked = most;
    }
    unsigned int each = (asked + (unsigned int)device().multiprocessors - 1) / (unsigned int)device().multiprocessors;
    unsigned int block = SMALLEST_BLOCK;
    while (block < each && block < 256 && block < region->default_block)
        block *= 2;
    if (asked > held(region, block))
        block = region->default_block;
    return {asked, (asked + block - 1) / block, block};
}

/* A device that does not reach all memory: the pointers that the region was given have to lead to what it reaches. */
static void check_pointers(const gpump_region_t *region, const void *arguments)
{
    if (device().pageable)
        return;
    for (const gpump_pointer_t *pointer = region->pointers; pointer->name; pointer++) {
        void *address;
        memcpy(&address, static_cast<const char *>(arguments) + pointer->offset, sizeof address);
        if (address && !is_reachable(address))
            fail("`%s` is %p, which the device does not reach: %s", pointer->name, address, describe_memory(address));
    }
}

/* The host serves the device while it waits. */
static int wait_for_region()
{
    cudaError_t error;
    while ((error = cudaStreamQuery(0)) == cudaErrorNotReady) {
        read_mail();
        if (ends) {
            cudaDeviceSynchronize(); /* the thread that asked for the end has stopped the kernel */
            break;
        }
    }
    read_mail();
    if (ends)
        end_program();
    return (int)error;
}

#ifdef GPUMP_EMULATOR
/* The emulator runs a kernel within the call that waits for it, and has this called meanwhile. */
static void while_waiting()
{
    read_mail();
    if (ends)
        end_program();
}
#endif

/* Nothing has been launched, and the device can go on: it has no memory for what the kernel's threads need. */
static bool has_no_room(const gpump_region_t *region, int error)
{
    static const gpump_region_t *told;
    if (error != (int)cudaErrorMemoryAllocation)
        return false;
    cudaGetLastError();
    if (device_is_demanded())
        return false;
    if (told != region)
        warn("the device has no memory left for the region's threads; it runs on the host");
    told = region;
    return true;
}

/* What CUDA's own message does not say. */
static void explain(int error)
{
    if (error == (int)cudaErrorIllegalAddress)
        fail("the region has touched memory that the device does not reach, or used up a thread's stack, which GPUMP_STACK "
             "sets in KiB (cudaErrorIllegalAddress)");
#ifndef GPUMP_EMULATOR
    if (error == (int)cudaErrorHardwareStackError)
        fail("a thread of the region has used up its stack (cudaErrorHardwareStackError); GPUMP_STACK sets its size, in "
             "KiB");
    if (error == (int)cudaErrorMisalignedAddress)
        fail("the region has used a pointer to a place that does not suit its type: an int lies at a multiple of 4, a double "
             "at one of 8; the host's processor does not mind, the device does (cudaErrorMisalignedAddress)");
#endif
}

static int run_region(gpump_region_t *region, int num_threads, const void *arguments)
{
    times.begin();
    current = region;
    prepare_device();
    Shape shape = shape_of(region, num_threads);
    prepare_threadprivate(shape.threads);
    check_pointers(region, arguments);
    gpump_team_t team;
    memset(&team, 0, sizeof team);
    team.size = shape.threads;
    team.max_threads = (unsigned int)omp_get_max_threads();
    team.num_procs = device().default_team();
    team.dynamic = settings().dynamic;
    team.schedule = settings().schedule;
    team.chunk = settings().chunk;
    team.state = next_state();
    team.partials = partials;
    team.seldom = seldom;
    team.functions = functions;
    team.function_count = function_count;
    team.heap = heap;
    team.mailbox = mailbox;
    team.after = after;
    team.time = omp_get_wtime();
    team.tick = 1e-6;
#ifdef GPUMP_EMULATOR
    gpump_emulator_while_waiting(while_waiting);
#endif
    prefetch().before(region, arguments, team.time);
    bool is_timed = times.are_wanted() || prefetch().has_sent_much();
    if (is_timed)
        kernel_clock.start();
    int together = shape.blocks > 1 && !region->is_independent;
    int launched = region->launch(shape.blocks, shape.block, together, &team, arguments);
    if (has_no_room(region, launched))
        return 0;
    check(launched, together ? "cudaLaunchCooperativeKernel" : "cudaLaunchKernel");
    if (is_timed)
        kernel_clock.stop();
    int error = wait_for_region();
    explain(error);
    check(error, "cudaStreamQuery");
    do_what_is_left();
    double kernel = is_timed ? kernel_clock.seconds() : 0;
    prefetch().after(region, kernel);
    times.end(region, kernel);
    return 1;
}

struct RegionCall {
    gpump_region_t *region;
    int num_threads;
    const void *arguments;
    int done;
};

static std::mutex one_region_at_a_time;

} // namespace gpump

extern "C" int gpump_parallel(gpump_region_t *region, int condition, int num_threads, const void *arguments)
{
    using namespace gpump;
    /* Behind an exit in a region there is no device any more, and what is called then may have regions. */
    if (!condition || !gpump_has_device() || ends)
        return 0;
    std::lock_guard<std::mutex> lock(one_region_at_a_time);
    RegionCall call = {region, num_threads, arguments, 0};
    call_for_region(
        [](void *argument) {
            RegionCall *call = static_cast<RegionCall *>(argument);
            call->done = run_region(call->region, call->num_threads, call->arguments);
        },
        &call);
    current = nullptr;
    return call.done;
}

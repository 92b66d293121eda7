/*
 * A region's run: how it is launched and waited for, and what is told when it fails. shape.h says how many threads it has.
 *
 * A region in parts (region.h) has several kernels. All that the host has to find out for them it finds out before the first:
 * then they follow one another on the device without a gap, and no memory is looked at that one of them is using.
 */
#include "host.h"

namespace gpump {

static_assert(sizeof(gpump_team_t) <= 128, "nvcc mistakes objects for copies of a parameter that is larger (given.h)");

/* A device that does not reach all memory: the pointers that the region was given have to lead to what it reaches. */
static void check_pointers(const gpump_region_t *region, const void *arguments)
{
    if (device().pageable)
        return;
    for (const gpump_pointer_t &pointer : region->pointers) {
        void *address;
        memcpy(&address, static_cast<const char *>(arguments) + pointer.offset, sizeof address);
        /* In the first pages nothing lies: such a pointer is one that is not followed. */
        if ((uintptr_t)address >= 65536 && !is_reachable(address) && !reach_library_data(address))
            fail("`%s` is %p, which the device does not reach: %s", pointer.name, address, describe_memory(address));
    }
}

static bool are_all_apart(const gpump_region_t *region, const void *arguments)
{
    auto pointer = [&](size_t offset) {
        const void *address;
        memcpy(&address, static_cast<const char *>(arguments) + offset, sizeof address);
        return address;
    };
    for (const gpump_apart_t &pair : region->apart)
        if (!prefetch().are_apart(pointer(pair.written), pointer(pair.other)))
            return false;
    return region->apart.size() != 0;
}

/* CUDA's library has blocks beside the program's in the C library's heap, and variables beside the program's where it is linked in front of
   the runtime (own_pages.h). Where a page of these travels to whoever uses it, the device writes to the post's page when the region has ended, and CUDA is asked seldom: it knows of failures. */
class Watch {
public:
    explicit Watch(Post &post) : post_(post)
    {
        if (!device().pageable || device().host_tables)
            return;
        __atomic_store_n(&post_.is_done, 0, __ATOMIC_RELEASE);
        asks_seldom_ = cudaMemsetAsync(&post_.is_done, 1, 1, 0) == cudaSuccess;
    }

    cudaError_t look()
    {
        if (asks_seldom_ && !__atomic_load_n(&post_.is_done, __ATOMIC_ACQUIRE) && ++looks_ % SELDOM != 0)
            return cudaErrorNotReady;
        return cudaStreamQuery(0);
    }

private:
    static const unsigned int SELDOM = 1u << 16;
    Post &post_;
    bool asks_seldom_ = false;
    unsigned int looks_ = 0;
};

/* The host serves the device while it waits. No bare region asks for anything. */
static int wait_for_region(const gpump_region_t *region)
{
    if (region->is_bare)
        return (int)cudaStreamSynchronize(0);
    Post &mail = *post.load(std::memory_order_relaxed);
    Watch watch(mail);
    cudaError_t error;
    while ((error = watch.look()) == cudaErrorNotReady) {
        mail.read();
        if (mail.ends) {
            cudaDeviceSynchronize(); /* the thread that asked for the end has stopped the kernel */
            leave_heap();
            break;
        }
    }
    mail.read();
    if (mail.ends)
        end_program(mail);
    return (int)error;
}

#ifdef GPUMP_EMULATOR
/* The emulator runs a kernel within the call that waits for it, and has this called meanwhile. */
static void while_waiting()
{
    Post &mail = *post.load(std::memory_order_relaxed);
    mail.read();
    if (mail.ends)
        end_program(mail);
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

/* A kernel that is about to be launched: a region's, or that of one of its parts. */
struct Launch {
    gpump_region_t *region;
    Shape shape;
    gpump_team_t team;
};

static Launch prepare(gpump_region_t *region, int num_threads, const void *arguments)
{
    Launch launch = {region, shape_of(region, num_threads, arguments), {}};
    const Shape &shape = launch.shape;
    if (!region->iterations) /* otherwise no thread has anything of its own */
        prepare_threadprivate(shape.threads);
    check_pointers(region, arguments);
    gpump_team_t &team = launch.team;
    memset(&team, 0, sizeof team);
    team.size = shape.threads;
    team.max_threads = (unsigned int)gpump_omp_get_max_threads();
    team.num_procs = (unsigned int)gpump_omp_get_num_procs();
    team.dynamic = settings().dynamic;
    team.schedule = settings().schedule;
    team.chunk = settings().chunk;
    team.partials = partials;
    team.seldom = seldom;
    const Functions &own = functions_of(region->image);
    team.functions = own.first;
    team.function_count = own.count;
    team.heap = heap;
    team.mailbox = mailbox;
    team.after = after;
    team.time = omp_get_wtime();
    team.tick = 1e-6;
    team.iterations = shape.iterations;
    team.each = shape.iterations / shape.threads;
    team.longer = (unsigned int)(shape.iterations % shape.threads);
    team.is_grid = shape.is_grid();
    team.rows = shape.rows;
    team.is_whole = shape.is_whole();
    team.is_apart = are_all_apart(region, arguments);
    team.adapts = region->is_team_agnostic;
    return launch;
}

/* Whether no thread has more than one iteration, or rows of the outermost of several loops. */
static bool is_covered(const Launch &launch)
{
    const Shape &shape = launch.shape;
    if (!launch.region->covered.launch)
        return false;
    if (launch.region->apart.size() != 0 && !launch.team.is_apart)
        return false;
    return shape.rows != 0 || (shape.is_of_one_loop && shape.iterations <= shape.threads);
}

/* For the routines that ask for them. A bare region's threads do not. */
static void tell_controls()
{
    gpump_controls_t &controls = after->controls;
    controls.thread_limit = gpump_omp_get_thread_limit();
    controls.max_active_levels = settings().max_active_levels;
    controls.cancellation = gpump_omp_get_cancellation();
    controls.max_task_priority = gpump_omp_get_max_task_priority();
    controls.default_device = gpump_omp_get_default_device();
    controls.max_teams = gpump_omp_get_max_teams();
    controls.teams_thread_limit = gpump_omp_get_teams_thread_limit();
    controls.default_allocator = gpump_omp_get_default_allocator();
    controls.allocators = (uintptr_t)own_allocators.first;
}

/* False when there is no room for the first of a region's kernels. What the others do cannot be done by the host any more. */
static bool start(Launch &launch, bool is_first, const void *arguments)
{
    gpump_region_t *region = launch.region;
    /* Reductions have their words in it, and the barrier of a grid has its own (barriers.h). */
    if (!region->is_bare || region->reductions || !region->is_independent)
        launch.team.state = next_state();
    if (!region->is_bare)
        tell_controls();
    const gpump_kernel_t &kernel = is_covered(launch) ? region->covered : region->kernel;
    int launched = kernel.launch(region, &launch.shape.grid, &launch.team, arguments);
    if (is_first && has_no_room(region, launched))
        return false;
    check(launched, launch.shape.grid.together ? "cudaLaunchCooperativeKernel" : "cudaLaunchKernel");
    return true;
}

static void finish(gpump_region_t *region)
{
    int error = wait_for_region(region);
    explain(error);
    check(error, region->is_bare ? "cudaStreamSynchronize" : "cudaStreamQuery");
    do_what_is_left();
    if (region->is_team_agnostic)
        adapt(region, take_iterations());
}

static int run_region(gpump_region_t *region, int num_threads, const void *arguments)
{
    static std::vector<Launch> launches; /* one region runs at a time */
    times.begin();
    current = region;
    prepare_device();
    launches.clear();
    for (gpump_region_t *part : region->parts) {
        part->warned |= region->warned;
        launches.push_back(prepare(part, num_threads, arguments));
        region->warned = part->warned;
    }
    if (launches.empty())
        launches.push_back(prepare(region, num_threads, arguments));
#ifdef GPUMP_EMULATOR
    gpump_emulator_while_waiting(while_waiting);
#endif
    prefetch().before(region, arguments, launches.front().team.time);
    bool is_timed = times.are_wanted() || prefetch().has_sent_much();
    if (is_timed)
        kernel_clock.start();
    for (Launch &launch : launches) {
        if (!start(launch, &launch == &launches.front(), arguments))
            return 0;
        if (&launch == &launches.back())
            break;
        /* Results are put into their originals by the host, and the next kernel may look at them. The host serves one that is
           not bare while it waits. */
        if (launch.region->reductions || !launch.region->is_bare)
            finish(launch.region);
    }
    if (is_timed)
        kernel_clock.stop();
    if (launches.back().region->is_bare)
        prefetch().send_back();
    finish(launches.back().region);
    prefetch().send_back();
    double kernel = is_timed ? kernel_clock.seconds() : 0;
    prefetch().after(region, kernel);
    times.end(region, kernel);
    return 1;
}

/* Structures that the region only reads go along with its arguments where they lie on the program's stack, in what is in use of it: above
   the frame that is given. The host has just written to that page, and will again. */
static void give_structures(const gpump_region_t *region, void *arguments, uintptr_t frame)
{
    if (region->structures.size() == 0)
        return;
    const uintptr_t end = end_of_stack(frame);
    for (const gpump_structure_t &structure : region->structures) {
        unsigned char *bytes = static_cast<unsigned char *>(arguments);
        uintptr_t address;
        memcpy(&address, bytes + structure.pointer, sizeof address);
        if (address < frame || address >= end || end - address < structure.size)
            continue;
        memcpy(bytes + structure.copy, reinterpret_cast<const void *>(address), structure.size);
        address = 0;
        memcpy(bytes + structure.pointer, &address, sizeof address);
    }
}

static bool has(const gpump_region_t *region, bool gpump_region_t::*what)
{
    return region->*what ||
           std::any_of(region->parts.begin(), region->parts.end(), [what](gpump_region_t *part) { return has(part, what); });
}

/* Says that regions within one have fewer threads than the program wants: it is to have more active levels than the region's `own`. */
static void tell_of_inner(gpump_region_t *region, int own)
{
    if (has(region, &gpump_region_t::has_serial) && gpump_omp_get_max_active_levels() > own && !is_told_of_host(region))
        warn("the regions within the one in %s:%d have one thread each: the device has one level, and the host cannot run this region",
             region->file, region->line);
}

/* Whether the program wants of a region what the host's library alone has: teams of more than one thread within it, or its end before
   time. */
static bool wants_host(gpump_region_t *region, int own)
{
    const char *why = nullptr;
    auto *levels = GPUMP_LIBRARY(omp_get_max_active_levels);
    if (has(region, &gpump_region_t::has_nested) && levels && levels() > own)
        why = "the program wants regions within it that have several threads";
    else if (has(region, &gpump_region_t::may_be_cancelled) && gpump_omp_get_cancellation())
        why = "it may be cancelled (OMP_CANCELLATION)";
    if (why && !is_told_of_host(region))
        warn("the region in %s:%d runs on the host: %s", region->file, region->line, why);
    if (!why)
        tell_of_inner(region, own);
    return why;
}

/* A pragma leaves the program's errno as it is; what the runtime asks of the system may set it. */
struct KeptErrno {
    const int value = errno;
    ~KeptErrno() { errno = value; }
};

struct RegionCall {
    gpump_region_t *region;
    int num_threads;
    const void *arguments;
    int done;
};

} // namespace gpump

extern "C" int gpump_parallel(gpump_region_t *region, int condition, int num_threads, void *arguments)
{
    using namespace gpump;
    const KeptErrno kept;
    /* In a region of the host's this one is nested. Behind an exit in a region there is no device any more, and what
       is called then may have regions. */
    if (is_in_host_region())
        return 0;
    /* A team of one is no active level (OpenMP 5.2, 1.2.2). */
    const int own = condition && num_threads != 1;
    if (!condition)
        tell_of_inner(region, own);
    if (!condition || !region->is_known || !gpump_has_device() || program_ends() || !is_whole(region) || wants_host(region, own))
        return 0;
    std::lock_guard<std::mutex> lock(one_region_at_a_time);
    give_structures(region, arguments, (uintptr_t)__builtin_frame_address(0));
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

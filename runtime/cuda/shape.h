/*
 * How many threads a region has, and in which blocks.
 *
 * A team is as large as the region asks for: by its num_threads clause, or by nthreads-var where one was set. Where neither
 * is there it depends on whether the program can tell (`shows_team` in region.h). Programs have tables by
 * thread number, of a constant size or of omp_get_max_threads() elements, and were written for processors: such a region has
 * as many threads as omp_get_max_threads says, which are 256. Any other has as many as the device holds of this kernel at once.
 * A request for more than the device holds is a case the specification leaves open (2.4.1, dyn-var false): the team has as many threads as the device holds, and
 * a warning says so once for each region. With dyn-var true there is nothing to warn of.
 *
 * OMP_THREAD_LIMIT is a bound for all of them.
 *
 * Of a region that says how many iterations it has, nobody can tell how many threads it has (region.h). It gets no more than
 * these keep busy, for a block that has nothing to do still has to be started. And where the program names no size it gets
 * more than the device holds at once, one for each iteration, as a kernel that is written by hand does: the device starts
 * blocks as others end, so that all multiprocessors have work to the end. Only when that would be very many, each has some
 * iterations, whose loads are under way together. Reductions are an exception, for each block costs them time.
 *
 * Of other regions of which nobody can tell it, the team is as large as the longest of their loops had something to do for the last
 * times they ran: the first time it has the usual size. A barrier takes the longer the more blocks there are.
 *
 * Blocks have a multiple of 32 threads. A small team is spread over the multiprocessors, since each has its own way
 * to memory; a large one gets blocks of 256, or larger ones where more threads fit on the device that way, or where blocks wait for one
 * another. Over loops that
 * are shared out together lies a grid of as many dimensions, in blocks of whole warps along the innermost.
 *
 * The emulator's threads are real ones, of which more than there are processors only wait for one another. There a team without a
 * size has a thread for each processor, as gcc's has. Told to be like a device the emulator has 8 threads in small blocks, so that
 * a small team still has several.
 */
#include "host.h"

namespace gpump {

/* Threads have several iterations, up to so many of a loop or rows of several, if there are so many times more threads still
   than the device holds at once. */
static const unsigned int MOST_ITERATIONS = 4, MOST_ROWS = 8, WAVES = 16;
static const unsigned int USUAL_BLOCK = 256, WAITING_BLOCK = 1024;
static const unsigned int MOST_THREADS = 1u << 30;

static unsigned int block_size(int index)
{
    return SMALLEST_BLOCK << index;
}

/* The dynamic shared memory of a block of so many threads. */
static size_t shared_bytes(const gpump_region_t *region, unsigned int threads)
{
    if (!region->is_bare)
        return GPUMP_BLOCK_BYTES(threads);
    return region->reductions ? GPUMP_LEAN_BYTES(threads) : 0;
}

/* No larger blocks than these, unless the device holds more threads in them. A barrier of the team takes time for each block, so
   there an eighth of the threads is given for larger ones. */
static unsigned int usual_block(const gpump_region_t *region)
{
    return region->is_independent ? USUAL_BLOCK : WAITING_BLOCK;
}

/* How many threads of the region's kernel run at once, in blocks of each size. */
static void measure(gpump_region_t *region)
{
    if (region->default_block)
        return;
    int most = 0;
    check(region->kernel.attributes(&most), "cudaFuncGetAttributes");
    unsigned int best = 0;
    for (int i = 0; i < GPUMP_BLOCK_SIZES; i++) {
        int blocks = 0;
        unsigned int block = block_size(i);
        if ((int)block <= most && (int)block <= device().threads_per_multiprocessor)
            check(region->kernel.occupancy(&blocks, (int)block, shared_bytes(region, block)),
                  "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
        region->holds[i] = (unsigned int)blocks * (unsigned int)device().multiprocessors * block;
        best = std::max(best, region->holds[i]);
    }
    if (best == 0)
        fail("the device cannot hold a single block of the region's kernel");
    for (int i = 0; i < GPUMP_BLOCK_SIZES; i++) {
        const unsigned int block = block_size(i), enough = region->is_independent ? best : best / 8 * 7;
        if (region->holds[i] >= enough && (region->default_block == 0 || block <= usual_block(region)))
            region->default_block = block;
    }
}

struct Shape {
    unsigned int threads;
    gpump_grid_t grid;
    unsigned long long iterations; /* that are divided up among them, one by one */
    unsigned int rows;             /* as team.h says */
    bool is_of_one_loop = false;   /* and those are all its iterations */

    bool is_grid() const { return grid.blocks[1] * grid.blocks[2] * grid.threads[1] * grid.threads[2] != 1; }
    bool is_whole() const { return threads % grid.threads[0] == 0 && grid.threads[0] % GPUMP_WARP == 0; }
};

static unsigned int held(const gpump_region_t *region, unsigned int block)
{
    int index = 0;
    while (block_size(index) < block)
        index++;
    return region->holds[index];
}

/* Of a team that is spread over the multiprocessors. */
static unsigned int block_for(const gpump_region_t *region, unsigned int threads)
{
    unsigned int each = (threads - 1) / (unsigned int)device().multiprocessors + 1;
    unsigned int block = SMALLEST_BLOCK;
    while (block < each && block < usual_block(region) && block < region->default_block)
        block *= 2;
    return threads > held(region, block) ? region->default_block : block;
}

static Shape in_a_row(const gpump_region_t *region, unsigned int threads, unsigned int block)
{
    unsigned int blocks = (threads - 1) / block + 1;
    int together = blocks > 1 && !region->is_independent;
    return {threads, {{blocks, 1, 1}, {block, 1, 1}, (unsigned int)shared_bytes(region, block), together}, 0, 0};
}

/* How many threads the iterations keep busy: at least 1, and no more than MOST_THREADS. */
static unsigned int busy_threads(const gpump_iterations_t &iterations)
{
    unsigned long long all = iterations.group_size;
    for (unsigned long long count : iterations.counts) {
        if (count == 0)
            return 1;
        all = count > MOST_THREADS / all ? MOST_THREADS : all * count;
    }
    return (unsigned int)all;
}

/* The largest power of 2 that is no more than twice the count, less 1, and no more than `most`, which is one, too. */
static unsigned int side(unsigned long long count, unsigned int most)
{
    unsigned int size = 1;
    while (size < most && size < count)
        size *= 2;
    return size;
}

/* How many iterations a thread has. */
static unsigned int rounds(unsigned long long iterations, unsigned int held_at_once, unsigned int most)
{
    return (unsigned int)std::clamp<unsigned long long>(iterations / WAVES / held_at_once, 1, most);
}

/* Two or three loops: a grid over them. Where it cannot cover the inner loops, or is not to be so large, the threads go
   several times over what it lies over. */
static Shape over_loops(const gpump_region_t *region, const gpump_iterations_t &iterations, unsigned int held_at_once)
{
    static const unsigned int LIMITS[3] = {0x7fffffff, 65535, 65535}; /* of a grid (CUDA's compute capabilities) */
#ifdef GPUMP_EMULATOR
    const unsigned int warp = 2, most = 8 * held_at_once; /* the blocks are small, and have two sides, too */
#else
    const unsigned int warp = GPUMP_WARP, most = MOST_THREADS;
#endif
    const unsigned int busy = busy_threads(iterations), outermost = iterations.loops - 1;
    gpump_grid_t grid = {{1, 1, 1}, {1, 1, 1}, 0, 0};
    unsigned int left = block_for(region, std::min(busy, most)), blocks = std::max(most / left, 1u), threads = 1;
    unsigned int rows = rounds(busy, held_at_once, MOST_ROWS);
    for (unsigned int i = 0; i < iterations.loops; i++) {
        const unsigned long long count = iterations.counts[i];
        grid.threads[i] = side(count, std::min(i == 0 ? warp : 64u, left)); /* no block is deeper than 64 */
        left /= grid.threads[i];
        const unsigned int has = (unsigned int)std::min<unsigned long long>(LIMITS[i], blocks);
        unsigned long long needed = (count - 1) / grid.threads[i] + 1;
        if (i == outermost && rows != 0) {
            rows = (unsigned int)std::max<unsigned long long>(rows, (needed - 1) / has + 1);
            needed = (needed - 1) / rows + 1;
        } else if (needed > has) {
            rows = 0; /* an inner loop that is not covered */
            needed = has;
        }
        grid.blocks[i] = (unsigned int)needed;
        blocks /= grid.blocks[i];
        threads *= grid.threads[i] * grid.blocks[i];
    }
    grid.shared_bytes = (unsigned int)shared_bytes(region, grid.threads[0] * grid.threads[1] * grid.threads[2]);
    return {threads, grid, 0, rows};
}

/* Where nobody can tell how many threads there are; `asked` are those that the program asks for, or 0. */
static Shape shape_of_busy(const gpump_region_t *region, const gpump_iterations_t &iterations, unsigned int asked,
                           unsigned int held_at_once)
{
    const unsigned int busy = busy_threads(iterations);
    if (asked != 0)
        return in_a_row(region, std::min(asked, busy), block_for(region, std::min(asked, busy)));
    const bool is_small = std::max({iterations.counts[0], iterations.counts[1], iterations.counts[2]}) < MOST_THREADS;
    if (iterations.loops > 1 && is_small && busy > 1 && region->reductions == 0)
        return over_loops(region, iterations, held_at_once);
    unsigned int threads = busy;
    bool is_one_each = region->reductions == 0 && iterations.group_size == 1 && region->is_independent;
#ifdef GPUMP_EMULATOR
    is_one_each = false;
#endif
    if (is_one_each)
        threads = (busy - 1) / rounds(busy, held_at_once, MOST_ITERATIONS) + 1;
    else if (busy > held_at_once) /* each has as many as the others */
        threads = (busy - 1) / ((busy - 1) / held_at_once + 1) + 1;
    const unsigned int block = block_for(region, threads);
    if (iterations.group_size > 1) /* whole warps */
        threads = std::min((threads - 1) / block + 1, std::max(held_at_once / block, 1u)) * block;
    return in_a_row(region, threads, block);
}

/* Where nobody can tell: as many as were busy before, in whole blocks, and all with as many iterations as the others. */
static unsigned int adapted(const gpump_region_t *region, unsigned int usual)
{
    if (region->busy == 0)
        return usual;
    const unsigned long long rounds = (region->busy - 1) / usual + 1;
    const unsigned int threads = (unsigned int)((region->busy - 1) / rounds + 1), block = block_for(region, threads);
    return std::min((threads - 1) / block * block + block, usual);
}

/* A region has run, and its longest loop had so many iterations. A program may run it over and over with other sizes, as
   multigrid methods do: a team becomes larger at once, and smaller when the runs have been short for a while. */
static void adapt(gpump_region_t *region, unsigned long long iterations)
{
    static const unsigned int A_WHILE = 32;
    region->recent = std::max({region->recent, iterations, 1ull});
    region->runs = (region->runs + 1) % A_WHILE;
    region->busy = region->runs == 0 ? region->recent : std::max(region->busy, region->recent);
    if (region->runs == 0)
        region->recent = 0;
}

static bool shows_team(const gpump_region_t *region)
{
    return region->shows_team == GPUMP_SHOWN || (region->shows_team == GPUMP_SHOWN_BY_OTHERS && functions_ask);
}

/* A setting that was made for a processor leaves a GPU idle. Said once, of a region that would have more threads without it. */
static void tell_of_setting(const gpump_region_t *region, unsigned int asked, unsigned int otherwise)
{
#ifdef GPUMP_EMULATOR
    (void)region, (void)asked, (void)otherwise;
#else
    static bool told = false;
    if (told || !settings().is_inherited || shows_team(region) || asked >= otherwise)
        return;
    told = true;
    note("OMP_NUM_THREADS=%u leaves all but %u of the device's %u threads idle; without it, teams are as large as suits the device "
         "(GPUMP_NOTES=0 silences this)",
         asked, asked, device().capacity());
#endif
}

/* No team is larger. Where no level of regions may be active, each has one thread. */
static int thread_limit()
{
    return settings().max_active_levels == 0 ? 1 : settings().thread_limit;
}

static Shape shape_of(gpump_region_t *region, int num_threads, const void *arguments)
{
    measure(region);
    unsigned int most = held(region, region->default_block);
    if (!region->iterations) /* otherwise no thread has a copy */
        most = std::min(most, threads_with_copies());
    const unsigned int usual = std::min(most, shows_team(region) ? device().shown_team() : device().default_team());
    const unsigned int limit = (unsigned int)thread_limit();
    unsigned int asked = (unsigned int)(num_threads > 0 ? num_threads : settings().num_threads);
    asked = limit < (asked ? asked : usual) ? limit : asked;
    if (asked == 0 && !is_like_device())
        asked = usual;
    if (asked > most) {
        if (!settings().dynamic && !region->warned)
            warn("the region asks for %u threads, and the device holds %u of it at once; it gets those", asked, most);
        region->warned = true;
        asked = most;
    }
    if (num_threads <= 0 && asked != 0 && !region->iterations)
        tell_of_setting(region, asked, usual);
    if (region->iterations) {
        const gpump_iterations_t iterations = region->iterations(arguments);
        if (num_threads <= 0 && asked != 0)
            tell_of_setting(region, asked, busy_threads(iterations));
        Shape shape = shape_of_busy(region, iterations, asked, usual);
        if (iterations.loops == 1 && iterations.group_size == 1) {
            shape.iterations = iterations.counts[0];
            shape.is_of_one_loop = true;
        }
        return shape;
    }
    const unsigned int threads = asked ? asked : region->is_team_agnostic ? adapted(region, usual) : usual;
    return in_a_row(region, threads, block_for(region, threads));
}

} // namespace gpump

/*
 * Memory that a region will use is moved to the device before it begins, in one piece: page by page, as its threads run
 * into what is missing, takes several times as long.
 *
 * Known of a region are the pointers among its arguments, and the objects that its text names. What a pointer leads into
 * is found in a table of the heap's large blocks, which the host's malloc and free keep; the generator knows how large
 * other objects are. Small ones are left to themselves.
 *
 * What is on the device already must cost next to nothing: of 100 sweeps over the same data the first pays. Pages that
 * have gone to the device are not the host's until it touches them, and the kernel says so (/proc/self/pagemap): three are
 * looked at, the first, the last, and another one each time. Where the host has one of them, sixteen are, and what lies
 * between those that it has and the next goes back to the device. A page that none of these is moves when it is used. And
 * they are looked at only when the host has had the time to touch more than a page or two, for such a look takes a
 * microsecond: what regions that follow one another at once use costs nothing.
 *
 * A region that touches little of what it is given is better left alone: the host, which may use all of it in between, would
 * have to fetch it back. So where much was sent, the kernel's time is taken. If no device's memory is fast enough for all of
 * it in that time, nothing is sent for this region any more.
 *
 * No advice is given to the driver. A prefetch makes it forget what it has learned of pages that both sides use in turn;
 * a preferred location would do the opposite, and keep it from settling for the better of the two.
 *
 * It is a help only: at the first error it stops, without a word. GPUMP_PREFETCH=0 switches it off.
 */
#include "host.h"

namespace gpump {

/* What is smaller moves at once when it is touched. */
static const size_t LEAST_PREFETCH = (size_t)64 << 10;

/* How much is known to have been moved, and when it was last looked at. */
struct Moved {
    size_t size = 0;
    unsigned long long region = 0; /* the number of the last that used it */
    unsigned int uses = 0;
    double looked_at = 0; /* by the host's own time */
    bool stays = false; /* it was sent, and did not go */
};

typedef std::map<uintptr_t, Moved> Places; /* by the address where they begin */

class Prefetch {
public:
    void note_block(void *block, size_t size)
    {
        if (size < LEAST_PREFETCH || !is_on())
            return;
        std::lock_guard<std::mutex> lock(mutex_);
        Moved &moved = blocks_[(uintptr_t)block];
        moved = Moved();
        moved.size = size;
    }

    void forget_block(void *block)
    {
        if (!is_on())
            return;
        std::lock_guard<std::mutex> lock(mutex_);
        blocks_.erase((uintptr_t)block);
    }

    /* Is what one pointer leads to, into a block of the heap, certainly no part of what another leads to? Pointers stay in their
       blocks (C17 6.5.6), so blocks are compared, and not where the pointers lead in them. False where it is not known. Neither is
       touched, and no thread of the device has to look into the heap's tables, whose pages are the host's. How large the block is
       says the heap: the device may have freed it, and taken another one in its place. */
    bool are_apart(const void *written, const void *other)
    {
        const unsigned char *place = static_cast<const unsigned char *>(written);
        if (!is_on() || !gpump_heap_has(the_heap, place))
            return false;
        gpump_extent extent = gpump_heap_extent_at(the_heap, place);
        if (!extent.start) { /* it leads far into a large one */
            std::lock_guard<std::mutex> lock(mutex_);
            auto next = blocks_.upper_bound((uintptr_t)written);
            if (next == blocks_.begin())
                return false;
            extent = gpump_heap_extent(the_heap, reinterpret_cast<const unsigned char *>(std::prev(next)->first), place);
        }
        return extent.start && (other < extent.start || other > extent.stop);
    }

    /* Called with the lock that lets one region run. */
    void before(const gpump_region_t *region, const void *arguments, double begins)
    {
        sent_ = 0;
        if (!is_on() || region->touches_little)
            return;
        std::lock_guard<std::mutex> lock(mutex_);
        region_++;
        if (ended_ != 0)
            host_time_ += begins - ended_;
        new_.clear();
        for (const gpump_region_t *part : region->parts)
            find_all(part, arguments);
        find_all(region, arguments);
    }

    /* Is the kernel's time of interest? */
    bool has_sent_much() const { return sent_ >= MUCH; }

    /* What was sent for the first time, and is the host's still, is of a kind that does not move. */
    void after(gpump_region_t *region, double kernel)
    {
        if (!is_on())
            return;
        ended_ = omp_get_wtime();
        if (has_sent_much() && (double)sent_ > kernel * BYTES_PER_SECOND)
            region->touches_little = true;
        if (new_.empty())
            return;
        std::lock_guard<std::mutex> lock(mutex_);
        for (const auto &[places, start] : new_) {
            auto place = places->find(start);
            if (place != places->end() && can_look() && is_here(start) && is_here(start + place->second.size - 1))
                place->second.stays = true;
        }
        new_.clear();
    }

private:
    enum { UNKNOWN, ON, OFF };

    bool is_on()
    {
        int state = state_.load(std::memory_order_relaxed);
        if (state == UNKNOWN) {
            const char *wish = getenv("GPUMP_PREFETCH");
            state = device().takes_pages() && !(wish && !strcmp(wish, "0")) ? ON : OFF;
            state_.store(state, std::memory_order_relaxed);
        }
        return state == ON;
    }

    void find_all(const gpump_region_t *region, const void *arguments)
    {
        for (const gpump_pointer_t &pointer : region->pointers) {
            uintptr_t address;
            memcpy(&address, static_cast<const char *>(arguments) + pointer.offset, sizeof address);
            find(address, pointer.size);
        }
        for (const gpump_object_t &object : region->objects)
            find((uintptr_t)*object.entry, object.size);
    }

    void find(uintptr_t address, size_t size)
    {
        if (!address)
            return;
        if (gpump_heap_has(the_heap, reinterpret_cast<void *>(address))) {
            auto next = blocks_.upper_bound(address);
            if (next == blocks_.begin())
                return;
            auto &[start, moved] = *std::prev(next);
            if (address - start < moved.size)
                use(blocks_, start, moved);
            return;
        }
        /* The stack, static data: where they can be moved. */
        if (size < LEAST_PREFETCH || !(device().pageable || on_shared_stack(address)))
            return;
        /* Its neighbours are used by the host. */
        uintptr_t end = (address + size) / page_ * page_;
        address = (address + page_ - 1) / page_ * page_;
        size = end - address;
        if (objects_.size() >= MOST_OBJECTS)
            objects_.clear();
        Moved &moved = objects_[address];
        if (moved.size != size) {
            moved = Moved();
            moved.size = size;
        }
        use(objects_, address, moved);
    }

    void use(Places &places, uintptr_t start, Moved &moved)
    {
        if (moved.stays || moved.region == region_)
            return;
        moved.region = region_;
        if (moved.uses != 0 && host_time_ - moved.looked_at < LEAST_TIME)
            return;
        moved.looked_at = host_time_;
        bool done = true;
        if (moved.uses++ == 0) {
            done = send(start, moved.size);
            new_.push_back({&places, start});
        } else if (!can_look()) {
            if (moved.uses % BLIND_USES == 0)
                done = send(start, moved.size);
        } else {
            for (uintptr_t page : {start, start + moved.size - 1, another(start, moved)})
                if (is_here(page)) {
                    done = send_what_is_here(start, moved.size, page - start);
                    break;
                }
        }
        if (!done) {
            moved.stays = true;
            if (&places == &blocks_)
                state_.store(OFF, std::memory_order_relaxed);
        }
    }

    /* Over the uses these are spread evenly. */
    static uintptr_t another(uintptr_t start, const Moved &moved)
    {
        double turn = moved.uses * 0.6180339887498949;
        return start + (size_t)((turn - (double)(unsigned long long)turn) * (double)moved.size);
    }

    /* The pieces of which the host has the first page, or the end, or the one that is `known` to be here. */
    bool send_what_is_here(uintptr_t start, size_t size, size_t known)
    {
        size_t piece = (size / PIECES + page_ - 1) / page_ * page_;
        auto has = [&](size_t at) {
            return (known >= at && known - at < piece) || is_here(start + at) ||
                   (size - at <= piece && is_here(start + size - 1));
        };
        bool done = true;
        for (size_t from = 0, to; from < size; from = to + piece) {
            for (to = from; to < size && has(to);)
                to += piece;
            if (to > from)
                done = send(start + from, std::min(to, size) - from) && done;
        }
        return done;
    }

    /* No more for one region than the process's share of the device holds: the rest comes as it is used. False when CUDA refuses. */
    bool send(uintptr_t start, size_t size)
    {
        if (!room_) {
            size_t available = 0;
            if (cudaMemGetInfo(&available, &room_) != cudaSuccess)
                room_ = 0;
            room_ = room_ / device().processes / 8 * 7;
        }
        if (sent_ + size > room_)
            return true;
        sent_ += size;
        void *memory = reinterpret_cast<void *>(start);
#if defined(GPUMP_EMULATOR) || CUDART_VERSION >= 13000
        cudaMemLocation where = {};
        where.type = cudaMemLocationTypeDevice;
        where.id = device().number;
        cudaError_t error = cudaMemPrefetchAsync(memory, size, where, 0, 0);
#else
        cudaError_t error = cudaMemPrefetchAsync(memory, size, device().number, 0);
#endif
        if (error == cudaSuccess)
            return true;
        cudaGetLastError();
        return false;
    }

    /* ---- Which pages are here ---- */

    /* The kernel may have no such file, or tell nothing of managed memory: the heap's first page has just been written. */
    bool can_look()
    {
        if (pages_ == NOT_OPENED) {
            pages_ = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
            *reinterpret_cast<volatile unsigned char *>(the_heap->start - 1) = 0;
            if (pages_ >= 0 && !is_here((uintptr_t)the_heap->start - 1))
                stop_looking();
        }
        return pages_ >= 0;
    }

    bool is_here(uintptr_t address)
    {
        unsigned long long entry = 0;
        if (pages_ < 0)
            return false;
        if (pread(pages_, &entry, sizeof entry, (off_t)(address / page_ * sizeof entry)) != (ssize_t)sizeof entry)
            stop_looking();
        return entry >> 63;
    }

    void stop_looking()
    {
        if (pages_ >= 0)
            close(pages_);
        pages_ = -1;
    }

    static const size_t MOST_OBJECTS = 4096, PIECES = 16, MUCH = (size_t)16 << 20;
    static constexpr double BYTES_PER_SECOND = 20e12;
    static const unsigned int BLIND_USES = 16; /* where nobody can look: at the first of so many uses */
    static const int NOT_OPENED = -2;
    /* Of the host, in seconds: a page that it takes back from the device takes it as long. */
    static constexpr double LEAST_TIME = 20e-6;

    std::atomic<int> state_{UNKNOWN};
    std::mutex mutex_;
    Places blocks_, objects_;
    std::vector<std::pair<Places *, uintptr_t>> new_; /* sent for the first time, for this region */
    unsigned long long region_ = 0;
    double host_time_ = 0, ended_ = 0; /* how long the host ran outside of regions; the end of the last one */
    size_t sent_ = 0, room_ = 0;
    size_t page_ = (size_t)sysconf(_SC_PAGESIZE);
    int pages_ = NOT_OPENED;
};

/* It lives as long as any thread may free a block. */
static Prefetch &prefetch()
{
    static Prefetch *all = new Prefetch;
    return *all;
}

} // namespace gpump

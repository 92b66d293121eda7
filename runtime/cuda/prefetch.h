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
 * Large blocks of the heap that the host will probably take back (predict.h) are sent to it when the region has ended; behind a bare
 * one the host goes on meanwhile. The next region waits until all has come. Blocks that a region only reads stay where they are.
 *
 * No advice is given to the driver. A prefetch makes it forget what it has learned of pages that both sides use in turn;
 * a preferred location would do the opposite, and keep it from settling for the better of the two.
 *
 * It is a help only: at the first error it stops, without a word. GPUMP_PREFETCH=0 switches it off.
 */
#include "host.h"
#include "predict.h"

namespace gpump {

/* What is smaller moves at once when it is touched. */
static const size_t LEAST_PREFETCH = (size_t)64 << 10;
/* The host fetches what is smaller in about the time that it takes to ask for it. */
static const size_t LEAST_RETURN = (size_t)1 << 20;

/* How much is known to have been moved, and when it was last looked at. */
struct Moved {
    size_t size = 0;
    unsigned long long region = 0; /* the number of the last that used it */
    unsigned int uses = 0;
    double looked_at = 0; /* by the host's own time */
    bool stays = false; /* it was sent, and did not go */
    bool is_written = false; /* by the region that used it last */
    Prediction prediction;
    uintptr_t witness = 0; /* where that begins, if the block was sent back */
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
        due_.clear();
        wait_for_returns();
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

    /* CUDA has the host wait for what moves to it, unless the stream has something to wait for itself. So this is called as soon as the
       region's last kernel has been launched. But a kernel that may ask the host for something must not have it wait: then this is called
       when it has ended. What has been sent is not sent again. */
    void send_back()
    {
        if (due_.empty() || !(returns_ || make_returns()))
            return;
        bool done = cudaEventRecord(launched_, 0) == cudaSuccess && cudaStreamWaitEvent(returns_, launched_, 0) == cudaSuccess;
        for (uintptr_t start : due_) {
            uintptr_t end, witness;
            if (!done || !mark_as_sent(start, end, witness))
                continue;
            is_returning_ = true;
            /* The lock is free: with the emulator the kernel runs now. */
            done = (witness == start || move(start, witness - start, TO_HOST)) &&
                   (witness + WITNESS == end || move(witness + WITNESS, end - witness - WITNESS, TO_HOST));
        }
        due_.clear();
        if (!done)
            give_up();
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
    enum Way { TO_DEVICE, TO_HOST };

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
            find(address, pointer.size, !pointer.is_const);
        }
        for (const gpump_object_t &object : region->objects)
            find((uintptr_t)*object.entry, object.size, true);
    }

    void find(uintptr_t address, size_t size, bool is_written)
    {
        if (!address)
            return;
        if (gpump_heap_has(the_heap, reinterpret_cast<void *>(address))) {
            auto next = blocks_.upper_bound(address);
            if (next == blocks_.begin())
                return;
            auto &[start, moved] = *std::prev(next);
            if (address - start < moved.size)
                use(blocks_, start, moved, is_written);
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
        use(objects_, address, moved, is_written);
    }

    void use(Places &places, uintptr_t start, Moved &moved, bool is_written)
    {
        if (moved.stays)
            return;
        if (moved.region != region_) {
            moved.region = region_;
            moved.is_written = false;
            const bool is_fetched = moved.witness && is_here(moved.witness);
            const bool is_taken = look(places, start, moved);
            moved.prediction.begin(moved.witness ? is_fetched : is_taken);
            moved.witness = 0;
            if (&places == &blocks_ && moved.size >= LEAST_RETURN && !device().pageable && moved.prediction.is_due())
                due_.push_back(start);
        }
        moved.is_written |= is_written;
    }

    /* Sends what is here. Is it known that the host had all of it? */
    bool look(Places &places, uintptr_t start, Moved &moved)
    {
        /* What was sent back is here without the host's doing. */
        if (moved.uses != 0 && !moved.witness && host_time_ - moved.looked_at < LEAST_TIME)
            return false;
        moved.looked_at = host_time_;
        bool done = true;
        const size_t sent = sent_;
        if (moved.uses++ == 0) {
            done = send(start, moved.size);
            new_.push_back({&places, start});
        } else if (moved.witness) {
            done = send(start, moved.size);
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
        return sent_ - sent == moved.size && can_look();
    }

    /* Over the uses these are spread evenly. */
    static uintptr_t another(uintptr_t start, const Moved &moved)
    {
        return start + (size_t)(turn(moved) * (double)moved.size);
    }

    static double turn(const Moved &moved)
    {
        const double turns = moved.uses * 0.6180339887498949;
        return turns - (double)(unsigned long long)turns;
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
        return move(start, size, TO_DEVICE);
    }

    /* False when CUDA refuses. The kernels wait for what moves to the device. */
    bool move(uintptr_t start, size_t size, Way way)
    {
        void *memory = reinterpret_cast<void *>(start);
        cudaStream_t stream = way == TO_HOST ? returns_ : 0;
#if defined(GPUMP_EMULATOR) || CUDART_VERSION >= 13000
        cudaMemLocation where = {};
        where.type = way == TO_HOST ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
        where.id = way == TO_HOST ? 0 : device().number;
        cudaError_t error = cudaMemPrefetchAsync(memory, size, where, 0, stream);
#else
        cudaError_t error = cudaMemPrefetchAsync(memory, size, way == TO_HOST ? cudaCpuDeviceId : device().number, stream);
#endif
        if (error == cudaSuccess)
            return true;
        cudaGetLastError();
        return false;
    }

    /* ---- What is sent back ---- */

    /* A stream that waits for no other, nor they for it: the host goes on when the kernel has ended. */
    bool make_returns()
    {
        if (cudaEventCreateWithFlags(&launched_, cudaEventDisableTiming) == cudaSuccess &&
            cudaStreamCreateWithFlags(&returns_, cudaStreamNonBlocking) == cudaSuccess)
            return true;
        returns_ = nullptr;
        give_up();
        return false;
    }

    /* The block from `start` to `end`, but for its witness. False where it is gone, or the region only reads it. */
    bool mark_as_sent(uintptr_t start, uintptr_t &end, uintptr_t &witness)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        auto place = blocks_.find(start);
        if (place == blocks_.end() || !place->second.is_written)
            return false;
        Moved &moved = place->second;
        end = start + moved.size;
        const uintptr_t first = (start + WITNESS - 1) / WITNESS * WITNESS;
        witness = moved.witness = first + (size_t)(turn(moved) * (double)((end - first) / WITNESS)) * WITNESS;
        moved.prediction.send();
        return true;
    }

    /* No page moves both ways, and which are here is certain. */
    void wait_for_returns()
    {
        if (is_returning_ && cudaStreamSynchronize(returns_) != cudaSuccess)
            give_up();
        is_returning_ = false;
    }

    void give_up()
    {
        cudaGetLastError();
        state_.store(OFF, std::memory_order_relaxed);
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
    static const size_t WITNESS = LEAST_PREFETCH;
    static constexpr double BYTES_PER_SECOND = 20e12;
    static const unsigned int BLIND_USES = 16; /* where nobody can look: at the first of so many uses */
    static const int NOT_OPENED = -2;
    /* Of the host, in seconds: a page that it takes back from the device takes it as long. */
    static constexpr double LEAST_TIME = 20e-6;

    std::atomic<int> state_{UNKNOWN};
    std::mutex mutex_;
    Places blocks_, objects_;
    std::vector<std::pair<Places *, uintptr_t>> new_; /* sent for the first time, for this region */
    std::vector<uintptr_t> due_; /* blocks that this region uses, and the host after it */
    cudaStream_t returns_ = nullptr;
    cudaEvent_t launched_ = nullptr;
    bool is_returning_ = false;
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

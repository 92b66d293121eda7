/*
 * How long each region took. With GPUMP_TIMES=FILE a line is appended to FILE when a region has run on the device:
 *
 *     region,dot_parallel0,dot.c,9,BEGIN,END,KERNEL
 *
 * BEGIN and END are seconds of CLOCK_MONOTONIC around all that the region costs the host's program, the movement of data
 * included; KERNEL is the kernel's own time in seconds, by the device's clock. A line is written at once, so that what the
 * file says is true when the program dies. A region in parts (region.h) has one line with the region's name, in which KERNEL
 * is the time from the first kernel's beginning to the last one's end.
 */
#include "host.h"

namespace gpump {

/* A kernel's time, by two events that are made once. */
class KernelClock {
public:
    void start()
    {
        if (!first_) {
            check(cudaEventCreate(&first_), "cudaEventCreate");
            check(cudaEventCreate(&last_), "cudaEventCreate");
        }
        check(cudaEventRecord(first_, 0), "cudaEventRecord");
    }
    void stop() { check(cudaEventRecord(last_, 0), "cudaEventRecord"); }

    /* When the kernel has ended. */
    double seconds()
    {
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, first_, last_), "cudaEventElapsedTime");
        return milliseconds * 1e-3;
    }

private:
    cudaEvent_t first_ = nullptr, last_ = nullptr;
};

class Times {
public:
    bool are_wanted()
    {
        if (!asked_)
            ask();
        return file_ >= 0;
    }

    /* Before the region's preparations. */
    void begin()
    {
        if (are_wanted())
            begin_ = omp_get_wtime();
    }

    void end(const gpump_region_t *region, double kernel)
    {
        if (!are_wanted())
            return;
        double now = omp_get_wtime();
        char line[4096];
        int length = snprintf(line, sizeof line, "region,%s,%s,%d,%.9f,%.9f,%.9f\n", region->name, region->file,
                              region->line, begin_, now, kernel);
        if (length > 0 && length < (int)sizeof line && write(file_, line, (size_t)length) != length) {
            warn("GPUMP_TIMES: nothing more can be written: %s", strerror(errno));
            close(file_);
            file_ = -1;
        }
    }

private:
    void ask()
    {
        asked_ = true;
        const char *name = getenv("GPUMP_TIMES");
        if (!name || !*name)
            return;
        file_ = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (file_ < 0)
            warn("GPUMP_TIMES is \"%s\", which cannot be written: %s", name, strerror(errno));
    }

    bool asked_ = false;
    int file_ = -1;
    double begin_ = 0;
};

static KernelClock kernel_clock;
static Times times;

} // namespace gpump

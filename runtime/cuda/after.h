/*
 * What a region leaves for the host to do when it has ended (team.h): results of its reductions, which are combined with
 * the originals here, and blocks of the C library's, or of constructors, that the device has freed.
 *
 * It lies in page-locked host memory. There the device's few writes go over the bus without a page that moves, and the
 * host's look after each region costs nothing.
 */
#include "host.h"

namespace gpump {

static gpump_after_t *after;

static void make_after()
{
    check(cudaHostAlloc((void **)&after, sizeof *after, cudaHostAllocMapped), "cudaHostAlloc");
    memset(static_cast<void *>(after), 0, sizeof *after);
}

/* Small integers become larger ones, without a sign: no product of theirs is too large then. */
template <class T> static T combined(int operation, T first, T second)
{
    typedef typename std::conditional<std::is_floating_point<T>::value, T, unsigned long long>::type wide;
    wide a = first, b = second;
    switch (operation) {
    case GPUMP_ADD:
        return (T)(a + b);
    case GPUMP_MUL:
        return (T)(a * b);
    case GPUMP_SET:
        return second;
    case GPUMP_LOGICAL_AND:
        return (T)(a != 0 && b != 0);
    case GPUMP_LOGICAL_OR:
        return (T)(a != 0 || b != 0);
    case GPUMP_MAX:
        return first > second ? first : second;
    case GPUMP_MIN:
        return first < second ? first : second;
    }
    if constexpr (!std::is_floating_point<T>::value)
        switch (operation) {
        case GPUMP_AND:
            return (T)(a & b);
        case GPUMP_OR:
            return (T)(a | b);
        case GPUMP_XOR:
            return (T)(a ^ b);
        }
    return first;
}

template <class T> static void combine(const gpump_result_t &result)
{
    T original, value;
    memcpy(&original, result.original, sizeof original);
    memcpy(&value, &result.value, sizeof value);
    original = combined(result.operation, original, value);
    memcpy(result.original, &original, sizeof original);
}

static void combine_result(const gpump_result_t &result)
{
    switch (result.type) {
    case GPUMP_BOOL: { /* a product or a sum of truth values is one, too */
        bool original = *static_cast<unsigned char *>(result.original) != 0, value = (result.value & 255) != 0;
        bool both = combined<unsigned int>(result.operation, original, value) != 0;
        *static_cast<unsigned char *>(result.original) = both;
        break;
    }
    case GPUMP_UNSIGNED + 1:
        combine<uint8_t>(result);
        break;
    case GPUMP_UNSIGNED + 2:
        combine<uint16_t>(result);
        break;
    case GPUMP_UNSIGNED + 4:
        combine<uint32_t>(result);
        break;
    case GPUMP_UNSIGNED + 8:
        combine<uint64_t>(result);
        break;
    case GPUMP_SIGNED + 1:
        combine<int8_t>(result);
        break;
    case GPUMP_SIGNED + 2:
        combine<int16_t>(result);
        break;
    case GPUMP_SIGNED + 4:
        combine<int32_t>(result);
        break;
    case GPUMP_SIGNED + 8:
        combine<int64_t>(result);
        break;
    case GPUMP_FLOAT + 4:
        combine<float>(result);
        break;
    case GPUMP_FLOAT + 8:
        combine<double>(result);
        break;
    }
}

static void free_foreign_blocks()
{
    unsigned long long block = after->foreign;
    after->foreign = 0;
    while (block) {
        void *memory = reinterpret_cast<void *>((uintptr_t)block);
        memcpy(&block, memory, sizeof block);
        gpump_heap_free(memory);
    }
}

/* How long the region's longest loop was. */
static unsigned long long take_iterations()
{
    const unsigned long long iterations = after->iterations;
    after->iterations = 0;
    return iterations;
}

static void do_what_is_left()
{
    for (gpump_result_t &result : after->results) {
        if (!result.original)
            continue;
        combine_result(result);
        result.original = nullptr;
    }
    if (after->foreign)
        free_foreign_blocks();
}

} // namespace gpump

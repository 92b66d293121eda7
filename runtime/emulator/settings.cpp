/*
 * The size of the emulated device, and what can be switched. All comes from the environment, since the
 * program that is emulated has its command line for itself.
 */
#include "internal.h"

namespace gpump_emulator {

static long setting(const char *name, long otherwise, long least, long most)
{
    const char *value = getenv(name);
    if (!value || !*value)
        return otherwise;
    char *end;
    long number = strtol(value, &end, 10);
    if (*end || number < least || number > most)
        fault(text("%s is \"%s\", and should be a number from %ld to %ld", name, value, least, most), nullptr);
    return number;
}

/* A sanitizer keeps much of its own on a thread's stack. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
static const long STACK_KIB = 4096;
#else
static const long STACK_KIB = 512;
#endif

bool one_memory = false;

/* The threads of a small team may have stacks as a program's main thread has; what is not touched costs nothing. */
static long default_stack()
{
    return one_memory ? 8192 : STACK_KIB;
}

/* In the cuda dialect a team may be as large as the device, and it is a small one: each of its threads is a real one. */
static long default_threads()
{
    return one_memory ? 128 : 2048;
}

const Settings &settings()
{
    static const Settings s = {
        (int)setting("GPUMP_EMULATOR_DEVICES", 1, 1, 64),
        (int)setting("GPUMP_EMULATOR_MULTIPROCESSORS", 4, 1, 1024),
        (int)setting("GPUMP_EMULATOR_THREADS", default_threads(), 1, 2048),
        (size_t)setting("GPUMP_EMULATOR_MEMORY", 1024, 1, 65536) << 20,
        (size_t)setting("GPUMP_EMULATOR_STACK", default_stack(), 64, 65536) << 10,
        (int)setting("GPUMP_EMULATOR_DEADLOCK", 2, 0, 86400),
        setting("GPUMP_EMULATOR_CHECK", 1, 0, 1) != 0 && !one_memory,
        one_memory ? (int)setting("GPUMP_EMULATOR_PAGEABLE", 2, 0, 2) : 0,
        setting("GPUMP_EMULATOR_LIKE_DEVICE", watching(), 0, 1) != 0,
        getenv("GPUMP_EMULATOR_PREFETCHES"),
    };
    return s;
}

bool told_to_fail(const char *function)
{
    static const char *request = getenv("GPUMP_EMULATOR_FAIL");
    static std::atomic<long> calls{0};
    if (!request)
        return false;
    const char *colon = strchr(request, ':');
    size_t length = colon ? (size_t)(colon - request) : strlen(request);
    if (strlen(function) != length || strncmp(function, request, length) != 0)
        return false;
    if (colon && !strcmp(colon, ":*"))
        return true;
    return ++calls == (colon ? atol(colon + 1) : 1);
}

} // namespace gpump_emulator

bool gpump_emulator_is_like_device()
{
    return gpump_emulator::settings().like_device;
}

void gpump_emulator_share_memory()
{
    gpump_emulator::one_memory = true;
}

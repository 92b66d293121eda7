/*
 * A fault ends the program: on a GPU the device would be lost, and so would any reason to go on. Many
 * threads may be at fault at once; the first to arrive here speaks, the others wait for the end. What the
 * program has printed so far comes out first.
 */
#include "internal.h"

#include <signal.h>
#include <stdarg.h>
#include <unistd.h>
#include <ucontext.h>

namespace gpump_emulator {

std::string text(const char *format, ...)
{
    char buffer[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(buffer, sizeof buffer, format, list);
    va_end(list);
    return buffer;
}

/* Returns to the first thread that calls it, and to that one again; no other thread goes on. A fault of
   the emulator's own while it describes one ends the program at once. */
void claim_fault()
{
    static std::atomic<bool> told{false};
    static __thread bool mine = false;
    if (mine) {
        static const char words[] = "gpump emulator: error: a second fault while the first was told\n";
        if (write(2, words, sizeof words - 1) < 0)
            _exit(STATUS);
        _exit(STATUS);
    }
    if (told.exchange(true))
        for (;;)
            pause();
    mine = true;
    in_kernel_code = false;
}

/* A thread that waits for the end in claim_fault may have been stopped within printf, and hold the stream. */
static void flush_output()
{
    for (int tries = 0; tries < 100; tries++, usleep(1000)) {
        if (ftrylockfile(stdout) != 0)
            continue;
        fflush(nullptr);
        funlockfile(stdout);
        return;
    }
}

void fault(const std::string &what, const void *code, const std::string &help)
{
    fault_at(what, source_line(code), help);
}

void fault_at(const std::string &what, const std::string &place, const std::string &help)
{
    flush_output();
    std::string message = "gpump emulator: error: " + what + "\n";
    if (!place.empty())
        message += "  --> " + place + "\n";
    if (!help.empty())
        message += "  help: " + help + "\n";
    fputs(message.c_str(), stderr);
    fflush(stderr);
    _exit(STATUS);
}

void note(const std::string &what)
{
    fflush(stdout);
    fprintf(stderr, "gpump emulator: note: %s\n", what.c_str());
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    uintptr_t address = reinterpret_cast<uintptr_t>(info->si_addr);
    const void *code = nullptr;
    const char *verb = "touches";
#if defined(__x86_64__)
    const mcontext_t &machine = static_cast<ucontext_t *>(context)->uc_mcontext;
    code = reinterpret_cast<const void *>(machine.gregs[REG_RIP]);
    verb = machine.gregs[REG_ERR] & 2 ? "writes" : "reads";
#elif defined(__aarch64__)
    code = reinterpret_cast<const void *>(static_cast<ucontext_t *>(context)->uc_mcontext.pc);
#else
    (void)context;
#endif
    bool ours = self || (number == SIGSEGV && device_memory().contains(address));
    if (ours)
        claim_fault();
    if (self && (number == SIGFPE || number == SIGILL))
        fault("integer division by zero in " + thread_name(), code,
              "a GPU does not stop here, it goes on with a meaningless result");
    if (self && address - (self->stack - STACK_GUARD) < STACK_GUARD)
        fault(thread_name() + " has used up its stack of " + describe_size(self->stack_size), code,
              "GPUMP_EMULATOR_STACK sets the size, in KiB");
    if (self)
        fault(thread_name() + text(" %s address 0x%lx: ", verb, (unsigned long)address) + describe_address(address, 1),
              code);
    if (ours)
        fault(text("the host %s device memory at 0x%lx: ", verb, (unsigned long)address) +
                  device_memory().describe(address, 1),
              code, "device memory is reached with cudaMemcpy, or from a kernel");
    /* The host's own mistake: as if nobody had caught it. */
    signal(number, SIG_DFL);
    raise(number);
}

void install_signal_handlers()
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
    sigaction(SIGFPE, &action, nullptr);
    sigaction(SIGILL, &action, nullptr);
}

static struct Installer {
    Installer() { install_signal_handlers(); }
} installer;

} // namespace gpump_emulator

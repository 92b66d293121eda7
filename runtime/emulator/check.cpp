/*
 * Is this access allowed?
 *
 * Compiled with -fsanitize=thread, a program calls one of ThreadSanitizer's functions before every access
 * to memory. It is then linked without that library, and gets the functions of hooks.cpp, which ask here. A
 * kernel's thread may touch what a thread on a GPU could reach: device and managed memory within live
 * blocks, its own stack, shared memory, __device__ variables, its parameters; and it may read constants.
 * Host code may touch anything but device memory, and for that the locked pages suffice (memory.cpp).
 */
#include "internal.h"

namespace gpump_emulator {

struct VariableRange {
    uintptr_t start;
    size_t size;
};

/* Filled while the program's static objects are made, so before any kernel runs. */
static std::vector<VariableRange> &device_variables()
{
    static std::vector<VariableRange> *variables = new std::vector<VariableRange>;
    return *variables;
}

DeviceVariable::DeviceVariable(const void *address, size_t size)
{
    device_variables().push_back({reinterpret_cast<uintptr_t>(address), size});
}

bool is_device_variable(uintptr_t address, size_t size)
{
    for (const VariableRange &variable : device_variables())
        if (address >= variable.start && address + size <= variable.start + variable.size)
            return true;
    return false;
}

static bool is_parameter(uintptr_t address, size_t size)
{
    uintptr_t start = reinterpret_cast<uintptr_t>(self->grid->parameters);
    return address >= start && address + size <= start + self->grid->parameters_size;
}

std::string describe_address(uintptr_t address, size_t size)
{
    if (address < 4096)
        return "a null pointer";
    if (device_memory().contains(address))
        return device_memory().describe(address, size);
    if (managed_memory().contains(address))
        return managed_memory().describe(address, size);
    if (is_readable_image(address, 1)) {
        std::string name = variable_name(address);
        return name.empty() ? "a constant" : "the constant `" + name + "`";
    }
    if (is_writable_image(address)) {
        std::string name = variable_name(address);
        return name.empty() ? "a global variable of the host" : "the host's global variable `" + name + "`";
    }
    if (watching() && watched_heap().contains(address))
        return watched_heap().describe(address, size);
    std::string mapping = mapping_name(address);
    if (mapping == "[stack]")
        return "the host's stack";
    if (mapping == "[heap]" || mapping == "[anonymous]")
        return "the host's heap";
    if (mapping.empty())
        return "no memory at all";
    return "the host's memory (" + mapping + ")";
}

/* The calling thread runs a kernel. */
bool may_access(uintptr_t address, size_t size, AccessKind kind)
{
    Worker *worker = self;
    if (address - worker->stack < worker->stack_size && size <= worker->stack_size - (address - worker->stack))
        return true;
    if (device_memory().is_live(address, size) || managed_memory().is_live(address, size)) {
        /* A loop that only waits looks at one place. */
        if (kind == writes || (kind == reads && address != worker->last_access))
            worker->progress.store(worker->progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        worker->last_access = address;
        return true;
    }
    OutOfKernel out;
    return is_parameter(address, size) || is_shared_memory(address, size) || is_device_variable(address, size) ||
           (kind == reads && is_readable_image(address, size)) || !settings().check;
}

void forbid(uintptr_t address, size_t size, AccessKind kind, const void *code)
{
    claim_fault();
    static const char *const verbs[] = {"reads", "writes", "updates"};
    std::string place = describe_address(address, size);
    for (Worker *worker : workers())
        if (address - worker->stack < worker->stack_size)
            place = "the stack of another thread";
    if (one_memory) {
        Place at = place_of(code);
        fault_at(thread_name() + text(" %s %s at 0x%lx: ", verbs[kind], describe_size(size).c_str(), (unsigned long)address) +
                     place,
                 source_line(at.codes, at.count));
    }
    fault(thread_name() + text(" %s %s at 0x%lx: ", verbs[kind], describe_size(size).c_str(), (unsigned long)address) +
              place,
          code);
}

void check_access(const void *pointer, size_t size, AccessKind kind, const void *code)
{
    uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
    if (!in_kernel_code)
        return;
    if (watching())
        watch_access(address, size, kind, false, code);
    else if (!may_access(address, size, kind))
        forbid(address, size, kind, code);
}

} // namespace gpump_emulator

/*
 * Moving a region's data to the device and back (thesis, chapter 5 and 8.4.1).
 *
 * A variable of the region is copied into its place in the parameter structure. A pointer needs more: the
 * block of accessible memory that it points into gets a twin on the device, with the same contents, and
 * the pointer becomes the device's, at the same distance from the twin's start. Behind a pointer to a
 * pointer the block's own words are pointers and are treated likewise, and so on, to any level; a block has
 * one twin however many pointers reach it, so what aliases on the host aliases on the device. Afterwards
 * everything is copied back, and pointers into twins become pointers into what they are twins of.
 *
 * A pointer may also point at another variable of the region: its twin is that variable's place in the
 * parameter structure, wherever the structure will be on the device. That is known only when generated code
 * has allocated and filled it, so these pointers are put right by the cudaMemcpy that fills it
 * (gpump_cuda_memcpy_at). On the way back, the structure says for itself where its places were: the kernel
 * has left their addresses in it.
 *
 * The list of accessible memory is untyped (6.4). Behind a pointer to pointers every word that looks like
 * a pointer into known memory is taken for one, every other is left as it is.
 */
#ifndef GPUMP_TRANSFER_H
#define GPUMP_TRANSFER_H

#include <gpump_alloc_list.h>

/* Bytes kept free after a twin, so that a pointer just past its end is no pointer to the next one. The
   emulator keeps blocks apart by itself, and checks their ends to the byte. */
#ifdef GPUMP_EMULATOR
#define GPUMP_GAP 0
#else
#define GPUMP_GAP 1
#endif

/* A block of the host's and the device's copy of it, for the length of one region. */
struct gpump_twin_t {
    uintptr_t host;
    size_t size;
    uintptr_t device;
    int level;       /* of the highest pointer that reaches it: above 1, its words are pointers */
    size_t variable; /* by which it was found */
};

/* A word that is to point at a variable's place in the parameter structure. */
struct gpump_forward_t {
    uintptr_t word; /* in the host's copy of the structure, or in a twin */
    bool on_device;
    size_t variable; /* pointed at */
    size_t offset;
};

struct gpump_region_t {
    bool open = false;
    const gpump_copy_config_t *table = NULL;
    size_t count = 0;
    std::map<uintptr_t, gpump_twin_t> twins; /* by the host's start */
    std::map<uintptr_t, const gpump_twin_t *> by_device;
    std::vector<gpump_forward_t> forwards;
    void *parameters = NULL; /* on the device */
};

inline gpump_region_t &gpump_region()
{
    static gpump_region_t region;
    return region;
}

inline bool gpump_goes_to_device(const gpump_copy_config_t &entry)
{
    return entry.data_clause & (GPUMP_SHARED | GPUMP_FIRSTPRIVATE | GPUMP_REDUCTION_ADD);
}

inline bool gpump_comes_back(const gpump_copy_config_t &entry)
{
    return entry.data_clause & (GPUMP_SHARED | GPUMP_REDUCTION_ADD);
}

inline char *gpump_member(const gpump_copy_config_t &entry)
{
    return (char *)const_cast<void *>(entry.member);
}

inline uintptr_t gpump_word(const void *at)
{
    uintptr_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

inline size_t gpump_pointer_count(const gpump_copy_config_t &entry)
{
    return entry.pointer_level > 0 ? entry.size / sizeof(void *) : 0;
}

/* ---- To the device ------------------------------------------------------------------------ */

/* The shared variable of the region that holds the address, or (`end`) ends just before it. */
inline bool gpump_find_variable(uintptr_t address, bool end, size_t *variable)
{
    const gpump_region_t &region = gpump_region();
    for (size_t k = 0; k < region.count; k++) {
        uintptr_t offset = address - gpump_address(region.table[k].host);
        if (gpump_comes_back(region.table[k]) && (end ? offset == region.table[k].size : offset < region.table[k].size)) {
            *variable = k;
            return true;
        }
    }
    return false;
}

/* What a host pointer points at: nothing known, a variable, or a block in the list. What holds the address
   goes before what ends there; a variable goes before a block, since the region knows it by name. */
enum gpump_target_kind_t { GPUMP_NOWHERE, GPUMP_AT_VARIABLE, GPUMP_IN_BLOCK };
struct gpump_target_t {
    gpump_target_kind_t kind;
    size_t variable;
    uintptr_t block;
};

inline gpump_target_t gpump_find_target(uintptr_t address)
{
    gpump_target_t target = {GPUMP_NOWHERE, 0, 0};
    gpump_alloc_list_t::const_iterator block = gpump_alloc_list_find(address);
    bool listed = block != gpump_alloc_list().end();
    bool inside = listed && address - block->first < block->second;
    if (gpump_find_variable(address, false, &target.variable) ||
        (!inside && gpump_find_variable(address, true, &target.variable)))
        target.kind = GPUMP_AT_VARIABLE;
    else if (listed) {
        target.kind = GPUMP_IN_BLOCK;
        target.block = block->first;
    }
    return target;
}

/* Notes that a pointer of this level points here: the block, if it is one, and all that can be reached
   through it, will need twins. */
inline gpump_target_kind_t gpump_reach(uintptr_t address, int level, size_t variable)
{
    gpump_target_t target = gpump_find_target(address);
    if (target.kind != GPUMP_IN_BLOCK)
        return target.kind;
    size_t size = gpump_alloc_list()[target.block];
    gpump_twin_t &twin =
        gpump_region().twins.insert({target.block, gpump_twin_t{target.block, size, 0, 0, variable}}).first->second;
    if (level <= twin.level)
        return target.kind;
    twin.level = level;
    for (size_t at = 0; level > 1 && at + sizeof(void *) <= size; at += sizeof(void *))
        gpump_reach(gpump_word((char *)target.block + at), level - 1, variable);
    return target.kind;
}

/* The device's form of a host pointer. One that is to point into the parameter structure has none yet: it
   is noted, to be written to `word` later. */
inline uintptr_t gpump_to_device(uintptr_t address, uintptr_t word, bool word_on_device)
{
    gpump_target_t target = gpump_find_target(address);
    gpump_region_t &region = gpump_region();
    if (target.kind == GPUMP_AT_VARIABLE)
        region.forwards.push_back(gpump_forward_t{word, word_on_device, target.variable,
                                                  address - gpump_address(region.table[target.variable].host)});
    if (target.kind != GPUMP_IN_BLOCK)
        return address;
    return region.twins[target.block].device + (address - target.block);
}

inline void gpump_fill_twin(const gpump_call_t &call, const gpump_twin_t &twin)
{
    std::vector<char> contents((const char *)twin.host, (const char *)twin.host + twin.size);
    for (size_t at = 0; twin.level > 1 && at + sizeof(void *) <= twin.size; at += sizeof(void *)) {
        uintptr_t word = gpump_to_device(gpump_word(&contents[at]), twin.device + at, true);
        memcpy(&contents[at], &word, sizeof word);
    }
    if (cudaError_t error = (cudaMemcpy)((void *)twin.device, contents.data(), twin.size, cudaMemcpyHostToDevice))
        gpump_fail_cuda(call, error, "cannot copy to the device what %s points to",
                        gpump_variable_name(twin.variable).c_str());
}

inline void gpump_copy_to_device_at(gpump_call_t call, gpump_copy_config_t *table, size_t count)
{
    gpump_place().region = gpump_trailing_number(call.arguments);
    gpump_place().file = call.text;
    gpump_region_t &region = gpump_region();
    region.open = true;
    region.table = table;
    region.count = count;

    for (size_t k = 0; k < count; k++) {
        *table[k].twin = NULL;
        if (!gpump_goes_to_device(table[k]))
            continue;
        memcpy(gpump_member(table[k]), const_cast<const void *>(table[k].host), table[k].size);
        for (size_t i = 0; i < gpump_pointer_count(table[k]); i++) {
            uintptr_t pointer = gpump_word(gpump_member(table[k]) + i * sizeof(void *));
            if (pointer == 0 || gpump_reach(pointer, table[k].pointer_level, k) != GPUMP_NOWHERE)
                continue;
            std::string element = gpump_pointer_count(table[k]) > 1 ? "element " + std::to_string(i) + " of " : "";
            gpump_fail(call,
                       "name what it points to in #pragma gpump accessible, or allocate it with gpump_malloc; a "
                       "pointer without a target should be NULL",
                       "%s%s holds %p, which lies in no memory that the region may reach", element.c_str(),
                       gpump_variable_name(k).c_str(), (void *)pointer);
        }
    }

    for (std::pair<const uintptr_t, gpump_twin_t> &entry : region.twins) {
        gpump_twin_t &twin = entry.second;
        void *device = NULL;
        if (cudaError_t error = (cudaMalloc)(&device, twin.size + GPUMP_GAP))
            gpump_fail_cuda(call, error, "no device memory for the %zu bytes that %s points to", twin.size,
                            gpump_variable_name(twin.variable).c_str());
        twin.device = gpump_address(device);
        region.by_device[twin.device] = &twin;
    }
    for (const std::pair<const uintptr_t, gpump_twin_t> &entry : region.twins)
        gpump_fill_twin(call, entry.second);
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; gpump_goes_to_device(table[k]) && i < gpump_pointer_count(table[k]); i++) {
            char *at = gpump_member(table[k]) + i * sizeof(void *);
            uintptr_t word = gpump_to_device(gpump_word(at), gpump_address(at), false);
            memcpy(at, &word, sizeof word);
        }
    }
}

/* Generated code fills the parameter structure on the device: it is the first copy to the device after
   gpump_copy_to_device. Pointers to places in it are now possible. */
inline void gpump_place_parameters(const gpump_call_t &call, void *device, const void *host, size_t size)
{
    gpump_region_t &region = gpump_region();
    region.parameters = device;
    for (const gpump_forward_t &forward : region.forwards) {
        uintptr_t offset = gpump_address(region.table[forward.variable].member) - gpump_address(host) + forward.offset;
        uintptr_t word = gpump_address(device) + offset;
        if (!forward.on_device)
            memcpy((void *)forward.word, &word, sizeof word);
        else if (cudaError_t error = (cudaMemcpy)((void *)forward.word, &word, sizeof word, cudaMemcpyHostToDevice))
            gpump_fail_cuda(call, error, "cannot set a pointer to %s on the device",
                            gpump_variable_name(forward.variable).c_str());
    }
    if (cudaError_t error = (cudaMemcpy)(device, host, size, cudaMemcpyHostToDevice))
        gpump_fail_cuda(call, error, "cannot copy the region's parameters to the device");
}

/* ---- And back ------------------------------------------------------------------------------ */

/* The host's form of a device pointer, or what it was. As before, what holds the address goes before what
   ends there. */
inline uintptr_t gpump_to_host(uintptr_t address)
{
    const gpump_region_t &region = gpump_region();
    for (int end = 0; end <= 1; end++) {
        for (size_t k = 0; k < region.count; k++) {
            uintptr_t offset = address - gpump_address(*region.table[k].twin);
            if (*region.table[k].twin && (end ? offset == region.table[k].size : offset < region.table[k].size))
                return gpump_address(region.table[k].host) + offset;
        }
        std::map<uintptr_t, const gpump_twin_t *>::const_iterator twin = region.by_device.upper_bound(address);
        if (twin == region.by_device.begin())
            continue;
        --twin;
        uintptr_t offset = address - twin->first;
        if (end ? offset == twin->second->size : offset < twin->second->size)
            return twin->second->host + offset;
    }
    return address;
}

inline void gpump_words_to_host(char *words, size_t size)
{
    for (size_t at = 0; at + sizeof(void *) <= size; at += sizeof(void *)) {
        uintptr_t word = gpump_to_host(gpump_word(words + at));
        memcpy(words + at, &word, sizeof word);
    }
}

/* What the region did not change is not written: it may be constant. */
inline void gpump_store(uintptr_t host, const char *contents, size_t size)
{
    if (memcmp((const void *)host, contents, size) != 0)
        memcpy((void *)host, contents, size);
}

inline void gpump_copy_from_device_at(gpump_call_t call, gpump_copy_config_t *table, size_t count)
{
    gpump_region_t &region = gpump_region();
    std::vector<char> contents;
    for (const std::pair<const uintptr_t, gpump_twin_t> &entry : region.twins) {
        const gpump_twin_t &twin = entry.second;
        contents.resize(twin.size);
        if (cudaError_t error = (cudaMemcpy)(contents.data(), (void *)twin.device, twin.size, cudaMemcpyDeviceToHost))
            gpump_fail_cuda(call, error, "cannot copy back what %s points to",
                            gpump_variable_name(twin.variable).c_str());
        if (twin.level > 1)
            gpump_words_to_host(contents.data(), twin.size);
        gpump_store(twin.host, contents.data(), twin.size);
        if (cudaError_t error = cudaFree((void *)twin.device))
            gpump_fail_cuda(call, error, "cannot free the device's copy of what %s points to",
                            gpump_variable_name(twin.variable).c_str());
    }
    for (size_t k = 0; k < count; k++) {
        if (!gpump_comes_back(table[k]))
            continue;
        if (table[k].pointer_level > 0)
            gpump_words_to_host(gpump_member(table[k]), table[k].size);
        gpump_store(gpump_address(table[k].host), gpump_member(table[k]), table[k].size);
    }
    /* Generated code allocates the parameter structure and never frees it. */
    if (cudaError_t error = cudaFree(region.parameters))
        gpump_fail_cuda(call, error, "cannot free the region's parameters");
    region = gpump_region_t();
    gpump_place().region = -1;
}

/* ---- CUDA calls, checked ------------------------------------------------------------------- */

inline cudaError_t gpump_cuda_malloc_at(gpump_call_t call, void **pointer, size_t size)
{
    if (cudaError_t error = (cudaMalloc)(pointer, size))
        gpump_fail_cuda(call, error, "no device memory for %zu bytes", size);
    return cudaSuccess;
}

template <class T> cudaError_t gpump_cuda_malloc_at(gpump_call_t call, T **pointer, size_t size)
{
    return gpump_cuda_malloc_at(call, reinterpret_cast<void **>(pointer), size);
}

inline cudaError_t gpump_cuda_memcpy_at(gpump_call_t call, void *to, const void *from, size_t size,
                                        cudaMemcpyKind kind)
{
    gpump_region_t &region = gpump_region();
    if (region.open && !region.parameters && kind == cudaMemcpyHostToDevice)
        gpump_place_parameters(call, to, from, size);
    else if (cudaError_t error = (cudaMemcpy)(to, from, size, kind))
        gpump_fail_cuda(call, error, "cannot copy %zu bytes", size);
    return cudaSuccess;
}

inline cudaError_t gpump_cuda_synchronize_at(gpump_call_t call)
{
    if (cudaError_t error = cudaGetLastError())
        gpump_fail_cuda(call, error, "the kernel could not be launched");
    if (cudaError_t error = cudaDeviceSynchronize())
        gpump_fail_cuda(call, error, "the kernel failed");
    return cudaSuccess;
}

#endif

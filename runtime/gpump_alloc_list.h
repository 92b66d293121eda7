/*
 * The list of accessible memory (thesis, 5.3, 6.1, 6.2): which stretches of the host's memory a pointer in
 * a region may point into. A pointer alone does not say how much lies behind it; the list does.
 *
 * What #pragma gpump accessible names is added where the pragma stands; gpump_malloc and its kin add and
 * remove what they allocate. The variables of a function that has returned are not removed (Appendix D
 * shows no call for it), so an entry may be stale: when new memory is added, whatever entries it overlaps
 * are dropped, since two objects cannot lie in one place.
 */
#ifndef GPUMP_ALLOC_LIST_H
#define GPUMP_ALLOC_LIST_H

#include <stdint.h>

#include <map>
#include <vector>

#include <gpump_all.h>
#include <gpump_report.h>

/* By start: the size. */
typedef std::map<uintptr_t, size_t> gpump_alloc_list_t;

inline gpump_alloc_list_t &gpump_alloc_list()
{
    static gpump_alloc_list_t list;
    return list;
}

/* What was removed lately, to tell "twice" from "never". */
struct gpump_removal_t {
    uintptr_t start;
    gpump_call_t call;
};

struct gpump_removals_t {
    std::vector<gpump_removal_t> recent;
    size_t next = 0;
};

inline gpump_removals_t &gpump_removals()
{
    static gpump_removals_t removals;
    return removals;
}

#define GPUMP_REMEMBERED_REMOVALS 1024

inline void gpump_remember_removal(uintptr_t start, const gpump_call_t &call)
{
    gpump_removals_t &removals = gpump_removals();
    if (removals.recent.size() < GPUMP_REMEMBERED_REMOVALS)
        removals.recent.resize(GPUMP_REMEMBERED_REMOVALS);
    removals.recent[removals.next] = gpump_removal_t{start, call};
    removals.next = (removals.next + 1) % GPUMP_REMEMBERED_REMOVALS;
}

inline uintptr_t gpump_address(const volatile void *pointer) GPUMP_ADDRESS_ONLY(1);

inline uintptr_t gpump_address(const volatile void *pointer)
{
    return reinterpret_cast<uintptr_t>(pointer);
}

/* The entry that the address lies in, or just past the end of; an entry that holds it comes first. */
inline gpump_alloc_list_t::const_iterator gpump_alloc_list_find(uintptr_t address)
{
    const gpump_alloc_list_t &list = gpump_alloc_list();
    gpump_alloc_list_t::const_iterator entry = list.upper_bound(address);
    if (entry == list.begin())
        return list.end();
    --entry;
    return address - entry->first <= entry->second ? entry : list.end();
}

inline void gpump_alloc_list_add_at(gpump_call_t call, const volatile void *address, size_t size)
{
    uintptr_t start = gpump_address(address);
    if (size == 0)
        return;
    if (!start)
        gpump_fail(call, NULL, "a null pointer cannot be made accessible");
    gpump_alloc_list_t &list = gpump_alloc_list();
    gpump_alloc_list_t::iterator old = list.upper_bound(start);
    if (old != list.begin()) {
        --old;
        if (old->first + old->second <= start)
            ++old;
    }
    while (old != list.end() && old->first < start + size)
        old = list.erase(old);
    list[start] = size;
}

inline void gpump_alloc_list_remove_at(gpump_call_t call, const volatile void *address)
{
    uintptr_t start = gpump_address(address);
    if (gpump_alloc_list().erase(start)) {
        gpump_remember_removal(start, call);
        return;
    }
    std::string what = gpump_first_argument(call);
    void *pointer = const_cast<void *>(address);
    gpump_alloc_list_t::const_iterator around = gpump_alloc_list_find(start);
    if (around != gpump_alloc_list().end() && start - around->first < around->second)
        gpump_fail(call, NULL,
                   "%s is %p, which is not the start of an entry in the allocation list, but %zu bytes into one",
                   what.c_str(), pointer, (size_t)(start - around->first));
    for (const gpump_removal_t &removal : gpump_removals().recent)
        if (removal.start == start)
            gpump_fail(call, NULL,
                       "%s is %p, which has been removed from the allocation list already, by %s(%s) at %s:%d",
                       what.c_str(), pointer, removal.call.name, removal.call.arguments, removal.call.file,
                       removal.call.line);
    gpump_fail(call, NULL, "%s is %p, which is not in the allocation list", what.c_str(), pointer);
}

/* ---- malloc and its kin ------------------------------------------------------------------- */

/* Takes what the C library has returned for a wish of `count` times `size` bytes. */
inline gpump_memory_t gpump_allocated(const gpump_call_t &call, void *address, size_t count, size_t size)
{
    if (!address && count && size)
        gpump_fail(call, NULL, "the host has no memory left for %zu times %zu bytes", count, size);
    gpump_alloc_list_add_at(call, address, count * size);
    return gpump_memory_t{address};
}

inline gpump_memory_t gpump_malloc_at(gpump_call_t call, size_t size)
{
    return gpump_allocated(call, malloc(size), 1, size);
}

inline gpump_memory_t gpump_calloc_at(gpump_call_t call, size_t count, size_t size)
{
    return gpump_allocated(call, calloc(count, size), count, size);
}

inline gpump_memory_t gpump_realloc_at(gpump_call_t call, void *address, size_t size)
{
    if (!address)
        return gpump_malloc_at(call, size);
    gpump_alloc_list_remove_at(call, address);
    return gpump_allocated(call, realloc(address, size), 1, size);
}

inline void gpump_free_at(gpump_call_t call, void *address)
{
    if (!address)
        return;
    gpump_alloc_list_remove_at(call, address);
    free(address);
}

#endif

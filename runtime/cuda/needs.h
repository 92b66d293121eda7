/*
 * What regions need of other files (region.h): the functions that they call there, and that no pointer which they call through may lead to a
 * function that the device does not have. A region for which something is missing runs on the host.
 */
#include "host.h"

namespace gpump {

static gpump_addressed_t *addressed; /* set before main, and when the program opens a library */
static unsigned int addressed_count;

/* What the device lacks. */
struct Lack {
    const char *name = nullptr;
    const char *through = nullptr; /* the function that the region calls; null where it calls through a pointer */
};

/* One question, which looks at each function once: functions may call each other. */
class Search {
public:
    /* The name of a function that the device lacks for a call: the one that is called, or one that it calls in turn. */
    const char *lacked(const gpump_need_t &need) { return need.offer ? lacked(*need.offer) : need.name; }

    /* The same for a call through a pointer. */
    const char *lacked(const gpump_shape_t &shape)
    {
        for (gpump_addressed_t *one = addressed; one; one = one->next)
            if (one->unit != shape.unit && leads_to(shape.text, one->shape) && !is_of_library(*one))
                if (const char *name = lacked(one->function))
                    return name;
        return nullptr;
    }

private:
    const char *lacked(const gpump_offer_t &offer)
    {
        if (!seen_.insert(&offer).second)
            return nullptr;
        for (const gpump_need_t &need : offer.needs)
            if (const char *name = lacked(need))
                return name;
        for (const gpump_shape_t &shape : offer.pointed)
            if (const char *name = lacked(shape))
                return name;
        return nullptr;
    }

    /* "*(f,g)" is a call without a prototype, of a floating-point number and an integer or a pointer; "*" is one of which nothing is
     * known (may_lead in src/c/shapes.rs does the same). */
    static bool leads_to(const char *pointer, const char *function)
    {
        if (*function == '*' || strcmp(pointer, "*") == 0)
            return true;
        if (*pointer != '*')
            return strcmp(pointer, function) == 0;
        if (strstr(function, "...)"))
            return true;
        const char *argument = pointer + 2, *parameter = strchr(function, '(') + 1;
        for (;; argument++, parameter++) {
            const bool is_number = *parameter == 'i' || *parameter == 'p';
            if (*argument == 'f' ? is_number : *argument == 'g' && *parameter == 'f')
                return false;
            const size_t length = strcspn(argument, ",)"), other = strcspn(parameter, ",)");
            if ((length == 0) != (other == 0) || argument[length] != parameter[other])
                return false;
            argument += length;
            parameter += other;
            if (*argument == ')')
                return true;
        }
    }

    /* Whether a shared library has the function for the device: it registers all that it exports, and says itself what they need. */
    static bool is_of_library(const gpump_addressed_t &one)
    {
        for (const gpump_registration_t *entry = one.host ? registered : nullptr; entry; entry = entry->next)
            if (entry->host == one.host && entry->image != one.image && defines(entry))
                return true;
        return false;
    }

    std::set<const gpump_offer_t *> seen_;
};

static Lack lack_of(const gpump_region_t *region)
{
    Search search;
    for (const gpump_need_t &need : region->needs)
        if (const char *name = search.lacked(need))
            return {name, need.name};
    for (const gpump_shape_t &shape : region->pointed)
        if (const char *name = search.lacked(shape))
            return {name, nullptr};
    for (const gpump_region_t *part : region->parts) {
        const Lack lack = lack_of(part);
        if (lack.name)
            return lack;
    }
    return {};
}

/* Whether that has been told; from now on it has. */
static bool is_told_of_host(gpump_region_t *region)
{
    return __atomic_exchange_n(&region->has_told_of_host, true, __ATOMIC_RELAXED);
}

static void tell_of_lack(gpump_region_t *region, const Lack &lack)
{
    if (is_told_of_host(region))
        return;
    if (!lack.through)
        warn("the region in %s:%d runs on the host: `%s', which it may call through a pointer, has no version for the device",
             region->file, region->line, lack.name);
    else if (strcmp(lack.name, lack.through) == 0)
        warn("the region in %s:%d runs on the host: `%s', which it calls, has no version for the device", region->file, region->line,
             lack.name);
    else
        warn("the region in %s:%d runs on the host: `%s', which it calls through `%s', has no version for the device", region->file,
             region->line, lack.name, lack.through);
}

/* Whether the device has all that a region needs. It is found out anew where the program has opened a library since. */
static bool is_whole(gpump_region_t *region)
{
    const unsigned int asked = __atomic_load_n(&addressed_count, __ATOMIC_ACQUIRE) + 1;
    if (__atomic_load_n(&region->asked_with, __ATOMIC_ACQUIRE) != asked) {
        static std::mutex one_at_a_time;
        std::lock_guard<std::mutex> lock(one_at_a_time);
        const Lack lack = lack_of(region);
        if (lack.name)
            tell_of_lack(region, lack);
        __atomic_store_n(&region->is_whole, !lack.name, __ATOMIC_RELAXED);
        __atomic_store_n(&region->asked_with, asked, __ATOMIC_RELEASE);
    }
    return __atomic_load_n(&region->is_whole, __ATOMIC_RELAXED);
}

} // namespace gpump

extern "C" int gpump_address(gpump_addressed_t *function)
{
    function->next = gpump::addressed;
    gpump::addressed = function;
    return (int)__atomic_add_fetch(&gpump::addressed_count, 1, __ATOMIC_RELEASE);
}

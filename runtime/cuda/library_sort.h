/*
 * qsort and bsearch in a region. The comparison is a pointer of the program's, so it has the host's value (data.h); the
 * device's version is called.
 */
#ifndef GPUMP_CUDA_LIBRARY_SORT_H
#define GPUMP_CUDA_LIBRARY_SORT_H

#include "data.h"
#include "library_text.h"

GPUMP_C void gpump_exchange(unsigned char *a, unsigned char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

/* A heap sort: no recursion, whose stack a device thread may not have, and n log n at worst. */
template <class Compare> GPUMP_C void gpump_qsort(void *base, size_t count, size_t size, Compare *given)
{
    Compare *compare = gpump_function(given);
    unsigned char *items = static_cast<unsigned char *>(base);
    size_t start = count / 2, end = count;
    while (end > 1) {
        if (start > 0)
            start--;
        else
            gpump_exchange(items, items + --end * size, size);
        for (size_t root = start; 2 * root + 1 < end;) {
            size_t child = 2 * root + 1;
            if (child + 1 < end && compare(items + child * size, items + (child + 1) * size) < 0)
                child++;
            if (compare(items + root * size, items + child * size) >= 0)
                break;
            gpump_exchange(items + root * size, items + child * size, size);
            root = child;
        }
    }
}

template <class Compare>
GPUMP_C gpump_block_address_t gpump_bsearch(const void *key, const void *base, size_t count, size_t size, Compare *given)
{
    Compare *compare = gpump_function(given);
    const unsigned char *items = static_cast<const unsigned char *>(base);
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        int order = compare(key, items + middle * size);
        if (order == 0)
            return {const_cast<unsigned char *>(items + middle * size)};
        if (order < 0)
            count = middle;
        else
            low = middle + 1;
    }
    return {nullptr};
}

#endif

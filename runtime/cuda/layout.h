/*
 * Host and device have one memory, and so one layout of what lies in it. The translator computes the size, the alignment
 * and the offsets of each structure that the device's text declares, and both texts assert these numbers: where a
 * compiler has others, the program does not come to be.
 */
#ifndef GPUMP_LAYOUT_H
#define GPUMP_LAYOUT_H

#ifdef __cplusplus
#define GPUMP_LAYOUT(type, size, align)                                                                     \
    static_assert(sizeof(type) == (size) && alignof(type) == (align), "host and device lay " #type " out alike")
#define GPUMP_OFFSET(type, member, offset)                                                                  \
    static_assert(__builtin_offsetof(type, member) == (offset), "host and device have " #member " in one place of " #type)
#else
#define GPUMP_LAYOUT(type, size, align)                                                                     \
    _Static_assert(sizeof(type) == (size) && _Alignof(type) == (align), "host and device lay " #type " out alike")
#define GPUMP_OFFSET(type, member, offset)                                                                  \
    _Static_assert(__builtin_offsetof(type, member) == (offset), "host and device have " #member " in one place of " #type)
#endif

#endif

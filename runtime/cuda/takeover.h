/*
 * malloc and its kin in translated files: the calls, and pointers to the functions, mean the heap that host and device
 * share (memory.h). The first thing that the host's text of a translated file includes; other objects of the program
 * are not touched.
 *
 * The pragma changes the name that the linker sees, whatever declares the function, also a declaration without a
 * prototype in an old program. gcc and clang have it.
 */
#ifndef GPUMP_TAKEOVER_H
#define GPUMP_TAKEOVER_H

#pragma redefine_extname malloc gpump_heap_malloc
#pragma redefine_extname calloc gpump_heap_calloc
#pragma redefine_extname realloc gpump_heap_realloc
#pragma redefine_extname free gpump_heap_free
#pragma redefine_extname cfree gpump_heap_free
#pragma redefine_extname strdup gpump_heap_strdup
#pragma redefine_extname strndup gpump_heap_strndup
#pragma redefine_extname aligned_alloc gpump_heap_aligned_alloc
#pragma redefine_extname memalign gpump_heap_memalign
#pragma redefine_extname posix_memalign gpump_heap_posix_memalign
#pragma redefine_extname getline gpump_heap_getline
#pragma redefine_extname getdelim gpump_heap_getdelim

/* The names that the thesis's dialect has for them. */
#pragma redefine_extname gpump_malloc gpump_heap_malloc
#pragma redefine_extname gpump_calloc gpump_heap_calloc
#pragma redefine_extname gpump_realloc gpump_heap_realloc
#pragma redefine_extname gpump_free gpump_heap_free

#endif

/* A call of a program's, as recorder.c writes and replay.cpp reads it. */
#include <stdint.h>

enum { ALLOCATE, CLEARED, ALIGNED, FREE, LEAVE, CHANGE };

typedef struct {
    uint32_t kind, alignment;
    uint64_t block, old, size;
} record_t;

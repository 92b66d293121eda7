/*
 * Records what a program asks of malloc and its kin: loaded by LD_PRELOAD, it writes TRACE.PID with a record for each call, where
 * HEAP_TRACE names TRACE (replay.cpp reads it).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record.h"

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static record_t records[4096];
static unsigned int count;
static int file = -2;
static pid_t owner;

static void flush(void)
{
    if (file >= 0 && count != 0 && write(file, records, count * sizeof *records) < 0)
        file = -1;
    count = 0;
}

static void begin(void)
{
    const char *name = getenv("HEAP_TRACE");
    char path[4096];
    file = -1;
    owner = getpid();
    if (!name || snprintf(path, sizeof path, "%s.%d", name, (int)owner) >= (int)sizeof path)
        return;
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

/* A child that fork has made goes on without a trace. */
static void note(unsigned int kind, const void *block, const void *old, size_t size, size_t alignment)
{
    pthread_mutex_lock(&mutex);
    if (file == -2)
        begin();
    if (file >= 0 && owner == getpid()) {
        const record_t record = {kind, (unsigned int)alignment, (uintptr_t)block, (uintptr_t)old, size};
        records[count++] = record;
        if (count == sizeof records / sizeof *records)
            flush();
    }
    pthread_mutex_unlock(&mutex);
}

static void __attribute__((destructor)) end(void)
{
    pthread_mutex_lock(&mutex);
    if (owner == getpid())
        flush();
    pthread_mutex_unlock(&mutex);
}

void *malloc(size_t size)
{
    void *block = __libc_malloc(size);
    note(ALLOCATE, block, NULL, size, 0);
    return block;
}

void free(void *block)
{
    if (block)
        note(FREE, block, NULL, 0, 0);
    __libc_free(block);
}

void *calloc(size_t number, size_t size)
{
    void *block = __libc_calloc(number, size);
    note(CLEARED, block, NULL, number * size, 0);
    return block;
}

/* The old block is noted before it can become another thread's. */
void *realloc(void *old, size_t size)
{
    void *block;
    if (!old || !size) {
        free(size ? NULL : old);
        return size || !old ? malloc(size) : NULL;
    }
    note(LEAVE, NULL, old, size, 0);
    block = __libc_realloc(old, size);
    note(CHANGE, block, old, size, 0);
    return block;
}

void *memalign(size_t alignment, size_t size)
{
    void *block = __libc_memalign(alignment, size);
    note(ALIGNED, block, NULL, size, alignment);
    return block;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **place, size_t alignment, size_t size)
{
    void *block = memalign(alignment, size);
    if (!block)
        return ENOMEM;
    *place = block;
    return 0;
}

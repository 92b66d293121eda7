/*
 * Blocks of the heap that host and device share, in code that gpump has not compiled. A library hands a block to a program of another
 * compiler, or a C file to a C++ file, and there it is freed, or grows: the functions of these names are found here, before the C
 * library's, by all that the loader looks names up for.
 *
 * An object of its own, which is not linked where a sanitizer has functions of these names. They are weak: a program that brings a `free`
 * of its own has that one. A program that opens a gpump library with dlopen has the C library's before them.
 */
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>

extern "C" {

/* host_heap.h */
bool gpump_heap_owns(const void *block);
void gpump_heap_free(void *block);
void *gpump_heap_realloc(void *block, size_t size);
size_t gpump_heap_usable_size(void *block);

/* Older C libraries have it in a library of its own, which is not always there; then the GNU C library's names for its own are. */
__attribute__((weak)) decltype(dlsym) dlsym;
__attribute__((weak)) void __libc_free(void *);
__attribute__((weak)) void *__libc_realloc(void *, size_t);
}

/* The functions that the loader finds behind these. Before they are known nothing is freed, since dlsym frees, too. */
static void (*next_free)(void *);
static void *(*next_realloc)(void *, size_t);
static size_t (*next_usable_size)(void *);

template <class Function> static void find_next(Function &next, const char *name, Function otherwise)
{
    next = dlsym ? reinterpret_cast<Function>(dlsym(RTLD_NEXT, name)) : otherwise;
}

__attribute__((constructor(101))) static void find_next_functions()
{
    find_next(next_realloc, "realloc", __libc_realloc);
    find_next(next_usable_size, "malloc_usable_size", decltype(next_usable_size)());
    find_next(next_free, "free", __libc_free);
}

extern "C" {

__attribute__((weak)) void free(void *block) noexcept
{
    if (block && gpump_heap_owns(block))
        gpump_heap_free(block);
    else if (next_free)
        next_free(block);
}

__attribute__((weak)) void *realloc(void *block, size_t size) noexcept
{
    if (block && gpump_heap_owns(block))
        return gpump_heap_realloc(block, size);
    return next_realloc ? next_realloc(block, size) : __libc_realloc(block, size);
}

__attribute__((weak)) size_t malloc_usable_size(void *block) noexcept
{
    if (block && gpump_heap_owns(block))
        return gpump_heap_usable_size(block);
    return next_usable_size ? next_usable_size(block) : 0;
}

} /* extern "C" */

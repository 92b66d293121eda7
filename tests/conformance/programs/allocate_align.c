/*
 * allocate with align (5.1, 2.13.3; 5.2, 6.5) aligns its variables: of the file, of functions, static ones, of regions and orphaned
 * ones, several in one directive and in one declaration, behind initializers, by constants and macros. An alignment that a type has
 * anyway does not take anything away.
 *
 * beyond gcc: it does not read the directive, and 14 refuses variables that are not static
 * cross: allocate(table, letters) allocator(omp_default_mem_alloc) align(2048) => allocate(table, letters) allocator(omp_default_mem_alloc)
 * cross: align(WIDE) => align(1)
 * cross: allocate(kept, more) allocator(omp_default_mem_alloc) align(512) => allocate(kept, more) allocator(omp_default_mem_alloc)
 * cross: allocate(own, other) align(256) => allocate(own)
 * cross: allocate(orphan) align(1024) => allocate(orphan)
 */
#include <omp.h>
#include <stdint.h>

#include "check.h"

#define WIDE (4 * 1024)

/* How far an address is from a multiple. Without OpenMP, nothing is aligned. */
#ifdef _OPENMP
#define off(address, alignment) ((unsigned long)((uintptr_t)(address) % (alignment)))
#else
#define off(address, alignment) ((unsigned long)((void)(address), 0))
#endif

static char before = 1;
static int table[3];
static char letters[5] = "abcd", behind = 2;
#pragma omp allocate(table, letters) allocator(omp_default_mem_alloc) align(2048)

static unsigned long orphaned(int i)
{
    char first = (char)i, orphan[3] = {1, 2, 3};
    #pragma omp allocate(orphan) align(1024)
    orphan[0] = first;
    return off(orphan, 1024) + (unsigned long)orphan[0] - (unsigned long)i;
}

int main(void)
{
    char small = 3, wide[7] = {1, 2}, last = 4;
    #pragma omp allocate(wide) align(WIDE)
    static char kept[3], more[3];
    #pragma omp allocate(kept, more) allocator(omp_default_mem_alloc) align(512)
    double number = 1.5;
    #pragma omp allocate(number) align(2)
    unsigned long wrong = 0, sum = 0;

    #pragma omp parallel for reduction(+ : wrong, sum)
    for (int i = 0; i < 64; i++) {
        char one = (char)i, own[3], other[9] = {1};
        #pragma omp allocate(own, other) align(256)
        own[0] = one;
        wrong += off(own, 256) + off(other, 256) + orphaned(i);
        wrong += off(table, 2048) + off(letters, 2048) + off(wide, WIDE) + off(kept, 512) + off(more, 512);
        kept[i % 3] = more[i % 3] = 1;
        sum += (unsigned long)(own[0] + other[0] + letters[i % 4] + wide[i % 2] + small + last + before + behind);
    }
    CHECK(wrong == 0);
    CHECK(off(table, 2048) + off(letters, 2048) == 0);
    CHECK(off(wide, WIDE) + off(kept, 512) + off(more, 512) == 0);
    CHECK(off(&number, _Alignof(double)) == 0);
    CHECK(sum == 64 * 63 / 2 + 64 + 16 * ('a' + 'b' + 'c' + 'd') + 32 * 3 + 64 * (3 + 4 + 1 + 2));
    return check_result("allocate_align");
}

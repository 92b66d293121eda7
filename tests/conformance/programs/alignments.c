/*
 * __alignof__ of variables whose declarations ask for an alignment: the file's, static ones, those of the function around the region, of the
 * region and of functions that it calls.
 *
 * cross: _Alignas(16) int first => int first
 * cross: aligned(64) => aligned(32)
 * cross: _Alignas(128) int around => int around
 * cross: static _Alignas(256) int kept => static int kept
 */
#include "check.h"

_Alignas(16) int first;
int _Alignas(double) second;
static char letters[3] __attribute__((aligned(64)));
typedef int aligned_t __attribute__((aligned(32)));
aligned_t third;

static int of_static(void)
{
    static _Alignas(256) int kept;
    return __alignof__(kept) + (int)sizeof kept;
}

int main(void)
{
    int seen[8] = {0};
    _Alignas(128) int around = 1;

#pragma omp parallel num_threads(2)
    {
        _Alignas(64) int own = around;
#pragma omp single
        {
            seen[0] = __alignof__(first);
            seen[1] = __alignof__(second);
            seen[2] = __alignof__(letters);
            seen[3] = __alignof__(third);
            seen[4] = __alignof__(around);
            seen[5] = __alignof__(own) + own - 1;
            seen[6] = of_static();
            seen[7] = __alignof__(letters[0]) + __alignof__(int);
        }
    }
    CHECK(seen[0] == 16 && seen[1] == 8 && seen[2] == 64 && seen[3] == 32);
    CHECK(seen[4] == 128 && seen[5] == 64 && seen[6] == 256 + 4);
    CHECK(seen[7] == 1 + 4);
    return check_result("alignments");
}

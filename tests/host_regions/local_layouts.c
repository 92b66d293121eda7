/*
 * Structures that functions and regions define where `#pragma pack` holds, and arrays of variable length with an alignment: the device's
 * text has no pragma around them, and its heap no such alignment.
 * regions: 1 of 4 on the device
 * pair alone: C++ aligns no arrays of variable length
 */
#include <stdint.h>
#include <stdio.h>

static unsigned long sizes(void)
{
#pragma pack(1)
    struct tight {
        char c;
        int i;
    };
#pragma pack()
    struct loose {
        char c;
        int i;
    };
    return sizeof(struct tight) + 10 * sizeof(struct loose);
}

int main(void)
{
    unsigned long called = 0, inside = 0, wide = 0, narrow = 0;
    int n = 9;

#pragma omp parallel num_threads(1)
    called = sizes();
#pragma omp parallel num_threads(1)
    {
#pragma pack(push, 2)
        struct half {
            char c;
            int i;
        } half[3] = {{1, 2}};
#pragma pack(pop)
        inside = sizeof half + (unsigned long)half[0].i;
    }
#pragma omp parallel num_threads(1)
    {
        _Alignas(512) char first[n];
        char second[n] __attribute__((aligned(512)));
        first[0] = second[0] = 1;
        wide = (uintptr_t)first % 512 + (uintptr_t)second % 512 + sizeof first;
    }
#pragma omp parallel num_threads(1)
    {
        char first[n];
        double second[n] __attribute__((aligned(16)));
        first[0] = 1;
        second[0] = 2;
        narrow = (uintptr_t)second % 16 + sizeof first + sizeof second;
    }
    printf("%lu %lu %lu %lu\n", called, inside, wide, narrow);
    return 0;
}

/*
 * Names that the runtime's headers, CUDA's and those of C++ have, as a program's
 * own (2.1): macros whose text a kernel has, members, tags, labels, functions of
 * the mathematical library, types, enumerators.
 *
 * cross: reduction(+ : std) => private(std)
 */
#include "check.h"

#define nullptr 3
#define typename(x) ((x) + 1)
#define decltype int
#define team 2
#define int_of(typeid) ((int)(typeid))
#define bool unsigned char

struct std { int bool_, alignas, alignof, static_assert, thread_local, true, false, wchar_t, char16_t; };
struct char32_t { struct std std; double (*ceil)(double); };
struct float3 { int x; };
enum min { div_t = 4, program, nullptr_t };
typedef long cudaError_t;
typedef struct { int compl; } pthread_t;

int __syncthreads = 5, atomicAdd[3] = {1, 2, 3};
static const cudaError_t cudaMalloc = 6;

static int isnan(int x)
{
    return x + 1;
}

static double half(double x)
{
    return x / 2;
}

static int fpclassify(int constexpr)
{
    struct char32_t dim3 = {{1, 2, 3, 4, 5, 6, 7, 8, 9}, half};

    return (int)dim3.ceil(constexpr) + dim3.std.true + dim3.std.wchar_t + (&dim3)->std.alignas;
}

int main(void)
{
    int std = 0;

#pragma omp parallel for reduction(+ : std) num_threads(team)
    for (int i = 0; i < 4; i++) {
        struct std true = {.bool_ = i, .thread_local = typename(i)};
        struct float3 thread_local = {nullptr};
        enum min char16_t = i > 1 ? program : div_t;
        pthread_t bool_ = {fpclassify(4)};
        _Bool flag = i + 1;
        decltype alignof = (bool)(256 + i);

        if (isnan(i) == 3)
            goto false;
        std += true.bool_ + true.thread_local + thread_local.x + (int)char16_t;
    false:
        std += bool_.compl + flag + alignof + int_of(cudaMalloc) + __syncthreads + atomicAdd[i % 3];
    }
    CHECK(std == (1 + 3 + 4) + (3 + 3 + 4) + (7 + 3 + 5) + 4 * (2 + 6 + 8 + 2 + 1 + 6 + 5) + 6 + 7);
    return check_result("names of headers");
}

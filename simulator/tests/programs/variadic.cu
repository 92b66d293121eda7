/*
 * Functions that take any number of arguments: called by name and through a pointer, with none, by some threads of a warp
 * only, by themselves, and with a list that another function reads.
 *
 * expect: 10.5 19 7 3
 * expect: 31 threads: 62
 * expect: deep: 5050
 */
#include <cstdarg>
#include <cstdio>

struct pair {
    double x;
    int k;
};

__device__ __noinline__ double add(const char *kinds, va_list list)
{
    va_list copy;
    va_copy(copy, list);
    double sum = 0;
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': sum += va_arg(list, int); break;
        case 'd': sum += va_arg(list, double); break;
        case 's': sum += *va_arg(list, const char *) - '0'; break;
        case 'p': {
            pair taken = va_arg(list, pair);
            sum += taken.x + taken.k;
        } break;
        case '2': sum += va_arg(copy, int); break;
        }
    va_end(copy);
    return sum;
}

__device__ __noinline__ double total(const char *kinds, ...)
{
    volatile int before = 3, after = 4;
    va_list list;
    va_start(list, kinds);
    double sum = add(kinds, list);
    va_end(list);
    return before + after == 7 ? sum : -1;
}

__device__ __noinline__ int deep(int n, ...)
{
    va_list list;
    va_start(list, n);
    int first = va_arg(list, int), second = va_arg(list, int);
    int below = n > 1 ? deep(n - 1, first, second + 1) : second;
    va_end(list);
    return below + first * n;
}

__device__ double (*const functions[])(const char *, ...) = {total};

__global__ void call(double *result, int which, int *threads, int one)
{
    pair given = {2, 5};
    if (threadIdx.x == 0) {
        result[0] = total("idsp", one, 1.5, "1", given);
        result[1] = functions[which]("id2pi", one, 10.0, given, one - 1);
        result[2] = total("") + functions[which]("p", given);
        result[3] = deep(2, one, 0) - one + total("");
    }
    if (threadIdx.x % 32)
        atomicAdd(threads, (int)total("iii", one, (int)threadIdx.x, 1 - (int)threadIdx.x));
}

__global__ void recurse(int *result, int one)
{
    *result = deep(100, one, one - 100);
}

int main()
{
    double *result;
    int *threads;
    cudaMallocManaged(&result, 4 * sizeof *result);
    cudaMallocManaged(&threads, 2 * sizeof *threads);
    threads[0] = 0;
    call<<<1, 32>>>(result, 0, threads, 1);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%g %g %g %g\n", result[0], result[1], result[2], result[3]);
    printf("31 threads: %d\n", threads[0]);
    cudaDeviceSetLimit(cudaLimitStackSize, 65536);
    recurse<<<1, 1>>>(threads + 1, 1);
    error = error ? error : cudaDeviceSynchronize();
    printf("deep: %d\n", threads[1]);
    return error;
}

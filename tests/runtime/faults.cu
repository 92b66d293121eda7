/*
 * What a kernel, or the host, may not do: one misuse per run, named by argv[1]. The emulator stops each with
 * status 70 and a message, for which run.sh has a pattern. Without gpump's runtime, and for the emulator
 * only: nvcc refuses some of it by itself.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int global_number = 5;
int global_array[10];
static const int table[4] = {1, 2, 3, 4};
__device__ int device_number = 6;
GPUMP_EMULATOR_DEVICE_VARIABLE(device_number);

__global__ void load(const int *p, int *result)
{
    if (threadIdx.x == 1)
        *result = p[1];
}

__global__ void store(char *p, int n)
{
    p[n] = 1;
}

__global__ void copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
}

__global__ void move(void *to, const void *from, size_t size)
{
    memmove(to, from, size);
}

__global__ void fill(void *to, size_t size)
{
    memset(to, 0, size);
}

__global__ void global_write()
{
    global_number = 3;
}

__global__ void global_read(int *p, int i)
{
    p[0] = global_array[i];
}

__global__ void constants(int *p, int i)
{
    p[0] = table[i] + device_number + "text"[i];
}

__global__ void atomic(int *p)
{
    atomicAdd(p, 1);
}

__global__ void divide(int *p, int i)
{
    p[0] = 7 / i;
}

__device__ int deep(int n, int *p)
{
    volatile int frame[1000];
    frame[n % 1000] = n;
    return n == 0 ? *p : deep(n - 1, p) + frame[n % 1000];
}

__global__ void recurse(int *p)
{
    p[0] = deep(1000000, p);
}

__global__ void neighbour(int **where)
{
    int mine = (int)threadIdx.x;
    if (threadIdx.x == 0)
        *where = &mine;
    __syncthreads();
    if (threadIdx.x == 1)
        **where = 3;
    __syncthreads();
}

__global__ void half_barrier(int *p)
{
    if (threadIdx.x % 2)
        while (atomicAdd(p, 0) == 0) {
        }
    __syncthreads();
}

__global__ void jump()
{
    void (*nowhere)() = (void (*)())(size_t)16;
    nowhere();
}

__global__ void speak(const char *text)
{
    printf("%s\n", text);
}

static bool is(const char *name, const char *other)
{
    return strcmp(name, other) == 0;
}

int main(int argc, char *argv[])
{
    const char *what = argc > 1 ? argv[1] : "";
    int stack[4] = {1, 2, 3, 4};
    int *heap = (int *)malloc(sizeof stack);
    int *device, *freed, *managed;
    cudaMalloc(&device, 5 * sizeof(int));
    cudaMalloc(&freed, 5 * sizeof(int));
    cudaMallocManaged(&managed, 5 * sizeof(int));
    cudaMemset(device, 0, 5 * sizeof(int));
    global_array[argc] = argc;
    printf("before\n");
    if (is(what, "stack"))
        load<<<1, 2>>>(stack, device);
    if (is(what, "heap"))
        load<<<1, 2>>>(heap, device);
    if (is(what, "null"))
        load<<<1, 2>>>(NULL, device);
    if (is(what, "nowhere"))
        load<<<1, 2>>>((int *)0x123456789000, device);
    if (is(what, "store"))
        store<<<1, 1>>>((char *)heap, 3);
    if (is(what, "past"))
        store<<<1, 1>>>((char *)device, 20);
    if (is(what, "far-past"))
        store<<<1, 1>>>((char *)device, 120);
    if (is(what, "before"))
        store<<<1, 1>>>((char *)device, -1);
    if (is(what, "managed-past"))
        store<<<1, 1>>>((char *)managed, 20);
    if (is(what, "freed")) {
        cudaFree(freed);
        load<<<1, 2>>>(freed, device);
    }
    if (is(what, "memcpy"))
        copy<<<1, 1>>>(device, heap, 8 + argc);
    if (is(what, "memcpy-to"))
        copy<<<1, 1>>>(heap, device, 8 + argc);
    if (is(what, "memcpy-past"))
        copy<<<1, 1>>>(device, device, 19 + argc);
    if (is(what, "memmove"))
        move<<<1, 1>>>(device, heap, 8 + argc);
    if (is(what, "memset"))
        fill<<<1, 1>>>(heap, 8 + argc);
    if (is(what, "global-write"))
        global_write<<<1, 1>>>();
    if (is(what, "global-read"))
        global_read<<<1, 1>>>(device, argc);
    if (is(what, "constant-write"))
        store<<<1, 1>>>((char *)table, 1);
    if (is(what, "atomic"))
        atomic<<<1, 1>>>(heap);
    if (is(what, "atomic-misaligned"))
        atomic<<<1, 1>>>((int *)((char *)device + 2));
    if (is(what, "divide"))
        divide<<<dim3(2, 2), dim3(2, 1, 2)>>>(device, argc - 2);
    if (is(what, "recurse"))
        recurse<<<1, 1>>>(device);
    if (is(what, "neighbour"))
        neighbour<<<1, 2>>>((int **)device);
    if (is(what, "deadlock"))
        half_barrier<<<2, 4>>>(device);
    if (is(what, "jump"))
        jump<<<1, 1>>>();
    if (is(what, "library")) {
        speak<<<2, 64>>>((const char *)0x1000);
    }
    if (is(what, "host-read"))
        printf("%d\n", device[2]);
    if (is(what, "host-write"))
        device[3] = 1;
    if (is(what, "host-memcpy"))
        memcpy(stack, freed, 16);
    if (is(what, "host-freed")) {
        cudaFree(freed);
        printf("%d\n", freed[0]);
    }
    if (is(what, "host-null")) {
        fflush(stdout);
        *(volatile int *)(size_t)(argc - 2) = 1;
    }
    if (is(what, "fine"))
        constants<<<1, 4>>>(device, argc);
    if (is(what, "fine"))
        store<<<1, 1>>>((char *)managed, 19);
    if (is(what, "fine"))
        load<<<1, 2>>>(managed, device);
    if (is(what, "forgotten")) {
        store<<<1, 1>>>((char *)managed, 19);
        return 0;
    }
    cudaError_t error = cudaDeviceSynchronize();
    printf("after %d %s\n", (int)error, cudaGetErrorString(cudaGetLastError()));
    free(heap);
}

/*
 * Memory of all kinds: what calls refuse, and what both sides see.
 *
 * expect: copied: 1 4
 * expect: to the host with the device's address: cudaErrorInvalidValue
 * expect: the last error: cudaErrorInvalidValue, then cudaSuccess
 * expect: beyond the end: cudaErrorInvalidValue
 * expect: filled beyond the end: cudaErrorInvalidValue
 * expect: managed: 3 4
 * expect: kinds: 3 2 0 1
 * expect: registered again: cudaErrorHostMemoryAlreadyRegistered
 * expect: through registered memory: 5
 * expect: not registered: cudaErrorHostMemoryNotRegistered
 * expect: constants: cudaErrorInvalidValue
 * expect: too much: cudaErrorMemoryAllocation
 * expect: rows: 0 7 7 0
 * expect: freed twice: cudaErrorInvalidValue
 */
#include <cstdio>

__global__ void add(int *place, int value) { *place += value; }

static const int constants[1024] = {1};

static const char *name(cudaError_t error)
{
    if (error != cudaSuccess)
        cudaGetLastError();
    return cudaGetErrorName(error);
}

static int kind(const void *address)
{
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, address);
    return attributes.type;
}

int main()
{
    int *device, *managed, numbers[4] = {1, 2, 3, 4}, others[4] = {};
    cudaMalloc(&device, 1000);
    cudaMemcpy(device, numbers, 16, cudaMemcpyHostToDevice);
    cudaMemcpy(others, device, 16, cudaMemcpyDefault);
    printf("copied: %d %d\n", others[0], others[3]);
    printf("to the host with the device's address: %s\n", cudaGetErrorName(cudaMemcpy(device, numbers, 16, cudaMemcpyDeviceToHost)));
    cudaError_t last = cudaGetLastError();
    printf("the last error: %s, then %s\n", cudaGetErrorName(last), cudaGetErrorName(cudaGetLastError()));
    printf("beyond the end: %s\n", name(cudaMemcpy(device, numbers, 1001, cudaMemcpyHostToDevice)));
    printf("filled beyond the end: %s\n", name(cudaMemset(device, 1, 1001)));
    cudaMallocManaged(&managed, 4 << 20);
    managed[5] = 3;
    cudaMemLocation there = {cudaMemLocationTypeDevice, 0};
    cudaMemPrefetchAsync(managed, 4 << 20, there, 0);
    int before = managed[5];
    add<<<1, 1>>>(managed + 5, 1);
    cudaDeviceSynchronize();
    printf("managed: %d %d\n", before, managed[5]);
    int *host;
    cudaMallocHost(&host, 4);
    printf("kinds: %d %d %d %d\n", kind(managed + 1), kind(device), kind(numbers), kind(host));
    cudaHostRegister(numbers, 16, cudaHostRegisterMapped);
    printf("registered again: %s\n", name(cudaHostRegister(numbers + 1, 4, cudaHostRegisterMapped)));
    add<<<1, 1>>>(numbers, 4);
    cudaDeviceSynchronize();
    printf("through registered memory: %d\n", numbers[0]);
    cudaHostUnregister(numbers);
    printf("not registered: %s\n", name(cudaHostUnregister(numbers)));
    printf("constants: %s\n", name(cudaHostRegister((void *)constants, sizeof constants, 0)));
    void *large;
    printf("too much: %s\n", name(cudaMalloc(&large, (size_t)1 << 40)));
    char rows[4][2] = {};
    size_t pitch;
    char *rectangle;
    cudaMallocPitch(&rectangle, &pitch, 2, 4);
    cudaMemset2D(rectangle, pitch, 0, 2, 4);
    cudaMemset2D(rectangle + pitch, pitch, 7, 1, 2);
    cudaMemcpy2D(rows, 2, rectangle, pitch, 2, 4, cudaMemcpyDeviceToHost);
    printf("rows: %d %d %d %d\n", rows[0][0], rows[1][0], rows[2][0], rows[3][0]);
    cudaFree(device);
    printf("freed twice: %s\n", name(cudaFree(device)));
}

/*
 * What moves between the host and the device, and what goes over the bus, is counted. The program runs itself, and reads
 * what is told of the kernels then.
 *
 * environment: GPUMP_SIM_PAGES=1 GPUMP_SIM_MEMORY=16 GPUMP_SIM_MEMORY_USED=4
 * expect: managed: to the device 4, to the host 2, over the bus 0
 * expect: alternating: to the device 3, to the host 3, over the bus 0
 * expect: first_touch: to the device 0, to the host 2, over the bus 0
 * expect: pinned: to the device 0, to the host 0, over the bus 3
 * expect: too_large: evicted more than 1000
 * expect: a system call fetches a page: 1
 * expect: free: 12 MiB, then 10 MiB
 */
#include "../statistics.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

__global__ void managed(int *p) { p[threadIdx.x * 1024]++; }
__global__ void alternating(int *p) { *p += 1; }
__global__ void first_touch(int *p) { p[threadIdx.x * 1024] = 1; }
__global__ void pinned(int *p) { p[threadIdx.x] += 1; atomicAdd(p, 1); }
__global__ void too_large(char *p, size_t size)
{
    for (size_t i = threadIdx.x * 4096; i < size; i += 32 * 4096)
        p[i] = 1;
}
__global__ void system_call(char *p) { *p = '!'; }

static int child()
{
    int *p, *pin;
    char *large, c;
    size_t before, after, total;
    cudaMallocManaged(&p, 8 * 4096);
    memset(p, 0, 4 * 4096);
    managed<<<1, 4>>>(p);
    cudaDeviceSynchronize();
    if (p[1024] != 1)
        return 1;
    for (int i = 0; i < 3; i++) {
        p[2048] = i;
        alternating<<<1, 1>>>(p + 2048);
        cudaDeviceSynchronize();
    }
    if (p[2048] != 3)
        return 2;
    cudaMemGetInfo(&before, &total);
    first_touch<<<1, 2>>>(p + 4 * 1024);
    cudaDeviceSynchronize();
    if (p[4 * 1024] + p[5 * 1024] != 2)
        return 3;
    cudaMallocHost(&pin, 4096);
    *pin = 0;
    pinned<<<1, 32>>>(pin);
    cudaDeviceSynchronize();
    if (*pin != 33)
        return 4;
    size_t size = 24 << 20;
    if (cudaMallocManaged(&large, size) != cudaSuccess)
        return 5;
    too_large<<<1, 32>>>(large, size);
    cudaDeviceSynchronize();
    cudaFree(large);
    system_call<<<1, 1>>>((char *)p);
    cudaDeviceSynchronize();
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], p, 1) != 1 || read(ends[0], &c, 1) != 1 || c != '!')
        return 6;
    cudaFree(p);
    cudaMemGetInfo(&before, &total);
    cudaMalloc(&p, 2 << 20);
    cudaMemGetInfo(&after, &total);
    printf("free: %zu MiB, then %zu MiB\n", before >> 20, after >> 20);
    return 0;
}

int main(int count, char **arguments)
{
    char file[] = "/tmp/pages-XXXXXX", command[4200];
    if (count > 1)
        return child();
    if (syscall(SYS_userfaultfd, 0) < 0)
        return 77;
    close(mkstemp(file));
    setenv("GPUMP_SIM_STATISTICS", file, 1);
    snprintf(command, sizeof command, "%s child >%s.out", arguments[0], file);
    int status = system(command);
    const char *names[] = {"pages_to_device", "pages_to_host", "bus_loads", "bus_stores", "bus_atomics", "pages_evicted"};
    const char *kernels[] = {"managed", "alternating", "first_touch", "pinned", "too_large", "system_call"};
    long found[6][6] = {};
    if (status != 0 || !read_statistics(file, names, 6, kernels, 6, found[0]))
        return 10 + status / 256;
    for (int k = 0; k < 4; k++)
        printf("%s: to the device %ld, to the host %ld, over the bus %ld\n", kernels[k], found[k][0], found[k][1],
               found[k][2] + found[k][3] + found[k][4]);
    printf("too_large: evicted %s\n", found[4][5] > 1000 ? "more than 1000" : "less");
    printf("a system call fetches a page: %ld\n", found[5][1]);
    fflush(stdout);
    snprintf(command, sizeof command, "cat %s.out; rm %s %s.out", file, file, file);
    return system(command);
}

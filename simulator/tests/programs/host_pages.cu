/*
 * Pages of the host's own memory that a device with HMM takes, and the host takes back: counted, and right whoever looks
 * at them, and after what becomes of their addresses. The program runs itself, and reads what is told of the kernels then.
 *
 * environment: GPUMP_SIM_PAGES=1 GPUMP_SIM_PAGEABLE=1
 * expect: heap: to the device 8, to the host 8, over the bus 0
 * expect: stack: to the device 10, to the host 10, over the bus 0
 * expect: fresh: to the device 0, to the host 2, over the bus 0
 * expect: of_file: to the device 0, to the host 0, over the bus 2
 * expect: registered: to the device 0, to the host 0, over the bus 4
 * expect: neighbours: to the device 1, to the host 1, over the bus 2
 * expect: many: to the device 64, to the host 64, over the bus 0
 */
#include "../statistics.h"
#include <atomic>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#define PAGE 4096
#define CHECK(condition) do if (!(condition)) fprintf(stderr, "line %d: %s\n", __LINE__, #condition), exit(1); while (0)
#define INTS (PAGE / (int)sizeof(int))

__global__ void heap(int *p) { p[threadIdx.x * INTS]++; }
__global__ void stack(int *p) { ++*p; }
__global__ void fresh(int *p) { p[threadIdx.x * INTS] += 1; }
__global__ void of_file(int *p) { ++*p; }
__global__ void registered(int *p) { ++*p; }
__global__ void neighbours(int *pinned, int *other) { ++*pinned, ++*other; }
__global__ void many(int *p, int times)
{
    for (int i = 0; i < times; i++)
        atomicAdd(p + blockIdx.x * INTS, 1);
}
__global__ void later(int *p) { p[threadIdx.x * INTS]++; }
__global__ void wait_for(volatile int *go, int *count)
{
    while (!*go)
        ;
    for (int i = 0; i < 200; i++)
        atomicAdd(count, 1);
}

static int with_value[2 * INTS] = {1};

static int *map(int pages)
{
    return (int *)mmap(nullptr, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void in_a_place_of_its_own()
{
    alignas(PAGE) int word[INTS];
    *word = 0;
    for (int i = 1; i <= 10; i++) {
        stack<<<1, 1>>>(word);
        cudaDeviceSynchronize();
        CHECK(*word == i);
    }
}

static int child()
{
    int *p = (int *)aligned_alloc(PAGE, 8 * PAGE);
    for (int i = 0; i < 8; i++)
        p[i * INTS] = i;
    heap<<<1, 8>>>(p);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        CHECK(p[i * INTS] == i + 1);

    in_a_place_of_its_own();

    int *q = map(4);
    fresh<<<1, 2>>>(q);
    cudaDeviceSynchronize();
    CHECK(q[0] == 1 && q[INTS] == 1 && q[2 * INTS] == 0);

    of_file<<<1, 1>>>(with_value);
    cudaDeviceSynchronize();
    CHECK(*with_value == 2);

    /* Registered memory stays, and what shares its last page. */
    int *r = map(3);
    memset(r, 0, 3 * PAGE);
    later<<<1, 1>>>(r);
    cudaDeviceSynchronize();
    cudaHostRegister(r, PAGE + 4, 0);
    registered<<<1, 1>>>(r);
    registered<<<1, 1>>>(r + INTS + 1);
    cudaDeviceSynchronize();
    CHECK(r[0] == 2 && r[INTS + 1] == 1);
    neighbours<<<1, 1>>>(r, r + 2 * INTS);
    cudaDeviceSynchronize();
    CHECK(r[0] == 3 && r[2 * INTS] == 1);

    int *s = map(64);
    for (int i = 0; i < 64; i++)
        s[i * INTS] = 0;
    many<<<64, 32>>>(s, 10);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++)
        CHECK(s[i * INTS] == 320);

    /* Both at once: no addition is lost. */
    struct { alignas(PAGE) int go, host, count; } *both = decltype(both)(map(1));
    wait_for<<<4, 32>>>(&both->go, &both->count);
    std::thread second([&] {
        for (int i = 0; i < 2000; i++)
            __atomic_fetch_add(&both->count, 1, __ATOMIC_RELAXED);
        __atomic_store_n(&both->go, 1, __ATOMIC_RELEASE);
        for (int i = 0; i < 2000; i++)
            __atomic_fetch_add(&both->count, 1, __ATOMIC_RELAXED);
    });
    second.join();
    cudaDeviceSynchronize();
    CHECK(both->count == 4000 + 4 * 32 * 200);

    /* The addresses go to other memory, or the memory to other addresses; or the contents go alone. */
    int *t = map(2);
    t[0] = t[INTS] = 5;
    later<<<1, 2>>>(t);
    cudaDeviceSynchronize();
    munmap(t, 2 * PAGE);
    CHECK(mmap(t, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == t);
    later<<<1, 2>>>(t);
    cudaDeviceSynchronize();
    CHECK(t[0] == 1);
    later<<<1, 2>>>(t);
    cudaDeviceSynchronize();
    int *there = map(2), *u = (int *)mremap(t, 2 * PAGE, 2 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, there);
    CHECK(u == there);
    later<<<1, 1>>>(u);
    cudaDeviceSynchronize();
    CHECK(u[0] == 3 && u[INTS] == 2);
    later<<<1, 2>>>(u);
    cudaDeviceSynchronize();
    madvise(u, PAGE, MADV_DONTNEED);
    CHECK(u[0] == 0 && u[INTS] == 3);

    /* Another process finds what the device has; then what both have is not taken from it. */
    *u = 7;
    later<<<1, 2>>>(u);
    cudaDeviceSynchronize();
    int ends[2], status = -1;
    CHECK(pipe(ends) == 0);
    pid_t process = fork();
    if (process == 0) {
        char c;
        read(ends[0], &c, 1);
        _exit(u[0] == 8 && u[INTS] == 4 ? 42 : 1);
    }
    later<<<1, 2>>>(u);
    cudaDeviceSynchronize();
    CHECK(write(ends[1], "", 1) == 1 && waitpid(process, &status, 0) == process);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 42);
    CHECK(u[0] == 9 && u[INTS] == 5);

    /* What may only be read comes back, too, and so does a large page. */
    later<<<1, 2>>>(u);
    cudaDeviceSynchronize();
    mprotect(u, 2 * PAGE, PROT_READ);
    CHECK(u[0] == 10 && u[INTS] == 6);
    size_t large = 2 << 20;
    int *v = (int *)aligned_alloc(large, large);
    madvise(v, large, MADV_HUGEPAGE);
    memset(v, 0, large);
    later<<<1, 512>>>(v);
    cudaDeviceSynchronize();
    for (int i = 0; i < 512; i++)
        CHECK(v[i * INTS] == 1);
    return 0;
}

int main(int count, char **arguments)
{
    char file[] = "/tmp/pages-XXXXXX", command[4200];
    if (count > 1)
        return child();
    close(mkstemp(file));
    setenv("GPUMP_SIM_STATISTICS", file, 1);
    snprintf(command, sizeof command, "%s child 2>%s.out", arguments[0], file);
    int status = system(command);
    snprintf(command, sizeof command, "if grep -q 'not followed' %s.out; then exit 7; fi; cat %s.out >&2; rm %s.out", file, file,
             file);
    if (WEXITSTATUS(system(command)) == 7)
        return 77;
    const char *names[] = {"pages_to_device", "pages_to_host", "bus_loads", "bus_stores"};
    const char *kernels[] = {"heap", "stack", "fresh", "of_file", "registered", "neighbours", "many"};
    long found[7][4] = {};
    if (status != 0 || !read_statistics(file, names, 4, kernels, 7, found[0]))
        return 10 + status / 256;
    for (int k = 0; k < 7; k++)
        printf("%s: to the device %ld, to the host %ld, over the bus %ld\n", kernels[k], found[k][0], found[k][1],
               found[k][2] + found[k][3]);
    remove(file);
    return 0;
}

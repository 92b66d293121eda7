/*
 * Streams: in order within one, side by side otherwise; a running kernel and the host speak with one another.
 *
 * expect: not ready while the kernel waits: cudaErrorNotReady
 * expect: answered: 10
 * expect: in order: 7
 * expect: a kernel waits for that of another stream: cudaSuccess
 * expect: behind an event: 1
 * expect: after: 42
 */
#include <cstdio>

__global__ void answer(volatile int *question, volatile int *reply)
{
    for (int i = 1; i <= 10; i++) {
        while (*question != i)
            ;
        __threadfence_system();
        *reply = i;
    }
}
__global__ void set(volatile int *place, int value) { *place = value; }
__global__ void await(volatile int *place, int value)
{
    while (*place != value)
        ;
}
__global__ void twice_and_one(int *place) { *place = *place * 2 + 1; }

static void CUDART_CB note(void *place) { *static_cast<int *>(place) = 42; }

int main()
{
    int *words, *there;
    cudaHostAlloc(&words, 4096, cudaHostAllocMapped);
    volatile int *seen = words;
    seen[0] = seen[64] = 0;
    answer<<<1, 1>>>(words, words + 64);
    printf("not ready while the kernel waits: %s\n", cudaGetErrorName(cudaStreamQuery(0)));
    int done = 0;
    for (int i = 1; i <= 10; i++) {
        seen[0] = i;
        while (seen[64] != i)
            ;
        done++;
    }
    cudaDeviceSynchronize();
    printf("answered: %d\n", done);
    cudaStream_t one, other;
    cudaStreamCreate(&one);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMalloc(&there, 4);
    cudaMemsetAsync(there, 0, 4, one);
    for (int i = 0; i < 3; i++)
        twice_and_one<<<1, 1, 0, one>>>(there);
    int result = 0;
    cudaMemcpyAsync(&result, there, 4, cudaMemcpyDeviceToHost, one);
    cudaStreamSynchronize(one);
    printf("in order: %d\n", result);
    seen[0] = 0;
    await<<<1, 1, 0, one>>>(words, 5);
    set<<<1, 1, 0, other>>>(words, 5);
    printf("a kernel waits for that of another stream: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaEvent_t event;
    cudaEventCreate(&event);
    seen[0] = 0;
    await<<<1, 1, 0, other>>>(words, 1);
    set<<<1, 1, 0, other>>>(words + 1, 1);
    cudaEventRecord(event, other);
    seen[1] = 0;
    cudaStreamWaitEvent(one, event, 0);
    cudaMemcpyAsync(there, words + 1, 4, cudaMemcpyHostToDevice, one);
    seen[0] = 1;
    cudaMemcpyAsync(&result, there, 4, cudaMemcpyDeviceToHost, one);
    cudaStreamSynchronize(one);
    printf("behind an event: %d\n", result);
    int noted = 0;
    cudaLaunchHostFunc(one, note, &noted);
    cudaStreamSynchronize(one);
    printf("after: %d\n", noted);
}

__device__ int common = 5;
static __device__ int own = 100;
__device__ int add(int value) { return value + 1; }
static __global__ void first(int *place) { *place = own + common; }

void second(int *place) { first<<<1, 1>>>(place); }

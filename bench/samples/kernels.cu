// What the samples beside this were made of:
//
//     nvcc -O3 -arch=sm_90 -cubin kernels.cu -o kernels.cubin
//     cuobjdump -sass kernels.cubin >kernels.sass, without encodings and NOPs at the end
//     cuobjdump -res-usage kernels.cubin >kernels.usage


/* A loop of one block. */
__global__ void axpy(const double *__restrict__ x, double *y, double a, int n)
{
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

/* No loop: a thread for each element. */
__global__ void add(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

/* A loop in a loop, a branch in the inner one, and a division, which calls a subroutine. */
__global__ void rows(const int *__restrict__ begin, const double *__restrict__ value, double *sum, int n)
{
#pragma unroll 1
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < n; row += gridDim.x * blockDim.x) {
        double s = 0;

#pragma unroll 1
        for (int k = begin[row]; k < begin[row + 1]; k++)
            if (value[k] > 0.5)
                s += value[k] * sum[k];
        sum[row] = s / value[row];
    }
}

/* Shared memory, barriers, atomics, and an array that is indexed by what nobody knows. */
__global__ void count(const float4 *__restrict__ a, unsigned *bins, int n, int which)
{
    __shared__ unsigned own[256];
    int local[16];

    for (int i = 0; i < 16; i++)
        local[i] = a[i].x > 0;
    own[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 four = a[i];

        atomicAdd(&own[(int)four.x & 255], 1);
        atomicAdd(&own[(int)(four.y + four.z) & 255], 1);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x] + local[which]);
}

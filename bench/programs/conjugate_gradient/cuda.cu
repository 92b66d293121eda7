/*
 * Conjugate gradients for a sparse, symmetric system A x = b in double, stored
 * by rows (CSR): three kernels for each iteration, and the scalars stay on the
 * device, so that the host only launches. Each iteration has scalars of its
 * own, all zero at first; nothing has to be reset between kernels.
 */
#include "../bench_cuda.h"

const int ITERATIONS = 100;
const int THREADS = 256;

struct matrix {
    int rows, elements;
    int *start, *column;
    double *value;
};

/* The side of a cube of about n points. */
static int side_of(int n)
{
    int side = 1;

    while ((side + 1) * (side + 1) * (side + 1) <= n)
        side++;
    return side;
}

/* Each unknown is tied to its neighbours in a cube: symmetric, and positive definite by a heavier diagonal. */
static void fill(struct matrix *m, double *b)
{
    int side = side_of(m->rows), n = m->rows, i, k, used = 0, diagonal, other;
    int distance[7];

    distance[0] = -side * side;
    distance[1] = -side;
    distance[2] = -1;
    distance[3] = 0;
    distance[4] = 1;
    distance[5] = side;
    distance[6] = side * side;
    for (i = 0; i < n; i++) {
        m->start[i] = diagonal = used;
        for (k = 0; k < 7; k++) {
            other = i + distance[k];
            if (other < 0 || other >= n)
                continue;
            if (k == 3)
                diagonal = used;
            m->column[used] = other;
            m->value[used++] = k == 3 ? 0.05 : -0.5 - bench_number((i < other ? i : other) * 8ull + abs(k - 3));
        }
        for (k = m->start[i]; k < used; k++)
            if (k != diagonal)
                m->value[diagonal] -= m->value[k];
        b[i] = 1 + bench_number(i);
    }
    m->start[n] = m->elements = used;
}

/* Adds the threads' values to *total, one atomic addition for each block. */
__device__ void add_to(double *total, double value)
{
    __shared__ double of_warp[THREADS / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    if (lane == 0)
        of_warp[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = lane < THREADS / 32 ? of_warp[lane] : 0;
        for (int distance = THREADS / 64; distance > 0; distance /= 2)
            value += __shfl_down_sync(0xffffffff, value, distance);
        if (lane == 0)
            atomicAdd(total, value);
    }
}

/* x = 0, and what belongs to it. */
__global__ void begin(int n, const double *__restrict__ b, double *__restrict__ x, double *__restrict__ r,
                      double *__restrict__ p, double *rho)
{
    double sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double value = b[i];

        x[i] = 0;
        r[i] = value;
        p[i] = value;
        sum += value * value;
    }
    add_to(rho, sum);
}

/* q = A p, and the scalar product of p and q. */
__global__ void multiply(int n, const int *__restrict__ start, const int *__restrict__ column,
                         const double *__restrict__ value, const double *__restrict__ p, double *__restrict__ q,
                         double *p_q)
{
    double product = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int end = start[i + 1];
        double sum = 0;

        for (int k = start[i]; k < end; k++)
            sum += value[k] * p[column[k]];
        q[i] = sum;
        product += p[i] * sum;
    }
    add_to(p_q, product);
}

__global__ void step(int n, const double *__restrict__ p, const double *__restrict__ q, double *__restrict__ x,
                     double *__restrict__ r, const double *rho_before, const double *p_q, double *rho)
{
    double alpha = *rho_before / *p_q, sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double rest = r[i] - alpha * q[i];

        x[i] += alpha * p[i];
        r[i] = rest;
        sum += rest * rest;
    }
    add_to(rho, sum);
}

__global__ void turn(int n, const double *__restrict__ r, double *__restrict__ p, const double *rho_before,
                     const double *rho)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double beta = *rho / *rho_before;

    if (i < n)
        p[i] = r[i] + beta * p[i];
}

/* On the device. The iteration of number k finds rho[k] and makes rho[k + 1]. */
struct solver {
    matrix m;
    double *b, *x, *r, *p, *q, *rho, *p_q;
    int all, blocks, scalars, iteration;
};

static solver make_solver(int n, int scalars)
{
    solver s;
    int device, multiprocessors;

    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    s.m.rows = n;
    s.m.start = bench_device_array<int>(n + 1);
    s.m.column = bench_device_array<int>(7 * n);
    s.m.value = bench_device_array<double>(7 * n);
    s.b = bench_device_array<double>(n);
    s.x = bench_device_array<double>(n);
    s.r = bench_device_array<double>(n);
    s.p = bench_device_array<double>(n);
    s.q = bench_device_array<double>(n);
    s.rho = bench_device_array<double>(scalars);
    s.p_q = bench_device_array<double>(scalars);
    s.all = (n + THREADS - 1) / THREADS;
    s.blocks = s.all < 8 * multiprocessors ? s.all : 8 * multiprocessors;
    s.scalars = scalars;
    s.iteration = 0;
    return s;
}

static void restart(solver &s)
{
    CUDA(cudaMemsetAsync(s.rho, 0, s.scalars * sizeof *s.rho));
    CUDA(cudaMemsetAsync(s.p_q, 0, s.scalars * sizeof *s.p_q));
    begin<<<s.blocks, THREADS>>>(s.m.rows, s.b, s.x, s.r, s.p, s.rho);
    s.iteration = 0;
}

static void iterate(solver &s, int iterations)
{
    for (int last = s.iteration + iterations; s.iteration < last; s.iteration++) {
        double *rho = s.rho + s.iteration, *p_q = s.p_q + s.iteration;

        multiply<<<s.blocks, THREADS>>>(s.m.rows, s.m.start, s.m.column, s.m.value, s.p, s.q, p_q);
        step<<<s.blocks, THREADS>>>(s.m.rows, s.p, s.q, s.x, s.r, rho, p_q, rho + 1);
        turn<<<s.all, THREADS>>>(s.m.rows, s.r, s.p, rho, rho + 1);
    }
}

/* From data on the host to the host's having read the result. */
static void solve(solver &s, const matrix &m, const double *b, double *x, int iterations)
{
    int n = m.rows;

    bench_to_device(s.m.start, m.start, n + 1);
    bench_to_device(s.m.column, m.column, m.elements);
    bench_to_device(s.m.value, m.value, m.elements);
    bench_to_device(s.b, b, n);
    bench_kernels_begin();
    restart(s);
    iterate(s, iterations);
    bench_kernels_end();
    bench_to_host(x, s.x, n);
    bench_consume(x, n * sizeof *x);
}

static void release(solver &s)
{
    CUDA(cudaFree(s.m.start));
    CUDA(cudaFree(s.m.column));
    CUDA(cudaFree(s.m.value));
    for (double *array : {s.b, s.x, s.r, s.p, s.q, s.rho, s.p_q})
        CUDA(cudaFree(array));
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    matrix m;
    double *b = bench_host_array<double>(n), *x = bench_host_array<double>(n), sum = 0;
    solver s = make_solver(n, 2 + (repeats > ITERATIONS ? repeats : ITERATIONS));

    m.rows = n;
    m.start = bench_host_array<int>(n + 1);
    m.column = bench_host_array<int>(7 * n);
    m.value = bench_host_array<double>(7 * n);
    for (int k = 0; k <= repeats; k++) {
        fill(&m, b);
        bench_phase_begin(k ? "cold" : "warm-up");
        solve(s, m, b, x, 1);
        bench_phase_end();
    }
    for (int k = 0; k <= repeats; k++) {
        fill(&m, b);
        bench_phase_begin(k ? "sweeps" : "warm-up");
        solve(s, m, b, x, ITERATIONS);
        bench_phase_end();
    }
    for (int i = 0; i < n; i++)
        sum += x[i];
    printf("%.10g %.10g %.10g %.10g\n", sum, x[0], x[n / 2], x[n - 1]);

    restart(s);
    for (int k = 0; k <= repeats; k++) {
        bench_phase_begin(k ? "again" : "warm-up");
        bench_kernels_begin();
        iterate(s, 1);
        bench_kernels_end();
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }
    release(s);
    bench_host_free(m.start);
    bench_host_free(m.column);
    bench_host_free(m.value);
    bench_host_free(b);
    bench_host_free(x);
    return 0;
}

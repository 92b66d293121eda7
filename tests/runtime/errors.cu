/*
 * Each failure that the runtime reports, one per run: argv[1] names it. The regions are spelled out as gpump
 * writes them, because the messages quote them. run.sh knows what each message must say.
 */
#include <stdio.h>
#include <cutil.h>
#include <gpump_all.h>
#include <gpump.cu>
#include <gpump_utils.cu>

typedef struct {
    int n;
    float *values;
    float *rows[2];
    int twice;
    void *__n, *__values, *__rows, *__twice;
} gpump_params3;

__global__ void gpump_parallel3(gpump_params3 *gpump_li3);

static int threads = 2;

static void region(float *values, float *second)
{
    int n = 1, twice = 2;
    float *rows[2] = {values, second};

    gpump_params3 _gpump_li3;
    gpump_params3 *gpump_li3;

    gpump_copy_config_t cfg3[] = {
        { &_gpump_li3.n, &_gpump_li3.__n, &n, sizeof n,
          sizeof(int), {-1}, 0, 8 },
        { &_gpump_li3.values, &_gpump_li3.__values, &values, sizeof values,
          sizeof(float), {-1}, 1, 8 },
        { &_gpump_li3.rows, &_gpump_li3.__rows, &rows, sizeof rows,
          sizeof(float), {2, -1}, 1, 8 },
        { &_gpump_li3.twice, &_gpump_li3.__twice, &twice, sizeof twice,
          sizeof(int), {-1}, 0, 8 },
    };

    gpump_copy_to_device(cfg3,
        sizeof cfg3 / sizeof(gpump_copy_config_t));

    cudaMalloc((void **)&gpump_li3, sizeof _gpump_li3);
    cudaMemcpy(gpump_li3, &_gpump_li3, sizeof _gpump_li3,
        cudaMemcpyHostToDevice);

    gpump_parallel3<<<gpump_utils_get_num_blocks(threads),
        threads>>>(
            gpump_li3);
    cudaThreadSynchronize();

    cudaMemcpy(&_gpump_li3, gpump_li3, sizeof _gpump_li3,
        cudaMemcpyDeviceToHost);

    gpump_copy_from_device(cfg3,
        sizeof cfg3 / sizeof(gpump_copy_config_t));
}

__global__ void gpump_parallel3(gpump_params3 *gpump_li3)
{
    gpump_li3->n = 2;
}

static bool is(const char *name, const char *other)
{
    return strcmp(name, other) == 0;
}

int main(int argc, char *argv[])
{
    volatile size_t huge = (size_t)1 << 62; /* volatile: the compiler would warn of such a wish */
    const char *what = argc > 1 ? argv[1] : "";
    float *p = gpump_malloc(100 * sizeof(float));
    float stack[4];
    printf("before\n");
    if (is(what, "unlisted"))
        region(stack, p);
    if (is(what, "unlisted-element"))
        region(p, stack);
    if (is(what, "below"))
        region(p - 1, p);
    if (is(what, "above"))
        region(p + 101, p);
    if (is(what, "twice")) {
        float *alias = p, *other = gpump_malloc(sizeof(float));
        gpump_free(p);
        gpump_free(other);
        gpump_free(alias);
    }
    if (is(what, "removed-twice")) {
        gpump_alloc_list_add(&stack, sizeof stack);
        gpump_alloc_list_remove(&stack);
        gpump_alloc_list_remove(&stack);
    }
    if (is(what, "never"))
        gpump_free(stack);
    if (is(what, "middle"))
        gpump_free(p + 2);
    if (is(what, "realloc-never"))
        p = gpump_realloc(stack, 10);
    if (is(what, "null-entry"))
        gpump_alloc_list_add(NULL, 4);
    if (is(what, "malloc"))
        p = gpump_malloc(huge);
    if (is(what, "calloc"))
        p = gpump_calloc(huge, huge);
    if (is(what, "realloc"))
        p = gpump_realloc(p, huge);
    if (is(what, "launch"))
        threads = 4000;
    if (is(what, "num-threads"))
        threads = 0;
    if (is(what, "region") || is(what, "launch") || is(what, "num-threads"))
        region(p, p + 2);
    if (is(what, "after-region")) {
        region(p, p + 2);
        gpump_free(stack);
    }
    if (is(what, "blocks"))
        printf("%d\n", gpump_utils_get_num_blocks());
    if (is(what, "threads"))
        printf("%d\n", gpump_utils_get_threads_per_block());
    if (is(what, "max"))
        printf("%d\n", gpump_get_max_threads());
    if (is(what, "procs"))
        printf("%d\n", gpump_get_num_procs());
    if (is(what, "outside"))
        cudaMemcpy(p, stack, 4, cudaMemcpyDeviceToHost);
    printf("after\n");
}

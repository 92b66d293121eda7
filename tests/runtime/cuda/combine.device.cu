#include <gpump_device.h>

struct row {
    int length;
    const int *values;
};

struct combine_globals_t {
    long *before, *total;
    int (*seen)[70];
};
extern "C" const combine_globals_t combine_host;
static __constant__ combine_globals_t combine_globals;
GPUMP_GLOBALS(combine_globals, combine_host);

/* combine.c:16: #pragma omp parallel */
struct iterate_parallel0_t {
    int rounds;
    long before, total;
    const struct row *row;
    struct row gpump_structure_row;
    int *most;
    float *least;
};

__global__ void iterate_parallel0(gpump_team_t team, const __grid_constant__ iterate_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    long before = shared.before, total = shared.total;
    const struct row *const row = gpump_structure(shared.row, shared.gpump_structure_row);
    int most = *shared.most;
    float least = *shared.least;
    for (int round = 0; round < shared.rounds; round++) {
        /* combine.c:20: #pragma omp single */
        {
            before = total;
            total = 1;
        }
        gpump_barrier();
        /* combine.c:25: #pragma omp for reduction(+ : total) reduction(| : most) reduction(- : least) */
        {
            auto &original_total = total;
            auto &original_most = most;
            auto &original_least = least;
            long total = 0;
            int most = 0;
            float least = 0;
            for (int i : gpump_for(gpump_range<int>(0, '<', row->length, 1))) {
                total += row->values[i] + before % 7;
                most |= row->values[i];
                least -= 0.5f;
            }
            gpump_combine(gpump_term_add(original_total, total), gpump_term_or(original_most, most),
                          gpump_term_sub(original_least, least));
        }
        /* combine.c:32: #pragma omp for */
        for (int i : gpump_for(gpump_range<int>(0, '<', 70, 1)))
            (*combine_globals.seen)[i] = (int)(total % 1000) + most + (int)least;
        gpump_barrier();
    }
    gpump_give_back(combine_globals.before, before);
    gpump_give_back(combine_globals.total, total);
    gpump_give_back(shared.most, most);
    gpump_give_back(shared.least, least);
}
GPUMP_REGION(iterate_parallel0, iterate_parallel0_t, .file = "combine.c", .line = 16,
    .kernel = gpump_kernel<iterate_parallel0>, .is_team_agnostic = true,
    .pointers = {GPUMP_POINTERS(row, most, least)},
    .structures = {GPUMP_STRUCTURES(row)});

/* combine.c:43: #pragma omp parallel */
struct check_parallel0_t {
    int rounds;
    int *product, *sum, *wrong;
};

__global__ void check_parallel0(gpump_team_t team, check_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    for (int round = 1; round <= shared.rounds; round++) {
        /* combine.c:48: #pragma omp for reduction(* : product) reduction(+ : sum) */
        int product = 1, sum = 0;
        for (int i : gpump_for(gpump_range<int>(0, '<', 70, 1))) {
            product *= i == round ? 2 : 1;
            sum += i;
        }
        gpump_reduce_mul(shared.product, product);
        gpump_reduce_add_barrier(shared.sum, sum);
        if (*shared.sum != round * 2415 || *shared.product != 1 << round)
            gpump_atomic_add(shared.wrong, 1);
        gpump_barrier();
    }
}
GPUMP_REGION(check_parallel0, check_parallel0_t, .file = "combine.c", .line = 43,
    .kernel = gpump_kernel<check_parallel0>,
    .pointers = {GPUMP_POINTERS(product)});

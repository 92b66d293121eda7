#include <gpump_device.h>

struct scale_t {
    long n;
    const double *a;
    double *b;
};

template <class gpump_form_t> __global__ void scale(gpump_form_t gpump_team, scale_t shared)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    for (long i : gpump_for(gpump_team, gpump_range<long>(0, '<', shared.n, 1)))
        shared.b[i] = 3 * shared.a[i];
}
GPUMP_REGION(scale, scale_t, .file = "bare.c", .line = 10,
    .kernel = gpump_kernel<scale<gpump_team_t>>, .covered = gpump_kernel<scale<gpump_covered_t>>,
    .is_bare = true, .is_independent = true,
    .iterations = GPUMP_ITERATIONS(shared, return gpump_iterations(gpump_range<long>(0, '<', shared.n, 1));),
    .pointers = {GPUMP_POINTERS(a, b)});

struct stretch_t {
    int n;
    double *b;
};

template <class gpump_form_t> __global__ void stretch(gpump_form_t gpump_team, stretch_t shared)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    const int n = shared.n;
    for (int i : gpump_for_static(gpump_team, gpump_range<int>(n - 1, '>' + GPUMP_OR_EQUAL, 0, -(long long)(2))))
        shared.b[i] += i;
}
GPUMP_REGION(stretch, stretch_t, .file = "bare.c", .line = 18,
    .kernel = gpump_kernel<stretch<gpump_team_t>>, .covered = gpump_kernel<stretch<gpump_covered_t>>,
    .is_bare = true, .is_independent = true,
    .iterations = GPUMP_ITERATIONS(shared, const int n = shared.n; return gpump_iterations(gpump_range<int>(n - 1, '>' + GPUMP_OR_EQUAL, 0, -(long long)(2)));),
    .pointers = {GPUMP_POINTERS(b)});

struct reduce_t {
    int n;
    const double *a;
    double *sum;
    long *count;
    double *product;
    int *all, *some, *bits, *mask, *flips;
};

__global__ void reduce(gpump_team_t gpump_team, reduce_t shared)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    double sum = 0, product = 1;
    long count = 0;
    int all = 1, some = 0, bits = ~0, mask = 0, flips = 0;
    for (int i : gpump_for(gpump_team, gpump_range<int>(0, '<', shared.n, 1))) {
        sum += shared.a[i];
        count += i;
        product *= i % 50 == 1 ? 2 : 1;
        all = all && shared.a[i] >= 0;
        some = some || i == shared.n - 1;
        bits &= ~(1 << i % 7);
        mask |= 1 << i % 9;
        flips ^= i;
    }
    gpump_result_add(gpump_team, 0, shared.sum, sum);
    gpump_result_sub(gpump_team, 1, shared.count, count);
    gpump_result_mul(gpump_team, 2, shared.product, product);
    gpump_result_logical_and(gpump_team, 3, shared.all, all);
    gpump_result_logical_or(gpump_team, 4, shared.some, some);
    gpump_result_and(gpump_team, 5, shared.bits, bits);
    gpump_result_or(gpump_team, 6, shared.mask, mask);
    gpump_result_xor(gpump_team, 7, shared.flips, flips);
}
GPUMP_REGION(reduce, reduce_t, .file = "bare.c", .line = 27,
    .kernel = gpump_kernel<reduce>, .is_bare = true, .reductions = 8, .is_independent = true,
    .iterations = GPUMP_ITERATIONS(shared, return gpump_iterations(gpump_range<int>(0, '<', shared.n, 1));),
    .pointers = {GPUMP_POINTERS(a)});

struct sweep_t {
    int n, m;
    const double *u;
    double *v;
};

template <class gpump_form_t> __global__ void sweep(gpump_form_t gpump_team, sweep_t shared)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    const int n = shared.n, m = shared.m;
    const double *const u = shared.u;
    double *const v = shared.v;
    for (auto [i, j] : gpump_for_nest(gpump_team, gpump_apart(gpump_team, v, u), gpump_range<int>(1, '<', n - 1, 1),
                                      gpump_range<int>(1, '<', m - 1, 1)))
        v[i * m + j] = u[i * m + j - 1] + u[i * m + j + 1] + u[(i - 1) * m + j];
}
GPUMP_REGION(sweep, sweep_t, .file = "bare.c", .line = 45,
    .kernel = gpump_kernel<sweep<gpump_team_t>>, .covered = gpump_kernel<sweep<gpump_covered_t>>,
    .is_bare = true, .is_independent = true,
    .iterations = GPUMP_ITERATIONS(shared, const int n = shared.n; const int m = shared.m; return gpump_iterations(gpump_range<int>(1, '<', n - 1, 1), gpump_range<int>(1, '<', m - 1, 1));),
    .pointers = {GPUMP_POINTERS(u, v)},
    .apart = {GPUMP_PAIR(v, u)});

struct cube_t {
    int n, m, l;
    int *c;
};

template <class gpump_form_t> __global__ void cube(gpump_form_t gpump_team, cube_t shared)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    const int n = shared.n, m = shared.m, l = shared.l;
    for (auto [i, j, k] : gpump_for_nest(gpump_team, true, gpump_range<int>(0, '<', n, 1), gpump_range<int>(0, '<', m, 1),
                                         gpump_range<int>(0, '<', l, 1)))
        shared.c[(i * m + j) * l + k] = i * 100 + j * 10 + k;
}
GPUMP_REGION(cube, cube_t, .file = "bare.c", .line = 54,
    .kernel = gpump_kernel<cube<gpump_team_t>>, .covered = gpump_kernel<cube<gpump_covered_t>>,
    .is_bare = true, .is_independent = true,
    .iterations = GPUMP_ITERATIONS(shared, return gpump_iterations(gpump_range<int>(0, '<', shared.n, 1), gpump_range<int>(0, '<', shared.m, 1), gpump_range<int>(0, '<', shared.l, 1));),
    .pointers = {GPUMP_POINTERS(c)});

struct rows_t {
    int n;
    const int *start;
    const double *a;
    double *b;
};

__global__ void rows(gpump_team_t gpump_team, rows_t shared)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    const int *const start = shared.start;
    const auto gpump_group = gpump_group_for(gpump_team, gpump_range<int>(0, '<', shared.n, 1), [&](int i) {
        return gpump_range<int>(start[i], '<', start[i + 1], 1);
    });
    for (int i : gpump_group) {
        double sum = 0;
        sum = gpump_group.part(sum);
        for (int j : gpump_group.spread(gpump_range<int>(start[i], '<', start[i + 1], 1)))
            sum += shared.a[j];
        sum = gpump_group.sum(sum);
        if (gpump_group.is_first())
            shared.b[i] = sum;
    }
}
GPUMP_REGION(rows, rows_t, .file = "bare.c", .line = 64,
    .kernel = gpump_kernel<rows>, .is_bare = true, .is_independent = true,
    .iterations = GPUMP_ITERATIONS(shared, return gpump_iterations_of_groups(gpump_range<int>(0, '<', shared.n, 1));),
    .pointers = {GPUMP_POINTERS(start, a, b)});

struct numbers_t {
    int *seen;
    int *size;
};

__global__ void numbers(gpump_team_t gpump_team, numbers_t shared)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    const auto omp_get_thread_num = [&] { return (int)gpump_thread(gpump_team); };
    const auto omp_get_num_threads = [&] { return (int)gpump_threads(gpump_team); };
    shared.seen[omp_get_thread_num()]++;
    if (omp_get_thread_num() == 0)
        *shared.size = omp_get_num_threads();
}
GPUMP_REGION(numbers, numbers_t, .file = "bare.c", .line = 77,
    .kernel = gpump_kernel<numbers>, .is_bare = true,
    .pointers = {GPUMP_POINTERS(seen, size)});

struct known_t {
    double *v;
    const double *u;
    int *known;
};

__global__ void known(gpump_team_t gpump_team, known_t shared)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    if (gpump_master(gpump_team))
        *shared.known = gpump_team.is_apart;
}
GPUMP_REGION(known, known_t, .file = "bare.c", .line = 92,
    .kernel = gpump_kernel<known>, .is_bare = true,
    .pointers = {GPUMP_POINTERS(v, u, known)},
    .apart = {GPUMP_PAIR(v, u)});

struct asked_t {
    double *v;
    const double *u;
    int *found;
};

__global__ void asked(gpump_team_t gpump_team, asked_t shared)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    if (gpump_master(gpump_team))
        *shared.found = gpump_apart(gpump_team, shared.v, shared.u);
}
GPUMP_REGION(asked, asked_t, .file = "bare.c", .line = 103,
    .kernel = gpump_kernel<asked>, .is_bare = true,
    .pointers = {GPUMP_POINTERS(v, u, found)});

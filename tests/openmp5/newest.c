/* What gcc 12 does not read: variants, assumptions, loop transformations, interoperability. */
#include <omp.h>

#pragma omp requires reverse_offload
#pragma omp assumes no_openmp_routines
#pragma omp begin assumes no_parallelism absent(task, target data) contains(parallel, for)
static int assumed(int x) { return x; }
#pragma omp end assumes

#pragma omp begin declare target device_type(nohost) indirect
static int on_device(int x) { return x; }
#pragma omp end declare target

int entered, other;
#pragma omp declare target enter(entered) link(other) device_type(any) indirect(1)

int fast(int x), with_objects(int *x, omp_interop_t first);
int fast(int x) { return x; }
#pragma omp declare variant(fast) match(construct={parallel, for}, device={kind(gpu), isa("avx")}, implementation={vendor(gnu)}, user={condition(1)})
int slow(int x);
int slow(int x) { return x; }
#pragma omp declare variant(with_objects) match(construct={dispatch}) adjust_args(need_device_ptr: x) append_args(interop(target, targetsync))
int without(int *x);

#pragma omp begin declare variant match(device={kind(host)})
static int other_form(int x) { return x; }
#pragma omp end declare variant

struct vector { int n; double *values; };
#pragma omp declare mapper(struct vector v) map(v, v.values[0:v.n])
#pragma omp declare mapper(deep: struct vector v) map(tofrom: v.values[0:v.n])

void variants(int n, int *v)
{
    int r = 0;
    #pragma omp metadirective when(device={kind(gpu)}: teams distribute parallel for num_teams(4)) default(parallel for)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp metadirective when(user={condition(score(3): n > 3)}: parallel) otherwise()
    r = 1;
    #pragma omp metadirective when(implementation={vendor(gnu)}: taskwait) otherwise(nothing)
    #pragma omp begin metadirective when(target_device={kind(gpu)}: parallel num_threads(4))
    r = 2;
    int inside = r;
    v[0] = inside;
    #pragma omp end metadirective
    #pragma omp dispatch nowait depend(in: v[0]) novariants(n > 3) nocontext(0) device(0) is_device_ptr(v)
    slow(1);
    #pragma omp dispatch
    r = without(v);
}

void assumptions(int n, int *v)
{
    #pragma omp assume holds(n > 3) no_openmp no_openmp_routines no_parallelism
    v[0] = assumed(n) + on_device(n) + other_form(n);
    #pragma omp assume absent(parallel, taskwait), contains(simd)
    {
        #pragma omp simd
        for (int i = 0; i < n; i++)
            v[i] = i;
    }
    #pragma omp error at(compilation) severity(warning) message("look")
}

void transformations(int n, int *v)
{
    #pragma omp tile sizes(4, 8)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i] += j;
    #pragma omp unroll
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp unroll full
    for (int i = 0; i < 4; i++)
        v[i] = i;
    #pragma omp parallel for
    #pragma omp tile sizes(4)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel for
    #pragma omp unroll partial(4)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp unroll partial
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp reverse
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp interchange permutation(2, 1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i] += j;
    #pragma omp stripe sizes(4)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp split counts(1, omp_fill)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp fuse looprange(1, 2)
    {
        for (int i = 0; i < n; i++)
            v[i] = i;
        for (int i = 1; i < n; i++)
            v[i] += i;
    }
}

void objects(int n, int *v)
{
    omp_interop_t object = 0;
    omp_depend_t dependence;
    #pragma omp interop init(target, targetsync: object) device(0) depend(inout: v[0]) nowait
    #pragma omp interop init(prefer_type("cuda", 4), targetsync: object)
    #pragma omp interop use(object)
    #pragma omp interop destroy(object)
    #pragma omp depobj(dependence) depend(in: v[0])
    #pragma omp depobj(dependence) destroy(dependence)
}

void newest_forms(int n, int *v, struct vector *p)
{
    int k = 0, s = 0;
    omp_allocator_handle_t own;
    omp_alloctrait_t traits[1];
    #pragma omp parallel for linear(k: step(2), val)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel for ordered(1)
    for (int i = 1; i < n; i++) {
        #pragma omp ordered doacross(sink: i - 1)
        #pragma omp ordered doacross(source:)
        #pragma omp ordered doacross(sink: omp_cur_iteration - 1)
        #pragma omp ordered doacross(source: omp_cur_iteration)
    }
    #pragma omp target uses_allocators(memspace(omp_default_mem_space), traits(traits): own)
    s = 1;
    #pragma omp target device(ancestor: 1)
    s = 1;
    #pragma omp target map(iterator(int i = 0:n), present, always, close, mapper(default), tofrom: v[i])
    s = 1;
    #pragma omp target defaultmap(present: all) has_device_addr(v[0:n])
    s = 1;
    #pragma omp teams if(teams: n) num_teams(2)
    s = 1;
    #pragma omp parallel
    #pragma omp scope firstprivate(s) allocate(allocator(omp_default_mem_alloc), align(8): s) private(k) reduction(+: n)
    k = s;
    #pragma omp task depend(out: omp_all_memory) depend(inoutset: s)
    s++;
    #pragma omp task depend(in: *(&k)) depend(out: ([4])v[0:2]) depend(inout: (([2][2])v)[0:2][1])
    s++;
    #pragma omp task depend(in: *(int *)&k, *&v[1]) depend(out: *(int (*)[2])v)
    s++;
    #pragma omp taskwait depend(in: v[0]) nowait
    #pragma omp target map(mapper(deep), tofrom: p[0:1]) map(iterator(i = 0:n), to: v[i])
    s++;
    #pragma omp target map(present, from: p->values[0:4:2]) uses_allocators(own) allocate(own: s) private(s)
    s = 1;
    #pragma omp target device(device_num: 0) uses_allocators(omp_default_mem_alloc, own(traits))
    s++;
    #pragma omp target update to(mapper(deep): p[0:1]) from(present: s) to(iterator(i = 0:n): v[i])
    #pragma omp target update from(present, mapper(default): p[0:1])
    #pragma omp target update from(v[0:n:2])
    #pragma omp parallel
    #pragma omp for simd linear(val(k): 2)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel, num_threads(2)
    s = 1;
}

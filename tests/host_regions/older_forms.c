/*
 * Directives in forms that gcc 12 does not read: the host's text has them in older ones.
 * regions: 2 of 18 on the device
 * prints: tasks 6 1061
 * prints: ordered 115 85
 * prints: before 14
 * prints: scope 7 306 24
 * prints: last 13
 * prints: matrices 123
 * prints: devices 111 6017 9 3
 * prints: 9 4 3 4
 * prints: 0
 * prints: 1
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp requires unified_shared_memory, atomic_default_mem_order(seq_cst)
#pragma omp requires reverse_offload
#pragma omp assumes no_openmp_routines
#pragma omp begin assumes no_parallelism
static int assumed(int x) { return x + 1; }
#pragma omp end assumes

#pragma omp begin declare target device_type(any) indirect
static int twice(int x) { return 2 * x; }
#pragma omp end declare target

static int entered = 4, other = 5;
#pragma omp declare target enter(entered) link(other) device_type(any)
int called(int x);
#pragma omp declare target enter(called) indirect(1)
#pragma omp declare simd uniform(y) linear(x: val, step(2)) notinbranch
int called_simd(int x, int y);
int called_simd(int x, int y) { return x + y; }
int called(int x) { return x - 1; }

struct vector { int n; double *values; };
#pragma omp declare mapper(struct vector v) map(v, v.values[0:v.n])

static int table[64];

static void work(void)
{
    int k = 3, s = 0, n = 16;
    #pragma omp parallel, num_threads(2)
    {
        #pragma omp single
        {
            #pragma omp task depend(out: s)
            s += 1;
            #pragma omp task, depend(inoutset: s) shared(s)
            { 
                #pragma omp atomic
                s += 2;
            }
            #pragma omp task depend(inoutset: s) shared(s)
            {
                #pragma omp atomic
                s += 3;
            }
            #pragma omp task depend(in: table[0:4])
            table[40] = 1;
            #pragma omp task depend(out: omp_all_memory) shared(s, k)
            {
                k = s * 10;
            }
            #pragma omp task depend(in: s) shared(k)
            k += 1;
            #pragma omp task depend(inout: omp_all_memory) if(task: k > 100) shared(k)
            k += 1000;
            #pragma omp taskwait depend(in: s) nowait
            #pragma omp taskwait depend(out: omp_all_memory)
        }
    }
    printf("tasks %d %d\n", s, k);

    k = 5;
    #pragma omp parallel for ordered(1), num_threads(2), schedule(static, 1)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered doacross(sink: i - 1)
        table[i] = (i ? table[i - 1] : 0) + k;
        #pragma omp ordered doacross(source:)
        #pragma omp task
        ;
    }
    #pragma omp parallel for num_threads(2) linear(k: step(2), val) schedule(static, 1)
    for (int i = 0; i < n; i++) {
        table[i] += k;
        k += 2;
        #pragma omp task
        ;
    }
    #pragma omp parallel num_threads(2)
    #pragma omp for simd linear(val(k): 2)
    for (int i = 0; i < n; i++)
        k += 2;
    #pragma omp simd linear(k: val)
    for (int i = 0; i < n; i++)
        k++;
    printf("ordered %d %d\n", table[n - 1], k);
    #pragma omp parallel for ordered(1) num_threads(2) schedule(static, 1)
    for (int i = 40; i > 0; i -= 3) {
        #pragma omp ordered doacross(sink: omp_cur_iteration - 1)
        table[i] = (i < 40 ? table[i + 3] : 0) + 1;
        #pragma omp ordered doacross(source: omp_cur_iteration)
        #pragma omp task
        ;
    }
    printf("before %d\n", table[1]);
    k = 7;
    #pragma omp parallel num_threads(3)
    {
        int got = 0;
        #pragma omp task
        ;
        #pragma omp scope firstprivate(k) allocate(k) reduction(+: s)
        {
            k += omp_get_thread_num();
            got = k;
            s += 100;
        }
        #pragma omp critical
        table[50] += got;
    }
    printf("scope %d %d %d\n", k, s, table[50]);
    /* gcc 12 counts no assignment that is atomic. */
    #pragma omp parallel for lastprivate(conditional: k) num_threads(2) schedule(static, 1)
    for (int i = 0; i < n; i++) {
        #pragma omp taskyield
        if (i % 4 == 1) {
            #pragma omp atomic write
            k = i;
        }
    }
    printf("last %d\n", k);
}

static void matrices(int rows, double *data)
{
    int done = 0;
    #pragma omp parallel num_threads(2)
    #pragma omp single
    {
        #pragma omp task depend(out: ([4][8])data[1:2][0:8]) shared(done)
        done = done * 10 + 1;
        #pragma omp task depend(in: ([4][8])data[1:2][0:8]) shared(done)
        done = done * 10 + 2;
        #pragma omp task depend(inout: ([rows][8])data[1][:8:1]) shared(done)
        done = done * 10 + 3;
        omp_depend_t d;
        #pragma omp depobj(d) depend(inoutset: data[1])
        #pragma omp depobj(d) update(inoutset)
        #pragma omp depobj(d) destroy(d)
    }
    printf("matrices %d\n", done);
}

static void devices(void)
{
    struct vector v = { 8, malloc(64) }, *object = &v;
    int s = 1, k = 2, first = -1, *p = table;
    for (int i = 0; i < 8; i++)
        v.values[i] = i;
    #pragma omp teams if(s > 4) num_teams(3)
    if (omp_get_team_num() == 0)
        first = omp_get_num_teams();
    #pragma omp teams if(teams: s < 4) num_teams(2:3)
    if (omp_get_team_num() == 0)
        first = first * 10 + (omp_get_num_teams() > 1);
    #pragma omp teams if(s > 4)
    if (omp_get_team_num() == 0)
        first = first * 10 + omp_get_num_teams();
    #pragma omp target map(present, tofrom: s) map(always, present, to: k)
    s += k;
    #pragma omp target map(mapper(default), tofrom: v) map(iterator(int i = 0:8), tofrom: table[i]) map(s)
    {
        s += v.values[3];
        table[3] = 9;
    }
    #pragma omp target defaultmap(present: all)
    s += 1;
    #pragma omp target defaultmap(tofrom: all)
    s += 1;
    #pragma omp target has_device_addr(table[0:3]) map(tofrom: s) uses_allocators(omp_default_mem_alloc)
    s += table[3];
    #pragma omp target parallel for reduction(+: s) uses_allocators(omp_default_mem_alloc, omp_const_mem_alloc)
    for (int i = 0; i < 4; i++)
        s += 1000 * i;
    #pragma omp target data map(p[0:4]) use_device_addr(p[0:4])
    p[1] = 3;
    #pragma omp target data map(tofrom: *p, *object->values)
    p[1] += *object->values > 1;
    #pragma omp target map(tofrom: *p, s, *object->values, k, *object)
    s += k - 2;
    #pragma omp target update from(*object->values)
    #pragma omp target enter data map(s)
    #pragma omp target enter data map(present, to: k)
    #pragma omp target update to(present: s) from(mapper(default): k)
    #pragma omp target update from(table[0:4:2])
    #pragma omp target update to(iterator(int i = 0:4): table[i]) depend(in: s)
    #pragma omp target update to(s) depend(out: omp_all_memory)
    #pragma omp target exit data map(s) map(tofrom: k)
    printf("devices %d %d %d %d\n", first, s, table[3], p[1]);
    free(v.values);
}

int main(void)
{
    double *data = calloc(32, sizeof(double));
    work();
    matrices(4, data);
    devices();
    #pragma omp assume holds(entered > 3)
    printf("%d %d %d %d\n", assumed(twice(entered)), called(other), called_simd(1, 2), entered);
    #pragma omp unroll partial(2)
    for (int i = 0; i < 2; i++)
        printf("%d\n", i);
    free(data);
    return 0;
}

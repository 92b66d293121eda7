/* Loops and teams of threads: sections 4.4, 5, 10 and 11 of OpenMP 5.2. */
#include <stdint.h>

struct pair { int x, y; };
#pragma omp declare reduction(join: struct pair: omp_out.x += omp_in.x, omp_out.y += omp_in.y) initializer(omp_priv = {0, 0})
#pragma omp declare reduction(+: struct pair: omp_out.x += omp_in.x)
void longest(int *a, int *b);
#pragma omp declare reduction(longest: int, long: omp_out = omp_out > omp_in ? omp_out : omp_in) initializer(omp_priv = omp_orig)

#pragma omp declare simd
#pragma omp declare simd uniform(n, v) linear(i) aligned(v: 16) simdlen(4) notinbranch
#pragma omp declare simd linear(val(i): 1) uniform(n) inbranch
int element(int n, int *v, int i);
int element(int n, int *v, int i) { return n + v[i]; }

void teams(int n, int *v)
{
    int a = 0, b[10] = {0}, t = 0;
    struct pair p = {0, 0};
    #pragma omp parallel proc_bind(primary) default(firstprivate) num_threads(n) if(parallel: n)
    a = n;
    #pragma omp parallel proc_bind(master) default(private) shared(n)
    a = n;
    #pragma omp parallel proc_bind(spread) reduction(+: b) reduction(*: a) allocate(a)
    b[0]++;
    #pragma omp parallel proc_bind(close) reduction(+: b[2:4], v[0:n]) reduction(join: p) reduction(longest: a)
    {
        b[2]++;
        p.x++;
        #pragma omp masked
        a++;
        #pragma omp masked filter(1)
        a++;
        #pragma omp scope private(t) reduction(+: n) nowait
        n = t = 1;
        #pragma omp sections lastprivate(conditional: t) nowait
        {
            t = 1;
            #pragma omp section
            t = 2;
        }
    }
    #pragma omp parallel reduction(default, +: p)
    p.x++;
    #pragma omp parallel master
    a++;
    #pragma omp parallel masked filter(n)
    a++;
}

void loops(int n, int *v, double *w)
{
    int s = 0, t = 0, k = 0;
    int64_t unsigned_sum = 0;
    #pragma omp parallel for schedule(monotonic: static, 4) order(concurrent)
    for (unsigned i = 0; i < 10; i++)
        v[i] = 1;
    #pragma omp parallel for schedule(nonmonotonic, simd: dynamic) lastprivate(conditional: t)
    for (int i = 0; i != n; i++)
        if (v[i])
            t = i;
    #pragma omp parallel for order(reproducible: concurrent) linear(k: 2)
    for (int *i = v; i < v + n; i++)
        *i = 1;
    #pragma omp parallel for simd nontemporal(v, w) if(simd: n) if(parallel: n > 4)
    for (int i = 0; i < n; ++i)
        v[i] = w[i];
    #pragma omp simd order(concurrent) linear(k: 1) if(n)
    for (int i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel for ordered(2)
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++) {
            #pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
            v[i]++;
            #pragma omp ordered depend(source)
        }
    #pragma omp parallel for reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += v[i];
        #pragma omp scan inclusive(s)
        w[i] = s;
    }
    #pragma omp parallel for simd reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        w[i] = s;
        #pragma omp scan exclusive(s)
        s += v[i];
    }
    #pragma omp parallel
    {
        #pragma omp loop bind(parallel) collapse(2) order(concurrent) private(t) lastprivate(k) reduction(+: s)
        for (int i = 0; i < n; i++)
            for (k = 0; k < n; k++)
                s += t = 1;
        #pragma omp for schedule(nonmonotonic: guided, 4) nowait
        for (int i = 0; i < n; i++)
            v[i] = i;
        #pragma omp for simd linear(t: 2) nontemporal(v)
        for (int i = 0; i < n; i++)
            v[i] = i;
    }
    #pragma omp parallel loop num_threads(2) reduction(+: unsigned_sum)
    for (int i = 0; i < n; i++)
        unsigned_sum += i;
    #pragma omp loop bind(thread)
    for (int i = 0; i < n; i++)
        v[i] = i;
}

void atomics(int *v, int n)
{
    int x = 0, r = 0, e = 1, d = 2;
    #pragma omp atomic compare
    x = x == e ? d : x;
    #pragma omp atomic compare seq_cst fail(relaxed)
    if (x == e) { x = d; }
    #pragma omp atomic compare capture weak acq_rel
    if (x == e) { x = d; } else { r = x; }
    #pragma omp atomic compare capture
    { r = x; if (x > e) { x = e; } }
    #pragma omp atomic update relaxed hint(1)
    x++;
    #pragma omp flush acq_rel
    #pragma omp flush seq_cst
    #pragma omp flush(x, v)
    #pragma omp critical (name) hint(2)
    x++;
    #pragma omp critical(name), hint(2)
    x++;
    #pragma omp nothing
    #pragma omp error at(execution) severity(warning) message("late")
}

/* Operators and critical constructs have names of their own, beside those of types. */
typedef struct { int least, most; } range;
#pragma omp declare reduction(range: range: omp_out.most += omp_in.most)

int named(range found)
{
    #pragma omp parallel reduction(range: found)
    found.most++;
    #pragma omp critical(range)
    found.most++;
    return found.most;
}

//- 5.2, 7.2: a selector has each set of traits once
//- E0370
void f(int *v)
{
    #pragma omp metadirective when(device={kind(host)}, device={arch(x86_64)}: parallel)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp metadirective when(device={kind(host), arch(x86_64)}: parallel)
    v[0] = 1;
}
//- 5.2, 7.2: a set has each trait once
//- E0370
void f(int *v)
{
    #pragma omp metadirective when(device={kind(host), kind(cpu)}: parallel)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp metadirective when(device={kind(host, cpu)}: parallel)
    v[0] = 1;
}
//- 5.2, 7.2: the constructs of a selector are those of the specification
//- E0370
int g(int x);
#pragma omp declare variant(g) match(construct={sections})
int f(int x);
//- allowed
int g(int x);
#pragma omp declare variant(g) match(construct={parallel, for})
int f(int x);
//- 5.2, 7.2: the user's traits are conditions
//- E0370
void f(int *v)
{
    #pragma omp metadirective when(user={wish(1)}: parallel)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp metadirective when(user={condition(1)}: parallel)
    v[0] = 1;
}
//- 5.2, 7.2: traits of devices have no scores
//- E0370
int g(int x);
#pragma omp declare variant(g) match(device={kind(score(3): host)})
int f(int x);
//- allowed
int g(int x);
#pragma omp declare variant(g) match(implementation={vendor(score(3): gnu)})
int f(int x);
//- 5.2, 7.2: a score is a constant that is not negative
//- E0370
void f(int *v)
{
    #pragma omp metadirective when(user={condition(score(-1): 1)}: parallel)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp metadirective when(user={condition(score(0): 1)}: parallel)
    v[0] = 1;
}
//- 5.2, 7.2: what is named has a name
//- E0370
void f(int *v)
{
    #pragma omp metadirective when(device={kind}: parallel)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp metadirective when(device={kind(any)}: parallel)
    v[0] = 1;
}
//- 5.2, 7.2: a construct has no properties
//- E0370
int g(int x);
#pragma omp declare variant(g) match(construct={parallel(4)})
int f(int x);
//- allowed
int g(int x);
#pragma omp declare variant(g) match(construct={parallel})
int f(int x);
//- 5.2, 7.2: a condition is one expression
//- E0370
void f(int *v)
{
    #pragma omp metadirective when(implementation={atomic_default_mem_order(seq_cst, relaxed)}: parallel)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp metadirective when(implementation={atomic_default_mem_order(seq_cst)}: parallel)
    v[0] = 1;
}
//- 5.2, 7.2: any device is no certain one
//- E0370
void f(int *v)
{
    #pragma omp metadirective when(device={kind(any, host)}: parallel)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp metadirective when(device={kind(any)}: parallel)
    v[0] = 1;
}
//- 5.2, 7.4: what is chosen otherwise stands last
//- E0371
void f(int *v)
{
    #pragma omp metadirective otherwise(parallel) when(device={kind(gpu)}: parallel num_threads(2))
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp metadirective when(device={kind(gpu)}: parallel num_threads(2)) otherwise(parallel)
    v[0] = 1;
}
//- 5.2, 7.4.3: a metadirective chooses no metadirective
//- E0371
void f(int *v)
{
    #pragma omp metadirective when(device={kind(host)}: metadirective otherwise(parallel))
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp metadirective when(device={kind(host)}: parallel)
    v[0] = 1;
}
//- 5.2, 7.4.1: a metadirective asks nothing of a simd function
//- E0370
void f(int *v)
{
    #pragma omp metadirective when(construct={simd(simdlen(4))}: parallel)
    v[0] = 1;
}
//- allowed
void f(int *v)
{
    #pragma omp metadirective when(construct={simd}: parallel)
    v[0] = 1;
}
//- 5.2, 7.5: a variant is declared before
//- E0372
#pragma omp declare variant(g) match(construct={parallel})
int f(int x);
//- allowed
int g(int x);
#pragma omp declare variant(g) match(construct={parallel})
int f(int x);
//- 5.2, 7.5: a variant is a function
//- E0372
int g;
#pragma omp declare variant(g) match(construct={parallel})
int f(int x);
//- allowed
int g(int x);
#pragma omp declare variant(g) match(construct={parallel})
int f(int x);
//- 5.2, 7.5: a variant has its base function's type
//- E0372
int g(long x);
#pragma omp declare variant(g) match(construct={parallel})
int f(int x);
//- allowed
int g(int x);
#pragma omp declare variant(g) match(construct={parallel})
int f(int x);
//- 5.2, 7.5: a variant has no variants
//- E0372
int h(int x);
#pragma omp declare variant(h) match(construct={parallel})
int g(int x);
#pragma omp declare variant(g) match(construct={for})
int f(int x);
//- allowed
int h(int x);
int g(int x);
#pragma omp declare variant(h) match(construct={parallel})
#pragma omp declare variant(g) match(construct={for})
int f(int x);
//- 5.2, 7.5: a function is a variant for the same constructs wherever it is one
//- E0372
int h(int x);
#pragma omp declare variant(h) match(construct={parallel})
int g(int x);
#pragma omp declare variant(h) match(construct={for})
int f(int x);
//- allowed
int h(int x);
#pragma omp declare variant(h) match(construct={parallel})
int g(int x);
#pragma omp declare variant(h) match(construct={parallel}, device={kind(host)})
int f(int x);
//- 5.2, 7.5.4: declare variant stands in front of a function
//- E0372
int g(int x);
#pragma omp declare variant(g) match(construct={parallel})
int f;
//- allowed
int g(int x);
#pragma omp declare variant(g) match(construct={parallel})
int f(int x);
//- 5.2, 7.5: arguments are adjusted for calls that are dispatched
//- E0372
int g(int *x);
#pragma omp declare variant(g) match(construct={parallel}) adjust_args(nothing: x)
int f(int *x);
//- allowed
int g(int *x);
#pragma omp declare variant(g) match(construct={parallel})
int f(int *x);
//- 5.2, 7.6: what is dispatched is a call
//- E0373
int f(int x);
void g(int *v)
{
    #pragma omp dispatch
    v[0] += f(1);
}
//- allowed
int f(int x);
void g(int *v)
{
    #pragma omp dispatch
    v[0] = f(1);
}

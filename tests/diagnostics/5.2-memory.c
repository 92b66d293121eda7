//- 5.2, 5.8.3: bit-fields are not mapped
//- E0361
struct flags { int all; unsigned one : 1; };
void f(struct flags *p)
{
    #pragma omp target map(p->one)
    p->one = 1;
}
//- allowed
struct flags { int all; unsigned one : 1; };
void f(struct flags *p)
{
    #pragma omp target map(p->all)
    p->all = 1;
}
//- 5.2, 5.9: bit-fields are not updated
//- E0361
struct flags { int all; unsigned one : 1; } flags;
void f(void)
{
    #pragma omp target update to(flags.one)
}
//- allowed
struct flags { int all; unsigned one : 1; } flags;
void f(void)
{
    #pragma omp target update to(flags)
}
//- 5.2, 15.9.5: tasks do not depend on bit-fields
//- E0361
struct flags { int all; unsigned one : 1; } flags[2];
void f(int *v)
{
    #pragma omp task depend(in: flags[1].one)
    v[0] = 1;
}
//- allowed
struct flags { int all; unsigned one : 1; } flags[2];
void f(int *v)
{
    #pragma omp task depend(in: flags[1].all)
    v[0] = 1;
}
//- 5.2, 5.8.3: members of unions are not mapped
//- E0361
struct value { union number { int i; float f; } number; int kind; } value;
void f(void)
{
    #pragma omp target map(value.number.i)
    value.number.i = 1;
}
//- allowed
struct value { union number { int *i; float f; } number; int kind; } value;
void f(int n)
{
    #pragma omp target map(value.number) map(value.kind)
    value.kind = n;
}
//- 5.2, 5.8.7: with defaultmap(none) the variables of a target region are in a clause
//- E0303
int counts[4];
void f(int n)
{
    #pragma omp target defaultmap(none) map(n)
    counts[0] = n;
}
//- allowed
#pragma omp declare target
int counts[4];
#pragma omp end declare target
void f(int n)
{
    int copy;
    #pragma omp target defaultmap(none) map(n)
    {
        int own = sizeof copy;
        #pragma omp parallel for private(copy)
        for (int i = 0; i < n; i++) {
            copy = i + own;
            counts[0] = copy;
        }
    }
}
//- 5.2, 5.8.7: defaultmap(none) of a category is about its variables
//- E0303
void f(int n, int *v)
{
    #pragma omp target defaultmap(none: pointer)
    v[0] = n;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp target defaultmap(none: scalar) firstprivate(n)
    v[0] = n;
}
//- 5.2, 5.8.8: a mapper is declared once
//- E0374
struct list { int n; int *v; };
#pragma omp declare mapper(struct list l) map(l.n)
#pragma omp declare mapper(default: struct list m) map(m.v)
//- allowed, though gcc 12 does not read it
struct list { int n; int *v; };
#pragma omp declare mapper(struct list l) map(l.n)
#pragma omp declare mapper(deep: struct list l) map(l.n, l.v[0:l.n])
void f(struct list l)
{
    #pragma omp declare mapper(struct list m) map(m.v)
    #pragma omp target map(mapper(deep), tofrom: l)
    l.n = 1;
}
//- 5.2, 5.8.8: a mapper is of a structure or a union
//- E0374
#pragma omp declare mapper(int n) map(n)
//- allowed, though gcc 12 does not read it
typedef struct { int n; } list;
#pragma omp declare mapper(list l) map(l.n)
//- 5.2, 5.8.8: a mapper maps its variable
//- E0374
int n;
struct list { int n; };
#pragma omp declare mapper(struct list l) map(n)
//- allowed, though gcc 12 does not read it
int n;
struct list { int n; };
#pragma omp declare mapper(struct list l) map(n) map(l)
//- 5.2, 5.8.2: a mapper that is named is declared
//- E0374
struct list { int n; };
void f(struct list l)
{
    #pragma omp target map(mapper(deep), tofrom: l)
    l.n = 1;
}
//- allowed, though gcc 12 does not read it
struct list { int n; };
void f(struct list l)
{
    #pragma omp target map(mapper(default), tofrom: l)
    l.n = 1;
}
//- 5.2, 6.5: memory is asked for before the variable is used
//- W0305
void f(int *v)
{
    int n;
    n = v[0];
    #pragma omp allocate(n)
    v[0] = n;
}
//- allowed, though gcc 12 does not read it
void f(int *v)
{
    int n = v[0];
    #pragma omp allocate(n)
    v[0] = n;
}
//- 5.2, 6.5: the memory of a variable is asked for once
//- E0365
void f(int *v)
{
    int n;
    #pragma omp allocate(n)
    #pragma omp allocate(n) align(64)
    v[0] = n;
}
//- allowed, though gcc 12 does not read it
void f(int *v)
{
    {
        int n = 0;
        #pragma omp allocate(n)
        v[0] = n;
    }
    int n;
    #pragma omp allocate(n) align(64)
    v[0] = n;
}
//- 5.2, 6.5: static memory comes from one of OpenMP's allocators
//- E0365
typedef enum omp_allocator_handle_t { omp_null_allocator, omp_default_mem_alloc } omp_allocator_handle_t;
static int n;
#pragma omp allocate(n) allocator(omp_null_allocator)
//- allowed, though gcc 12 does not read it
typedef enum omp_allocator_handle_t { omp_null_allocator, omp_default_mem_alloc } omp_allocator_handle_t;
static int n;
#pragma omp allocate(n) allocator(omp_default_mem_alloc)
//- 5.2, 6.6: on a device the allocator is named
//- W0305
void f(int n)
{
    #pragma omp target private(n) allocate(n)
    n = 1;
}
//- allowed
#pragma omp requires dynamic_allocators
void f(int n)
{
    #pragma omp target private(n) allocate(n)
    n = 1;
}
//- 5.2, 6.8: OpenMP's allocators have their own traits
//- E0365
typedef enum omp_allocator_handle_t { omp_null_allocator, omp_default_mem_alloc } omp_allocator_handle_t;
void f(int n, int *traits)
{
    #pragma omp target uses_allocators(omp_default_mem_alloc(traits))
    n = 1;
}
//- allowed, though gcc 12 does not read it
typedef enum omp_allocator_handle_t { omp_null_allocator, omp_default_mem_alloc } omp_allocator_handle_t;
void f(int n, int *traits, omp_allocator_handle_t mine)
{
    #pragma omp target uses_allocators(omp_default_mem_alloc, mine(traits))
    n = 1;
}
//- 5.2, 7.8.1: no parameter is on devices for good
//- E0361
void f(int n)
{
    #pragma omp declare target to(n)
    n = 1;
}
//- allowed
void f(int m)
{
    static int n;
    #pragma omp declare target to(n)
    n = m;
}
//- 5.2, 7.8.1: a declare target with clauses names something
//- W0305
#pragma omp declare target device_type(host)
int f(int n);
//- allowed
int f(int n);
#pragma omp declare target to(f) device_type(host)

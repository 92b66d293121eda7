//- 2.8.2: a threadprivate variable is in no data clause but copyin and copyprivate
//- E0326
int t;
#pragma omp threadprivate(t)
void f(void)
{
    #pragma omp parallel private(t)
    ;
}
//- allowed
int t;
#pragma omp threadprivate(t)
void f(int n)
{
    int i;
    #pragma omp parallel copyin(t) if(t) num_threads(t + 1) default(none) shared(n) private(i)
    {
        #pragma omp single copyprivate(t)
        t = 1;
        #pragma omp for schedule(static, t)
        for (i = 0; i < n; i++)
            ;
    }
}
//- 2.8.2: threadprivate comes before every use of its variables
//- E0327
int t;
int f(void) { return t; }
#pragma omp threadprivate(t)
//- allowed
extern int t;
#pragma omp threadprivate(t)
int f(void) { return t; }
int t = 1;
//- 2.8.2: threadprivate at file scope lists variables of file scope
//- E0201
#pragma omp threadprivate(t)
int t;
//- allowed
int t;
#pragma omp threadprivate(t)
//- 2.8.2: threadprivate lists variables
//- E0305
int t(void);
#pragma omp threadprivate(t)
//- allowed
static int *t;
#pragma omp threadprivate(t)
//- 2.8.2: threadprivate in a block lists static variables
//- E0328
void f(void)
{
    int t;
    #pragma omp threadprivate(t)
    t = 1;
}
//- allowed
void f(void)
{
    static int t;
    #pragma omp threadprivate(t)
    t = 1;
}
//- 2.8.2: threadprivate stands in the scope of its variables
//- E0328
void f(void)
{
    static int t;
    {
        #pragma omp threadprivate(t)
        t = 1;
    }
}
//- allowed
void f(void)
{
    {
        static int t;
        #pragma omp threadprivate(t)
        t = 1;
    }
}
//- 2.8.2: the variable of a file is not made threadprivate in a block
//- E0328
int t;
void f(void)
{
    #pragma omp threadprivate(t)
    t = 1;
}
//- allowed
int t;
#pragma omp threadprivate(t)
void f(void)
{
    t = 1;
}
//- 2.8.2: the type of a threadprivate variable is complete
//- E0323
struct s;
extern struct s t;
#pragma omp threadprivate(t)
//- allowed
struct s { int n; };
extern struct s t;
#pragma omp threadprivate(t)
int u[] = { 1, 2 };
#pragma omp threadprivate(u)
//- 2.8.2: the address of a threadprivate variable is no constant
//- E0332
int t;
#pragma omp threadprivate(t)
int *p = &t;
//- allowed
int t;
#pragma omp threadprivate(t)
unsigned long n = sizeof(t);
void f(void)
{
    int *p = &t;
    *p = 1;
}

//- 2.9: a worksharing region is not closely nested inside a worksharing region
//- E0301
void f(int n)
{
    int i, j;
    #pragma omp for private(j)
    for (i = 0; i < n; i++) {
        #pragma omp for
        for (j = 0; j < n; j++)
            ;
    }
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for
    for (i = 0; i < n; i++) {
        int j;
        #pragma omp parallel for
        for (j = 0; j < n; j++)
            ;
    }
}
//- 2.9: a worksharing region is not closely nested inside a critical region
//- E0301
void f(void)
{
    #pragma omp critical
    {
        #pragma omp single
        ;
    }
}
//- allowed
void f(void)
{
    #pragma omp single
    {
        #pragma omp critical
        ;
    }
}
//- 2.9: a worksharing region is not closely nested inside an ordered region
//- E0301
void f(int n)
{
    #pragma omp ordered
    {
        #pragma omp sections
        { n = 0; }
    }
}
//- allowed
void f(int n)
{
    #pragma omp ordered
    {
        #pragma omp parallel sections
        { n = 0; }
    }
}
//- 2.9: a worksharing region is not closely nested inside a master region
//- E0301
void f(int n)
{
    int i;
    #pragma omp master
    {
        #pragma omp for
        for (i = 0; i < n; i++)
            ;
    }
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp master
    {
        #pragma omp parallel
        {
            #pragma omp for
            for (i = 0; i < n; i++)
                ;
        }
    }
}
//- 2.9: a barrier region is not closely nested inside a worksharing region
//- E0301
void f(void)
{
    #pragma omp single
    {
        #pragma omp barrier
    }
}
//- allowed
void f(void)
{
    #pragma omp single
    {
        #pragma omp flush
    }
    #pragma omp barrier
}
//- 2.9: a barrier region is not closely nested inside a critical region
//- E0301
void f(void)
{
    #pragma omp critical
    {
        #pragma omp barrier
    }
}
//- allowed
void f(void)
{
    #pragma omp critical
    {
        #pragma omp parallel
        {
            #pragma omp barrier
        }
    }
}
//- 2.9: a barrier region is not closely nested inside an ordered region
//- E0301
void f(void)
{
    #pragma omp ordered
    {
        #pragma omp barrier
    }
}
//- allowed
void f(void)
{
    #pragma omp ordered
    ;
    #pragma omp barrier
}
//- 2.9: a barrier region is not closely nested inside a master region
//- E0301
void f(void)
{
    #pragma omp parallel
    {
        #pragma omp master
        {
            #pragma omp barrier
        }
    }
}
//- allowed
void f(void)
{
    #pragma omp parallel
    {
        #pragma omp master
        ;
        #pragma omp barrier
    }
}
//- 2.9: a master region is not closely nested inside a worksharing region
//- E0301
void f(int n)
{
    int i;
    #pragma omp parallel for
    for (i = 0; i < n; i++) {
        #pragma omp master
        ;
    }
}
//- allowed
void f(int n)
{
    #pragma omp parallel
    {
        #pragma omp critical
        {
            #pragma omp master
            n++;
        }
    }
}
//- 2.9: an ordered region is not closely nested inside a critical region
//- E0301
void f(int n)
{
    int i;
    #pragma omp for ordered
    for (i = 0; i < n; i++) {
        #pragma omp critical
        {
            #pragma omp ordered
            ;
        }
    }
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for ordered
    for (i = 0; i < n; i++) {
        #pragma omp ordered
        {
            #pragma omp critical
            ;
        }
    }
}
//- 2.9: an ordered region is closely nested inside a loop region with an ordered clause
//- E0316
void f(int n)
{
    int i;
    #pragma omp for ordered
    for (i = 0; i < n; i++) {
        #pragma omp parallel
        {
            #pragma omp ordered
            ;
        }
    }
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for ordered
    for (i = 0; i < n; i++) {
        if (n > 1) {
            #pragma omp ordered
            ;
        }
    }
}
//- 2.9: a critical region is not nested inside one of the same name
//- E0301
void f(void)
{
    #pragma omp critical (a)
    {
        #pragma omp critical (a)
        ;
    }
}
//- allowed
void f(void)
{
    #pragma omp critical (a)
    {
        #pragma omp critical (b)
        {
            #pragma omp critical
            ;
        }
    }
}
//- 2.9: a critical region is not nested inside one of the same name, across parallel regions either
//- E0301
void f(void)
{
    #pragma omp critical
    {
        #pragma omp parallel
        {
            #pragma omp critical
            ;
        }
    }
}
//- allowed
void f(void)
{
    #pragma omp parallel
    {
        #pragma omp critical
        ;
        #pragma omp critical
        ;
    }
}

//- 5.0, 2.9.1: no loop stands between the loops of collapse
//- E0340
void f(int n, int *v)
{
    int i, j, k;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            ;
        for (k = 0; k < n; k++)
            v[k] = 0;
    }
}
//- allowed
void f(int n, int *v)
{
    int i, j;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            v[i * n + j] = 0;
        }
    }
}
//- 5.0, 2.9.1: what the loops of collapse count has its value before them
//- E0340
void f(int n, const int *v)
{
    int i, j;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++) {
        int m = v[i];
        for (j = 0; j < m; j++)
            ;
    }
}
//- allowed
void f(int n, const int *v)
{
    int i, j;
    int m = v[0];
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++)
            ;
    }
}
//- 5.0, 2.9.2: loops of collapse that depend on one another have no schedule
//- E0340
void f(int n)
{
    int i, j;
    #pragma omp for collapse(2) schedule(static)
    for (i = 0; i < n; i++)
        for (j = i; j < n; j++)
            ;
}
//- allowed
void f(int n)
{
    int i, j;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = i; j < n; j++)
            ;
}
//- 5.0, 2.9.2: the loops of ordered(n) do not depend on one another
//- E0340
void f(int n, int *v)
{
    #pragma omp for ordered(2)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            #pragma omp ordered depend(sink: i - 1, j)
            v[j] += i;
            #pragma omp ordered depend(source)
        }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for ordered(2)
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++) {
            #pragma omp ordered depend(sink: i - 1, j)
            v[j] += i;
            #pragma omp ordered depend(source)
        }
}
//- 4.5, 2.7.1: there are as many loops as ordered says
//- E0340
void f(int n, int *v)
{
    #pragma omp for ordered(2)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for ordered(1)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- 5.2, 4.4.4: ordered(n) is for all loops of collapse
//- E0340
void f(int n, int *v)
{
    #pragma omp for ordered(1) collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i * n + j] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for ordered(2) collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i * n + j] = 0;
}

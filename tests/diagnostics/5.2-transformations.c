//- 5.2, 9.1: tile has as many loops as sizes
//- E0358
void f(int n, int *v)
{
    #pragma omp tile sizes(4, 2)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp tile sizes(4)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- 5.2, 9.1: between the loops of tile stands nothing else
//- E0358
void f(int n, int *v)
{
    #pragma omp tile sizes(4, 2)
    for (int i = 0; i < n; i++) {
        v[i] = 0;
        for (int j = 0; j < n; j++)
            v[j] += i;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp tile sizes(4, 2)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            v[i] = 0;
            v[j] += i;
        }
    }
}
//- 5.2, 9.1: the loops of tile do not depend on one another
//- E0358
void f(int n, int *v)
{
    #pragma omp tile sizes(4, 2)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            v[j] += i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp tile sizes(4, 2)
    for (int i = 0; i < n; i++)
        for (int j = n; j > 0; j--)
            v[j - 1] += i;
}
//- 5.2, 9.1: the sizes of tiles are positive
//- E0318
void f(int n, int *v)
{
    #pragma omp tile sizes(4, 0)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[j] += i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp tile sizes(4, 1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[j] += i;
}
//- 5.2, 9.1: the loops of tile are canonical
//- E0307
void f(int n, int *v)
{
    #pragma omp tile sizes(4)
    for (int i = 1; i < n; i *= 2)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp tile sizes(4)
    for (int i = 1; i < n; i += 2)
        v[i] = 0;
}
//- 5.2, 9.1: of the loops that tile makes, those over the tiles are shared out
//- E0358
void f(int n, int *v)
{
    #pragma omp for collapse(2)
    #pragma omp tile sizes(4)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for collapse(2)
    #pragma omp tile sizes(4, 4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i * n + j] = 0;
}
//- 5.2, 9.2: what is unrolled in full leaves no loop
//- E0358
void f(int *v)
{
    #pragma omp for
    #pragma omp unroll full
    for (int i = 0; i < 4; i++)
        v[i] = 0;
}
//- allowed
void f(int *v)
{
    #pragma omp for
    #pragma omp unroll partial(2)
    for (int i = 0; i < 4; i++)
        v[i] = 0;
}
//- 5.2, 9.2: unroll without a clause leaves no loop that counts
//- E0358
void f(int n, int *v)
{
    #pragma omp tile sizes(4)
    #pragma omp unroll
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp tile sizes(4)
    #pragma omp unroll partial
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- 5.2, 9.2: unroll partial makes one loop
//- E0358
void f(int n, int *v)
{
    #pragma omp for collapse(2)
    for (int i = 0; i < n; i++)
        #pragma omp unroll full
        for (int j = 0; j < n; j++)
            v[i * n + j] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for collapse(2)
    for (int i = 0; i < n; i++)
        #pragma omp unroll partial(2)
        for (int j = 0; j < n; j++)
            v[i * n + j] = 0;
}

//- 3.0, 2.5.1: collapse takes a constant
//- E0318
void f(int n, int m)
{
    int i, j;
    #pragma omp for collapse(m)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            ;
}
//- allowed
enum { ONE = 1, TWO };
void f(int n)
{
    int i, j;
    #pragma omp for collapse(TWO)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            ;
}
//- 3.0, 2.5.1: collapse takes a positive number
//- E0318
void f(int n)
{
    int i;
    #pragma omp for collapse(0)
    for (i = 0; i < n; i++)
        ;
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for collapse(1)
    for (i = 0; i < n; i++)
        ;
}
//- 3.0, 2.5.1: a loop directive has one collapse clause at most
//- E0306
void f(int n)
{
    int i, j;
    #pragma omp for collapse(2) collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            ;
}
//- allowed
void f(int n)
{
    int i, j;
    #pragma omp for collapse(2) schedule(static, 2)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            ;
}
//- 3.0, 2.5.1: collapse stands on directives of loops
//- E0312
void f(int n)
{
    #pragma omp parallel collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            ;
}
//- allowed
void f(int n)
{
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            ;
}
//- 3.0, 2.5.1: there are as many loops as collapse says
//- E0340
void f(int n)
{
    int i, j;
    #pragma omp for collapse(3)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            n > i;
}
//- allowed
void f(int n)
{
    int i, j, k;
    #pragma omp for collapse(3)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++)
                ;
}
//- 3.0, 2.5.1: the inner loops of collapse are canonical
//- E0307
void f(int n)
{
    int i, j;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = 1; j < n; j *= 2)
            ;
}
//- allowed
void f(int n)
{
    int i, j;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = n; j > 1; j = j - 2)
            ;
}
//- 3.0, 2.5.1: break does not end an inner loop of collapse
//- E0311
void f(int n)
{
    int i, j;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            break;
}
//- allowed
void f(int n)
{
    int i, j, k;
    #pragma omp for collapse(2) private(k)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++)
                break;
}
//- 3.0, 2.5.1: the loops of collapse do not change their variables
//- E0309
void f(int n)
{
    int i, j;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            j++;
}
//- allowed
void f(int n)
{
    int i, j;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            int k = j;
            k++;
        }
}
//- 3.0, 2.5.1: the bounds of the loops of collapse stay the same
//- E0320
void f(int n, int m)
{
    int i, j;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            m--;
}
//- allowed
void f(int n, int m)
{
    int i, j;
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            int n = m;
            n--;
        }
}
//- 3.0, 2.9.1.1: the variables of all loops of collapse are private
//- W0305
void f(int n)
{
    int i, j;
    #pragma omp parallel for collapse(2) shared(j)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            ;
}
//- allowed
void f(int n)
{
    int i, j;
    #pragma omp parallel for collapse(2) private(i) lastprivate(j) default(none) shared(n)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            ;
}

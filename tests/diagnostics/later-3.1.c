//- 3.1, 2.8.5: an atomic update is x = x binop expr
//- E0315
void f(int n, int m)
{
    #pragma omp atomic
    n = m + 1;
}
//- allowed
void f(int n, int *a)
{
    #pragma omp atomic
    n = n + 1;
    #pragma omp atomic update
    a[n] = a[n] * (2 + n);
    #pragma omp atomic
    n = n - 2 * 3;
}
//- 3.1, 2.8.5: the expression of x = x binop expr binds as one operand
//- E0315
void f(int n)
{
    #pragma omp atomic
    n = n - 2 - 3;
}
//- allowed
void f(int n)
{
    #pragma omp atomic
    n = n - (2 + 3);
    #pragma omp atomic
    n = n << 2 - 1;
    #pragma omp atomic
    n = (n) + (int) -2;
}
//- 3.1, 2.8.5: an atomic read is of a variable
//- E0315
void f(int n, int v)
{
    #pragma omp atomic read
    v = n + 1;
}
//- allowed
void f(int *n, int v)
{
    #pragma omp atomic read
    v = *n;
    #pragma omp atomic read
    v = n[v + 1];
}
//- 3.1, 2.8.5: an atomic read is not of a function's value
//- E0315
int g(int);
void f(int n, int v)
{
    #pragma omp atomic read
    v = g(n);
}
//- allowed
int *g(int);
void f(int n, int v)
{
    #pragma omp atomic read
    v = *g(n);
}
//- 3.1, 2.8.5: an atomic read is an assignment
//- E0315
void f(int n, int v)
{
    #pragma omp atomic read
    v += n;
}
//- allowed
void f(int n, int v)
{
    #pragma omp atomic read
    v = n;
}
//- 3.1, 2.8.5: an atomic write is an assignment
//- E0315
void f(int n)
{
    #pragma omp atomic write
    n++;
}
//- allowed
void f(int n, int m)
{
    #pragma omp atomic write
    n = m++ + 1;
}
//- 3.1, 2.8.5: the value of an atomic write does not use the variable
//- W0305
void f(int n)
{
    #pragma omp atomic write
    n = n + 1;
}
//- allowed
void f(int n, int m)
{
    #pragma omp atomic write
    n = m + 1;
}
//- 3.1, 2.8.5: the variable of an atomic write is a scalar
//- E0315
struct s { int n; };
void f(struct s *s, struct s t)
{
    #pragma omp atomic write
    t = *s;
}
//- allowed
struct s { int n; };
void f(struct s *s, struct s t)
{
    #pragma omp atomic write
    t.n = s->n;
}
//- 3.1, 2.8.5: an atomic capture keeps a value
//- E0315
void f(int n)
{
    #pragma omp atomic capture
    n++;
}
//- allowed
void f(int n, int v)
{
    #pragma omp atomic capture
    v = n++;
    #pragma omp atomic capture
    v = n += 2;
}
//- 3.1, 2.8.5: an atomic capture updates a variable
//- E0315
void f(int n, int v)
{
    #pragma omp atomic capture
    v = n;
}
//- allowed
void f(int n, int v)
{
    #pragma omp atomic capture
    v = --n;
}
//- 3.1, 2.8.5: the block of an atomic capture has two statements
//- E0315
void f(int n, int v)
{
    #pragma omp atomic capture
    {
        v = n;
        n++;
        n++;
    }
}
//- allowed
void f(int n, int v)
{
    #pragma omp atomic capture
    {
        v = n;
        n++;
    }
    #pragma omp atomic capture
    { n = n * 2; v = n; }
}
//- 3.1, 2.8.5: the block of an atomic capture is about one variable
//- E0315
void f(int n, int v, int m)
{
    #pragma omp atomic capture
    { v = n; m++; }
}
//- allowed
void f(int *n, int v)
{
    #pragma omp atomic capture
    { n[v + 1]++; v = n[v + 1]; }
}
//- 3.1, 2.8.5: what an atomic capture keeps is not the variable itself
//- E0315
void f(int n)
{
    #pragma omp atomic capture
    n = n++;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp atomic capture
    v[0] = n++;
}
//- 3.1, 2.8.5: the block of an atomic capture names the same variable twice
//- E0315
void f(int *n, int v)
{
    #pragma omp atomic capture
    { v = n[v]; n[v]++; }
}
//- allowed
void f(int *n, int v, int i)
{
    #pragma omp atomic capture
    { v = n[i]; n[i]++; }
}
//- 3.1, 2.8.5: an atomic directive says one operation
//- E0306
void f(int n, int v)
{
    #pragma omp atomic read write
    v = n;
}
//- allowed
void f(int n, int v)
{
    #pragma omp atomic read
    v = n;
}
//- 3.1, 2.8.5: read is a clause of atomic
//- E0312
void f(int n)
{
    #pragma omp critical
    n++;
    #pragma omp parallel read
    ;
}
//- allowed
void f(int read)
{
    #pragma omp parallel private(read)
    ;
}
//- 3.1, 2.9.3.6: pointers are not reduced with max
//- E0324
void f(int *n)
{
    #pragma omp parallel reduction(max : n)
    ;
}
//- allowed
void f(double n)
{
    #pragma omp parallel reduction(max : n)
    ;
}
//- 3.1, 2.9.3.6: complex numbers are not reduced with min
//- E0324
void f(double _Complex z)
{
    #pragma omp parallel reduction(min : z)
    ;
}
//- allowed
void f(long double z)
{
    #pragma omp parallel reduction(min : z)
    ;
}

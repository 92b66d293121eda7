//- 5.2, 5.5.11: a reduction's operator is declared
//- E0324
void f(int n, int *v)
{
    #pragma omp parallel reduction(sum: n)
    n++;
}
//- allowed
#pragma omp declare reduction(sum: int: omp_out += omp_in)
void f(int n, int *v)
{
    #pragma omp parallel reduction(sum: n)
    n++;
}
//- 5.2, 5.5.11: a reduction's operator is declared for the variable's type
//- E0324
struct s { int n; };
struct t { int n; };
#pragma omp declare reduction(sum: struct s: omp_out.n += omp_in.n)
void f(struct t x)
{
    #pragma omp parallel reduction(sum: x)
    x.n++;
}
//- allowed
struct s { int n; };
#pragma omp declare reduction(sum: struct s: omp_out.n += omp_in.n)
void f(struct s x)
{
    #pragma omp parallel reduction(sum: x)
    x.n++;
}
//- 5.2, 5.5.11: an operator is declared for a type once
//- E0362
#pragma omp declare reduction(sum: int: omp_out += omp_in)
#pragma omp declare reduction(sum: int: omp_out += omp_in)
//- allowed
#pragma omp declare reduction(sum: int: omp_out += omp_in)
#pragma omp declare reduction(sum: long: omp_out += omp_in)
//- 5.2, 5.5.11: OpenMP's operators are not declared again
//- E0362
#pragma omp declare reduction(+: int: omp_out += omp_in)
//- allowed
struct s { int n; };
#pragma omp declare reduction(+: struct s: omp_out.n += omp_in.n)
//- 5.2, 5.5.11: OpenMP's operators on complex numbers are not declared again
//- E0362
#pragma omp declare reduction(+: double _Complex: omp_out += omp_in)
//- allowed
#pragma omp declare reduction(sum: double _Complex: omp_out += omp_in)
//- 5.2, 5.5.11: the type of a reduction is not qualified
//- E0362
#pragma omp declare reduction(sum: const int: omp_out += omp_in)
//- allowed
#pragma omp declare reduction(sum: int: omp_out += omp_in)
//- 5.2, 5.5.11: the type of a reduction is that of a value
//- E0362
#pragma omp declare reduction(sum: int[3]: omp_out[0] += omp_in[0])
//- allowed
#pragma omp declare reduction(sum: int: omp_out += omp_in)
//- 5.2, 5.5.11: the combiner is about omp_out and omp_in
//- E0362
int n;
#pragma omp declare reduction(sum: int: omp_out += n)
//- allowed
int n;
#pragma omp declare reduction(sum: int: omp_out += omp_in)
//- 5.2, 5.5.11: an initializer gives omp_priv a value
//- E0362
#pragma omp declare reduction(sum: int: omp_out += omp_in) initializer(5)
//- allowed
#pragma omp declare reduction(sum: int: omp_out += omp_in) initializer(omp_priv = 5)
//- 5.2, 5.5.9: a task's reduction variable is of a type that the operator takes
//- E0324
void f(int n, int *v)
{
    #pragma omp taskgroup task_reduction(+: v)
    ;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp taskgroup task_reduction(+: n)
    ;
}
//- 5.2, 5.5.5: what is reduced of an array is of a type that the operator takes
//- E0324
void f(double *d)
{
    #pragma omp parallel reduction(&: d[0:3])
    ;
}
//- allowed
void f(double *d)
{
    #pragma omp parallel reduction(+: d[0:3])
    ;
}
//- 5.2, 5.5.11: a reduction's operator is declared for the number's type
//- E0324
struct s { int n; };
#pragma omp declare reduction(sum: struct s: omp_out.n += omp_in.n)
#pragma omp declare reduction(sum: long: omp_out += omp_in)
void f(int n)
{
    #pragma omp parallel reduction(sum: n)
    ;
}
//- allowed
struct s { int n; };
#pragma omp declare reduction(sum: struct s: omp_out.n += omp_in.n)
#pragma omp declare reduction(sum: signed int: omp_out += omp_in)
typedef int number;
void f(number n)
{
    #pragma omp parallel reduction(sum: n)
    ;
}

//- 5.2, 3.2.5: a part of an array is that of an array or pointer
//- E0363
void f(int n, int *v)
{
    #pragma omp task depend(in: n[0:1])
    v[0] = 1;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp task depend(in: v[0:1])
    v[0] = 1;
}
//- 5.2, 3.2.5: a part of an array does not begin in front of it
//- E0363
int a[10];
void f(int n, int *v)
{
    #pragma omp target map(a[-1:2])
    a[0] = 1;
}
//- allowed
int a[10];
void f(int n, int *v)
{
    #pragma omp target map(a[1:2])
    a[1] = 1;
}
//- 5.2, 3.2.5: the length of a part of an array is not negative
//- E0363
int a[10];
void f(int n, int *v)
{
    #pragma omp target map(a[0:-2])
    a[0] = 1;
}
//- allowed
int a[10];
void f(int n, int *v)
{
    #pragma omp target map(a[0:2])
    a[0] = 1;
}
//- 5.2, 3.2.5: a part of an array ends in it
//- E0363
int a[10];
void f(int n, int *v)
{
    #pragma omp target map(a[5:10])
    a[5] = 1;
}
//- allowed
int a[10];
void f(int n, int *v)
{
    #pragma omp target map(a[5:5])
    a[5] = 1;
}
//- 5.2, 3.2.5: a part of what a pointer points to has a length
//- E0363
void f(int n, int *v)
{
    #pragma omp target map(v[0:])
    v[0] = 1;
}
//- allowed
int a[10];
void f(int n, int *v)
{
    #pragma omp target map(a[1:])
    a[1] = 1;
}
//- 5.2, 3.2.5: the bounds of a part of an array are integers
//- E0363
int a[10];
void f(int n, int *v)
{
    #pragma omp target map(a[0:1.5])
    a[0] = 1;
}
//- allowed
int a[10];
void f(int n, int *v)
{
    #pragma omp target map(a[0:n])
    a[0] = 1;
}
//- 5.2, 15.9.5: a dependence is on at least one element
//- E0363
int a[10];
void f(int n, int *v)
{
    #pragma omp task depend(in: a[0:0])
    a[0] = 1;
}
//- allowed
int a[10];
void f(int n, int *v)
{
    #pragma omp task depend(in: a[0:1])
    a[0] = 1;
}
//- 5.2, 5.5.5: a reduction is of at least one element
//- E0363
int a[10];
void f(int n, int *v)
{
    #pragma omp parallel reduction(+: a[0:0])
    a[0] = 1;
}
//- allowed
int a[10];
void f(int n, int *v)
{
    #pragma omp parallel reduction(+: a[0:1])
    a[0] = 1;
}
//- 5.2, 5.8.3: what is mapped of an array is one stretch of memory
//- E0363
int a[10][10];
void f(int n, int *v)
{
    #pragma omp target map(a[0:5][0:3])
    a[0][0] = 1;
}
//- allowed
int a[10][10];
void f(int n, int *v)
{
    #pragma omp target map(a[5:1][0:3])
    a[5][0] = 1;
}
//- 5.2, 5.5.5: what is reduced of an array is one stretch of memory
//- E0363
int a[10][10];
void f(int n, int *v)
{
    #pragma omp parallel reduction(+: a[0:5][0:3])
    a[0][0] = 1;
}
//- allowed
int a[10][10];
void f(int n, int *v)
{
    #pragma omp parallel reduction(+: a[0:5][0:10])
    a[0][0] = 1;
}

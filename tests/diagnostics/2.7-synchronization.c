//- 2.7.1: a master directive takes no clauses
//- E0312
void f(void)
{
    #pragma omp master nowait
    ;
}
//- allowed
void f(void)
{
    #pragma omp master
    ;
}
//- 2.7.2: a critical directive has one name at most
//- E0101
void f(void)
{
    #pragma omp critical (a, b)
    ;
}
//- allowed
void f(void)
{
    int a = 0;
    #pragma omp critical (a)
    a++;
}
//- 2.7.3: a barrier is not the only statement of an if
//- E0313
void f(int n)
{
    if (n)
        #pragma omp barrier
    n++;
}
//- allowed
void f(int n)
{
    if (n) {
        #pragma omp barrier
    }
}
//- 2.7.3: a barrier is not the statement behind a label
//- E0313
void f(int n)
{
    if (n)
        goto here;
here:
    #pragma omp barrier
    n++;
}
//- allowed
void f(int n)
{
    if (n)
        goto here;
here:;
    #pragma omp barrier
}
//- 2.7.3: a barrier is not the statement of a construct
//- E0313
void f(void)
{
    #pragma omp parallel
    #pragma omp barrier
    ;
}
//- allowed
void f(void)
{
    #pragma omp parallel
    {
        #pragma omp barrier
    }
}
//- 2.7.4: an atomic statement is an expression statement
//- E0315
void f(int n)
{
    #pragma omp atomic
    {
        n++;
    }
}
//- allowed
void f(int n, int *a)
{
    #pragma omp atomic
    ++*a;
    #pragma omp atomic
    a[n]--;
    #pragma omp atomic
    (*a)++;
    #pragma omp atomic
    --n;
}
//- 2.7.4: an atomic statement is an update
//- E0315
void f(int n)
{
    #pragma omp atomic
    n = 1;
}
//- allowed
void f(int n)
{
    #pragma omp atomic
    n += 1;
    #pragma omp atomic
    n *= 2;
    #pragma omp atomic
    n -= 3 - 1;
    #pragma omp atomic
    n /= 2;
    #pragma omp atomic
    n &= 3;
    #pragma omp atomic
    n ^= 1;
    #pragma omp atomic
    n |= 4;
    #pragma omp atomic
    n <<= 1;
    #pragma omp atomic
    n >>= 1;
}
//- 2.7.4: the operator of an atomic update is one of + * - / & ^ | << >>
//- E0315
void f(int n)
{
    #pragma omp atomic
    n %= 2;
}
//- allowed
void f(int n, int m)
{
    #pragma omp atomic
    n += m % 2;
}
//- 2.7.4: the expression of an atomic update does not use the variable
//- W0305
void f(int n)
{
    #pragma omp atomic
    n += n + 1;
}
//- allowed
struct s { int n; };
void f(int n, int *a, struct s s)
{
    #pragma omp atomic
    n += s.n + 1;
    #pragma omp atomic
    a[0] += a[1];
}
//- 2.7.4: the variable of an atomic update is a scalar
//- E0315
struct s { int n; };
void f(struct s s)
{
    #pragma omp atomic
    s += 1;
}
//- allowed
struct s { int n; };
void f(struct s *s)
{
    #pragma omp atomic
    s->n += 1;
}
//- 2.7.5: a flush is not the only statement of an if
//- E0313
void f(int n)
{
    if (n)
        n++;
    else
        #pragma omp flush
    n++;
}
//- allowed
void f(int n)
{
    if (n)
        n++;
    #pragma omp flush (n)
}
//- 2.7.5: a flush lists variables
//- E0305
typedef int t;
enum { a };
void f(void)
{
    #pragma omp flush (a)
}
//- allowed
int *a, b[2];
void f(void)
{
    #pragma omp flush (a, b)
}
//- 2.7.5: a flush lists whole variables
//- E0331
int a[2];
void f(void)
{
    #pragma omp flush (a[0])
}
//- allowed
int a[2];
void f(void)
{
    #pragma omp flush (a)
}
//- 2.7.6: an ordered region belongs to a loop with an ordered clause
//- E0316
void f(int n)
{
    int i;
    #pragma omp parallel for
    for (i = 0; i < n; i++) {
        #pragma omp ordered
        ;
    }
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp parallel for ordered
    for (i = 0; i < n; i++) {
        #pragma omp ordered
        ;
    }
}
//- 2.7.6: an ordered region belongs to a loop
//- E0316
void f(void)
{
    #pragma omp parallel
    {
        #pragma omp ordered
        ;
    }
}
//- allowed
void f(void)
{
    #pragma omp ordered
    ;
}
//- 2.7.6: an iteration executes one ordered region at most
//- E0317
void f(int n)
{
    int i;
    #pragma omp for ordered
    for (i = 0; i < n; i++) {
        #pragma omp ordered
        ;
        #pragma omp ordered
        ;
    }
}
//- allowed
void f(int n)
{
    int i;
    #pragma omp for ordered
    for (i = 0; i < n; i++) {
        if (i < 10) {
            #pragma omp ordered
            ;
        }
        if (i >= 10) {
            #pragma omp ordered
            ;
        }
    }
}

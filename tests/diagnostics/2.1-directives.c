//- 2.1: a directive applies to the statement behind it
//- E0101
void f(void)
{
    #pragma omp parallel
}
//- allowed
void f(void)
{
    #pragma omp parallel
    ;
}
//- 2.1: a list names variables
//- E0305
void g(void);
void f(void)
{
    #pragma omp parallel private(g)
    ;
}
//- allowed
void (*g)(void);
void f(void)
{
    #pragma omp parallel private(g)
    ;
}
//- 2.1: a clause's list names variables that are visible
//- E0201
void f(void)
{
    #pragma omp parallel private(later)
    ;
    {
        int later = 0;
        later++;
    }
}
//- allowed
void f(void)
{
    int earlier = 0;
    #pragma omp parallel private(earlier)
    earlier = 1;
}

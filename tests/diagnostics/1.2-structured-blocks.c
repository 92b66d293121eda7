//- 1.2.2: a structured block is left at its bottom, not by return
//- E0311
int f(void)
{
    #pragma omp parallel
    {
        return 1;
    }
    return 0;
}
//- allowed
void exit(int);
int f(void)
{
    #pragma omp parallel
    {
        exit(0);
    }
    return 0;
}
//- 1.2.2: a structured block is left at its bottom, not by goto
//- E0311
void f(void)
{
    #pragma omp critical
    {
        goto end;
    }
end:;
}
//- allowed
void f(void)
{
    #pragma omp critical
    {
        goto end;
    end:;
    }
}
//- 1.2.2: a structured block is entered at its top, not by goto
//- E0311
void f(int n)
{
    if (n)
        goto inside;
    #pragma omp single
    {
    inside:
        n++;
    }
}
//- allowed
void f(int n)
{
    #pragma omp single
    {
        if (n)
            goto inside;
    inside:
        n++;
    }
}
//- 1.2.2: a structured block is entered at its top, not by a case label
//- E0311
void f(int n)
{
    switch (n) {
    case 0:
        #pragma omp master
        {
        case 1:
            n++;
        }
    }
}
//- allowed
void f(int n)
{
    #pragma omp master
    {
        switch (n) {
        case 0:
        case 1:
            n++;
        }
    }
}
//- 1.2.2: a structured block is not left by continue
//- E0311
void f(int n)
{
    while (n-- > 0) {
        #pragma omp parallel
        {
            switch (n) {
            default:
                continue;
            }
        }
    }
}
//- allowed
void f(int n)
{
    #pragma omp parallel
    {
        int i;
        for (i = 0; i < n; i++) {
            switch (n) {
            default:
                continue;
            }
        }
    }
}
//- 1.2.2: each section is a structured block of its own
//- E0311
void f(int n)
{
    #pragma omp parallel sections
    {
        #pragma omp section
        {
            if (n)
                goto other;
        }
        #pragma omp section
        {
        other:
            n = 0;
        }
    }
}
//- allowed
void f(int n)
{
    #pragma omp parallel sections firstprivate(n)
    {
        #pragma omp section
        {
            if (n)
                goto same;
            n = 1;
        same:;
        }
        #pragma omp section
        {
            n = 0;
        }
    }
}

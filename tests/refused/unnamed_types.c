/*
 * Variables whose types the kernel's parameters cannot name: without a name, or
 * declared in a function.
 * refused: 17 E0403 `unnamed` cannot be used in a parallel region
 * refused: 17 E0403 `local` cannot be used in a parallel region
 * refused: 18 E0403 `n` cannot be used in a parallel region
 */
void f(int *v)
{
    struct { int a; } unnamed = { 1 };
    struct local { int b; } local = { 2 };
    typedef int number;
    number n = 3;

    #pragma omp parallel
    {
        v[0] = unnamed.a + local.b;
        v[1] = n;
    }
}

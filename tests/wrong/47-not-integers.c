typedef _Decimal64 amount;
void f(_Float16 half, __float128 wide, amount sum, double _Complex z, __complex__ int whole)
{
    #pragma omp parallel reduction(& : half) reduction(| : wide) reduction(^ : sum)
    half = wide = sum = 0;
    #pragma omp parallel reduction(& : z) reduction(max : whole)
    z = whole = 0;
    #pragma omp parallel num_threads(half)
    ;
    #pragma omp for
    for (wide = 0; wide < 10; wide += 1)
        ;
    #pragma omp simd linear(sum)
    for (int i = 0; i < 10; i++)
        sum += 1;
}

/*
 * A barrier that a macro's text holds must not be dropped in silence.
 * refused: 5 E0409 a directive in a macro is not translated
 */
#define BARRIER _Pragma("omp barrier")

void f(int n, int *v)
{
    #pragma omp parallel
    {
        v[n] = 0;
        BARRIER;
        v[0] = v[n];
    }
}

// error[E0412]: C++ has another <complex.h>
#include <complex.h>
int main(void)
{
    double complex z = 1;
#pragma omp parallel
    ;
    return (int)creal(z);
}

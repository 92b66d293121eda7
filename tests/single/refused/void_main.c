// error: in C++ `main` returns an int
void main(void)
{
#pragma omp parallel
    ;
}

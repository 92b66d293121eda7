// error[E0412]: an array of variable length has no such alignment in C++
int main(void)
{
    int n = 3;
    _Alignas(64) char text[n];
    text[0] = 1;
#pragma omp parallel
    ;
    return text[0];
}

// error[E0412]: C++ has no `_Decimal64`
static _Decimal64 price = 2.50DD;
int main(void)
{
#pragma omp parallel
    ;
    return (int)(price * 2);
}

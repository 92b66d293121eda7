// error[E0412]: C++ has no `_Atomic`
_Atomic int count;
int main(void)
{
#pragma omp parallel
    ;
    return count;
}

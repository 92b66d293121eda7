// error[E0412]: in C++ `not` is an operator, and no macro's
#define not(x) ((x) == 0)
int main(void)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += not(i);
    return sum != 1;
}

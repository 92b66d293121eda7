// error[E0412]: a pointer calls this with a `double`, and C++ takes a `float`
static double half(value)
    float value;
{
    return value / 2;
}
static double (*function)() = half;
int main(void)
{
    double sum = function(1.5f);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 9; i++)
        sum += i;
    return sum > 9;
}

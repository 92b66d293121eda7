// error[E0412]: this list takes no array of variable length in C++
int main(void)
{
    int n = 3, sum = 0;
    int line[n];
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += i;
#pragma omp task private(line) shared(sum)
    {
        line[0] = sum;
        sum = line[0];
    }
    return sum != 3;
}

// error[E0412]: this list takes no part of an array of variable length in C++
static int total(int n, int lines[n][n])
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += lines[i][0];
#pragma omp task depend(in : lines[0:n][0:1]) shared(sum)
    sum += lines[0][0];
#pragma omp taskwait
    return sum;
}

int main(void)
{
    int lines[3][3] = {{1}, {2}, {3}};
    return total(3, lines) != 7;
}

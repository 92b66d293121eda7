/*
 * A macro with the name of what it calls, where the variable in its text has another name on the host.
 * refused: 18 E0408 this use of a macro has to be written out, where the macro `step` would be expanded once more
 */
static int step(int x, int by)
{
    return x + by;
}
#define step(x) step(x, count)

int main(void)
{
    static int count = 1;
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 8; i++)
        sum += i * count;
    return step(sum);
}

/*
 * Every reduction but addition (8.2.5).
 * refused: 15 E0401 `reduction(-: …)` is not translated | left it out
 * refused: 15 E0401 `reduction(*: …)` is not translated | left it out
 * refused: 16 E0401 `reduction(&: …)` is not translated | left it out
 * refused: 16 E0401 `reduction(|: …)` is not translated | left it out
 * refused: 17 E0401 `reduction(^: …)` is not translated | left it out
 * refused: 17 E0401 `reduction(&&: …)` is not translated | left it out
 * refused: 18 E0401 `reduction(||: …)` is not translated | left it out
 */
void f(int n, int *v)
{
    int i, minus = 0, times = 1, both = -1, either = 0, other = 0, all = 1, any = 0, fine = 0;

    #pragma omp parallel for reduction(-: minus) reduction(+: fine) reduction(*: times) \
        reduction(&: both) reduction(|: either) \
        reduction(^: other) reduction(&&: all) \
        reduction(||: any)
    for (i = 0; i < n; i++) {
        minus -= v[i];
        fine += v[i];
        times *= v[i];
        both &= v[i];
        either |= v[i];
        other ^= v[i];
        all = all && v[i];
        any = any || v[i];
    }
}

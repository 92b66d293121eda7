/*
 * The loop variable changed in its loop (OpenMP 2.5, 2.5.1).
 * refused: 13 E0309 the loop variable `i` is changed in the loop
 * refused: 15 E0309 the loop variable `i` is changed in the loop
 */
void f(int n, int *v)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < n; i++) {
        if (v[i])
            i++;
        v[i] = 0;
        i = i + 1;
    }
}

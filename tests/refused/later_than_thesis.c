/*
 * What later versions of OpenMP brought to what the thesis has.
 * refused: 12 E0401 `reduction(max: …)` is not translated | left it out
 * refused: 12 E0401 `schedule(auto)` is not translated | left it out
 * refused: 15 E0401 `atomic` is not translated | left it out
 * refused: 19 E0401 `reduction(min: …)` is not translated | left it out
 */
void f(int n, int *v)
{
    int i, most = 0, least = 0, seen;

    #pragma omp parallel for reduction(max: most) schedule(auto)
    for (i = 0; i < n; i++) {
        most = v[i] > most ? v[i] : most;
        #pragma omp atomic capture
        { seen = v[0]; v[0] += i; }
    }
    most = seen;
    #pragma omp parallel for reduction(min: least)
    for (i = 0; i < n; i++)
        least = v[i] < least ? v[i] : least;
}

/*
 * `private` is a word of OpenMP that a C program may use as a name, and C++ may
 * not.
 * refused: 6 E0406 `private` is a keyword of C++
 */
void f(int private)
{
    #pragma omp parallel firstprivate(private)
    private++;
}

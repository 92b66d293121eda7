/*
 * Names that are keywords of C++, which nvcc reads.
 * refused: 8 E0406 `class` is a keyword of C++
 * refused: 8 E0406 `this` is a keyword of C++
 * refused: 10 E0406 `new` is a keyword of C++
 * refused: 12 E0406 `delete` is a keyword of C++
 */
struct class { int this; };

int f(int new)
{
    int delete = new, i;

    #pragma omp parallel for reduction(+: delete)
    for (i = 0; i < 3; i++)
        delete += i;
    return delete;
}

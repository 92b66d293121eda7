/*
 * `threadprivate`, and the clauses that need it (8.2.5).
 * refused: 9 E0401 `threadprivate` is not translated | left it out
 * refused: 15 E0401 `copyin` is not translated | left it out
 * refused: 18 E0401 `single` is not translated | left it out
 * refused: 18 E0401 `copyprivate` is not translated | left it out
 */
static int seed;
#pragma omp threadprivate(seed)

void f(void)
{
    int x;

    #pragma omp parallel copyin(seed)
    {
        x = seed;
        #pragma omp single copyprivate(seed)
        seed = 1;
    }
}

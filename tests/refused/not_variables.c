/*
 * Lists of variables that name something else.
 * refused: 12 E0305 `RED` is not a variable
 * refused: 12 E0305 `g` is not a variable
 */
typedef int number;
enum { RED };
void g(void);

void f(int *v)
{
    #pragma omp parallel private(RED) shared(g)
    v[0] = 1;
}

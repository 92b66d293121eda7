// error[E0412]: pointers to arrays of variable length are larger in C++, and lie in memory here
#include <stdlib.h>
int main(void)
{
    int m = 4;
    int (**rows)[m] = (int (**)[m])malloc(2 * sizeof *rows);
    free(rows);
#pragma omp parallel
    ;
    return 0;
}

// error[E0411]: the header is C and no C++, at `malloc`
#include "header.h"
int main(void)
{
    int *all = allocate(3);
#pragma omp parallel
    ;
    return all == 0;
}

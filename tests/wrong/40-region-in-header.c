#include "h40.h"
void f(int n, int *a)
{
    g(n, a);
}

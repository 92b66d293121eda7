#include "state.h"

int calls = 0;
double total = 0;

int forget(void)
{
    int before = calls;

    calls = 0;
    return before;
}

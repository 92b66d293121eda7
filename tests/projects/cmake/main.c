/* No directives: C as the C compiler has it. */
#include <stdio.h>

#include "grid.h"

double step(int *cells, int steps);
long energy(const int *cells, int count);

int main(void)
{
    static int cells[CELLS];
    int class = sizeof 'a' == sizeof(int);
    double time = step(cells, 7);

    saturate(cells, 100);
    printf("%d %d %d, energy %ld, %s\n", cells[0], cells[198], class, energy(cells, CELLS),
           time >= 0 ? "timed" : "not timed");
    return 0;
}

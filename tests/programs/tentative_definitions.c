/*
 * Global variables that are declared several times, as C allows.
 */
#include <stdio.h>

int counter;
static int table[3];
int counter = 5;
static int table[3];
int table_size(void);
int table_size(void);

int main(void)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < 3; i++)
        table[i] = counter + i;
    printf("%d %d\n", table[2], table_size());
    return 0;
}

int counter;

int table_size(void)
{
    return sizeof table / sizeof table[0];
}

/*
 * A file without anything of OpenMP.
 */
#include <stdio.h>

int main(void)
{
    printf("nothing\n");
    return 3;
}

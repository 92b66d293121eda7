/*
 * NULL stays NULL in a region, may be tested there, and may be stored there.
 */
#include <stdio.h>
#include <stdlib.h>

struct node { int value; };

int main(void)
{
    int *nothing = NULL, *something = gpump_malloc(sizeof(int)), was_null = 0;
    char *text = 0;

    *something = 4;
    #pragma omp parallel
    {
        #pragma omp master
        {
            was_null = (nothing == NULL) + (text == 0) + !text;
            if (something)
                *something += 1;
            nothing = something;
            something = NULL;
        }
    }
    printf("%d %d %d %d\n", was_null, *nothing, something == NULL, text == NULL);
    gpump_free(nothing);
    gpump_free(NULL);
    return 0;
}

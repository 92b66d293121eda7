/* What is wrong here? Tick "Stop it at races and stray pointers", and run it. */
#include <stdio.h>

#define COUNT 1000

int main(void)
{
    int most = 0;
    int values[COUNT];

    for (int i = 0; i < COUNT; i++)
        values[i] = i * 7919 % 1009;

    #pragma omp parallel for shared(most)
    for (int i = 0; i < COUNT; i++)
        if (values[i] > most)
            most = values[i];

    printf("the greatest is %d\n", most);
    return 0;
}

/*
 * String literals behind pointers, which C lets be `char *`.
 * threads: 2
 */
#include <stdio.h>
#include <string.h>

static char *names[] = { "red", "green", "blue" };

int main(void)
{
    char *message = "hello";
    char buffer[6];
    int i, sum = 0;

    strcpy(buffer, message);
    #pragma omp parallel for reduction(+: sum)
    for (i = 0; i < 5; i++)
        sum += buffer[i];
    printf("%s %s %d\n", message, names[1], sum);
    return 0;
}

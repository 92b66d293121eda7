#include <stdarg.h>
#include <stdlib.h>
#include <stdio.h>

int counter;
#pragma omp threadprivate(counter)

int asks(int x)
{
    return rename("", "") ? x : 0;
}

/* Called by a region on the host, whose threads share its loop. */
void share(int *a, int n)
{
    #pragma omp for
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma omp single
    a[0] += 5;
}

int plain(int x)
{
    return 2 * x;
}

/* The device's text declares vscanf and vfscanf, with their va_list, and means these by their names. */
int ask(const char *format, ...)
{
    va_list list;
    int found;

    va_start(list, format);
    found = format[0] ? vscanf(format, list) : vfscanf(stdin, format, list);
    va_end(list);
    return found;
}

/*
 * What other files call.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "part.h"

static int said;

int complain(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    if (++said > 1000)
        system("true"); /* which the device has not */
    return said;
}

int complaints(void)
{
    return said;
}

struct pair pair_of(int i)
{
    struct pair made = {i, i * i};
    return made;
}

/*
 * C that the device's compiler has not, and that no other form stands for.
 * refused: 35 E0405 a jump into a loop that declares its variable | C++ does not let a jump pass
 * refused: 46 E0405 `cleanup` cannot be on the device
 * refused: 61 E0405 `sum` cannot be reduced on the device | of type `__int128`
 * refused: 52 E0405 a function's head defines a type
 * refused: 64 E0405 a type that is defined within an expression
 * refused: 65 E0405 the address of a label
 * refused: 63 E0404 `second` cannot be called on the device | another function's second name
 * refused: 21 E0405 `va_arg` with an integer of 128 bits
 */
#include <stdarg.h>

static __int128 last(int n, ...)
{
    va_list list;

    va_start(list, n);
    while (n-- > 1)
        va_arg(list, int);
    return va_arg(list, __int128);
}

static void leave(int *p)
{
    *p = 0;
}

static int real(int x)
{
    int k = 0;

    if (x > 5)
        goto inside;
    for (int t = 5; k < 3; k++) {
    inside:
        t = 2;
        x += t;
    }
    return x;
}
static int second(int x) __attribute__((alias("real")));

static int scoped(int x)
{
    __attribute__((cleanup(leave))) int copy = x;
    return copy + real(x);
}

static __int128 sum;

const struct triple { int a; } headed(void)
{
    struct triple found = {1};
    return found;
}

int main(void)
{
    int i;
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < 10; i++) {
        sum += second(i) + scoped(i) + headed().a + (struct { int b; }){2}.b;
        sum += sizeof(const struct pair { int a, b; }) + last(1, sum);
        void *here = i > 0 && sum ? &&label : 0;
    label:
        sum += here != 0;
    }
    return 0;
}

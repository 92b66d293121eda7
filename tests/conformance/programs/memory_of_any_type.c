/*
 * What types say of memory, and what they do not: with the attribute may_alias (GNU C) a pointer leads to objects of other types. And
 * pointers to what the compiler chooses: &_Generic(…), &__builtin_choose_expr(…).
 * cross: #pragma omp parallel for default(shared) => #pragma omp parallel for private(y)
 */
#include "check.h"

typedef int __attribute__((may_alias)) any_int;
struct __attribute__((may_alias)) halves { int low, high; };
struct scaled { double scale, more; };

static double y[16];

static void add(int n, const any_int *b, int m)
{
    #pragma omp parallel for default(shared)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            y[i] += b[2 * i + 1] >> 20;
}

static void write_number(const struct scaled *p, any_int *q, int *out)
{
    #pragma omp parallel num_threads(1)
    {
        out[0] = (int)p->scale;
        q[1] = 0x40080000;
        q[0] = 0;
        out[1] = (int)p->scale;
    }
}

static void write_halves(const struct scaled *p, struct halves *q, int *out)
{
    #pragma omp parallel num_threads(1)
    {
        out[0] = (int)p->scale;
        q->high = 0x40180000;
        q->low = 0;
        out[1] = (int)p->scale;
    }
}

int main(void)
{
    struct scaled one = {2, 1};
    int out[2] = {0, 0}, n = 5, m = 3;

    for (int i = 0; i < 16; i++)
        y[i] = i + 1;
    add(16, (any_int *)y, 5);
    CHECK(y[0] == 5160 && y[1] == 5162 && y[2] == 5163 && y[3] == 5165);
    write_number(&one, (any_int *)&one, out);
    CHECK(out[0] == 2 && out[1] == 3 && one.scale == 3);
    write_halves(&one, (struct halves *)&one, out);
    CHECK(out[0] == 3 && out[1] == 6 && one.scale == 6);

    int *chosen = &_Generic(1, int : n);
    #pragma omp parallel num_threads(1)
    {
        *chosen = 7;
        out[0] = n;
    }
    CHECK(out[0] == 7 && n == 7);
    chosen = &__builtin_choose_expr(1, n, m);
    #pragma omp parallel num_threads(1)
    {
        *chosen = 9;
        out[0] = n + m;
    }
    CHECK(out[0] == 12);
    return check_result("memory of any type");
}

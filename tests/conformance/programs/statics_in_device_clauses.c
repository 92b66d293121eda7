/*
 * A function's static variables in clauses about device addresses.
 *
 * cross: p[i] += i => p[i] += 0 * i
 */
#include "check.h"

int main(void)
{
    static int v[8];
    static int *p;
    int sum = 0;
    p = v;
#pragma omp target data map(tofrom : v) use_device_addr(v)
    {
#pragma omp target parallel for has_device_addr(v)
        for (int i = 0; i < 8; i++)
            v[i] = i;
    }
#pragma omp target data map(tofrom : v)
#pragma omp target data use_device_ptr(p)
#pragma omp target parallel for is_device_ptr(p)
    for (int i = 0; i < 8; i++)
        p[i] += i;
    for (int i = 0; i < 8; i++)
        sum += v[i];
    CHECK(sum == 56);
    return check_result("static variables in device clauses");
}

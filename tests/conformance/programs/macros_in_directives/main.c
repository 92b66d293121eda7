/*
 * Macros in directives (2.1): a directive's first word, clauses, a header's directives whose macros are defined anew behind them,
 * _Pragma, and a _Pragma in front of a directive with a macro.
 *
 * cross: omp LOOP
 * cross: schedule(static, CHUNK)
 * cross: omp BOTH
 */
#include <omp.h>
#include <string.h>
#include "check.h"

#define CHUNK 5
#include "loops.h"

#define LOOP parallel for
#define TEAM parallel
#define BOTH(first) first for
#define SUM(x) reduction(+ : x)
#define KEEP(x) x
#define TEXT(x) #x

#define N 24

static int by_header[N], by_operator[N], by_macro[N], by_file[N];

int main(void)
{
    int s = 0, t = 0, u = 0, v = 0, i;

#pragma omp parallel num_threads(2)
    deal(by_header, N);
    for (i = 0; i < N; i++)
        CHECK(by_header[i] == i / 3 % 2 * 100 + 7);
#pragma omp parallel num_threads(2)
    {
        deal_by_operator(by_operator, N);
        deal_by_macro(by_macro, N);
    }
    for (i = 0; i < N; i++)
        CHECK(by_operator[i] == by_header[i] && by_macro[i] == by_header[i]);

#undef CHUNK
#define CHUNK 4
#pragma omp parallel for num_threads(2) schedule(static, CHUNK)
    for (i = 0; i < N; i++)
        by_file[i] = omp_get_thread_num();
#undef CHUNK
#define CHUNK 6
    for (i = 0; i < N; i++)
        CHECK(by_file[i] == i / 4 % 2);
    KEEP(DO(omp parallel for num_threads(2) schedule(static, CHUNK))
        for (i = 0; i < N; i++)
            by_file[i] = omp_get_thread_num();)
    _Pragma("omp parallel for num_threads(2) schedule(static, CHUNK)") for (i = 0; i < N; i++)
        by_macro[i] = omp_get_thread_num();
#undef CHUNK
#define CHUNK 2
    for (i = 0; i < N; i++)
        CHECK(by_file[i] == i / 6 % 2 && by_macro[i] == i / 6 % 2);
    CHECK(strlen(TEXT(_Pragma("omp for") x)) == strlen("_Pragma(\"omp for\") x"));

    {
        int team[1000];
#pragma omp LOOP num_threads(2)
        for (i = 0; i < 1000; i++)
            team[i] = omp_in_parallel();
        for (i = 0; i < 1000; i++)
            s += team[i];
    }
    CHECK(s == 1000);

    _Pragma("omp LOOP SUM(t) num_threads(2)")
    for (i = 0; i < 10; i++)
        t += i + 100 * (omp_get_num_threads() == 2);
    CHECK(t == 1045);

#pragma omp TEAM
#pragma omp for SUM(u)
    for (i = 0; i < 10; i++)
        u += i;
    CHECK(u == 45);

#pragma omp BOTH(parallel) SUM(v) num_threads(3)
    for (i = 0; i < 3; i++)
        v += 100 * (omp_get_num_threads() == 3) + omp_get_thread_num();
    CHECK(v == 303);

    return check_result("macros in directives");
}

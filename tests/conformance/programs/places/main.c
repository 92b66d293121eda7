/*
 * __LINE__ and __FILE__ are the author's, on the host as in regions: behind regions, in macros, in headers, and behind #line.
 *
 * cross: schedule(static) => schedule(static) private(to)
 * cross: { return line; } => { return line + 1; }
 * cross: #line 1000 "grammar.y" => #line 1000
 */
#include <assert.h>
#include <string.h>
#include "check.h"
#include "part.h"

#define HERE __LINE__
#define STRING(x) #x
#define STRING_OF(x) STRING(x)
#define AT __FILE__ ":" STRING_OF(__LINE__)
#define IS(file, line) check_place(__FILE__, __LINE__, file, line)

static int last(int line) { return line; }

static void check_place(const char *file, int line, const char *other, int expected)
{
    const char *name = strrchr(file, '/');

    CHECK(strcmp(name ? name + 1 : file, other) == 0);
    CHECK(line == expected);
}

static int sum(int n, const int *a)
{
    int s = 0, i;
    /* A comment
       of two lines. */
#pragma omp parallel for \
    reduction(+ : s)
    for (i = 0; i < n; i++) {
        s += a[i];
    } IS("main.c", 38); /* behind a region */ IS("main.c", 38);
    IS("main.c", 39);
    return s;
}

int main(void)
{
    int a[10], to[4], i, inside[3], behind = 0;
    const char *at;

#pragma omp parallel for
    for (i = 0; i < 10; i++)
        a[i] = i;
    IS("main.c", 51);
    CHECK(HERE == 52);
    at = AT;
    CHECK(strstr(at, "main.c:53") != NULL);
#pragma omp parallel num_threads(2) if (__LINE__ == 55)
    {
#pragma omp single
        {
            inside[0] = __LINE__, inside[1] = HERE;
            inside[2] = last(
                __LINE__);
        }
#pragma omp barrier
#pragma omp master
        behind = __LINE__;
    }
    CHECK(inside[0] == 59 && inside[1] == 59);
    CHECK(inside[2] == 61);
    CHECK(behind == 65);
    CHECK(sum(10, a) == 45);
#pragma omp parallel num_threads(2)
    {
        int line = line_behind_loop(to, 4);
#pragma omp master
        behind = line;
    }
    CHECK(to[0] == 10 && to[3] == 10);
    CHECK(behind == 11);
    IS("main.c", 79);
    assert(strstr(__FILE__, "main.c"));
    if (last(
            HERE) != 82)
        CHECK(0);
#line 1000 "grammar.y"
    IS("grammar.y", 1000);
#pragma omp parallel for
    for (i = 0; i < 10; i++)
        a[i] = __LINE__;
    IS("grammar.y", 1004);
    CHECK(a[3] == 1003);
    return check_result("places");
}

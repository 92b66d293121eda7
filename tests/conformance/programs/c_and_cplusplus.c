/*
 * What C means and C++ does not, in regions, in functions that they call, and on the host: docs/c-and-cplusplus.md has
 * the list. Each result says by its number which one is wrong.
 * cross: #pragma omp parallel num_threads(1) => #pragma omp parallel num_threads(1) firstprivate(in_region)
 * cross: __auto_type sum = a < b; => _Bool sum = a < b;
 */
#include "check.h"

#pragma GCC diagnostic ignored "-Wabsolute-value"
#pragma GCC diagnostic ignored "-Woverflow"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wbool-operation"
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RESULTS 48
#define NAME_OF_FUNCTION __func__

enum colour { RED, GREEN, BLUE };
struct outer {
    struct inner { int x; } in;
    enum { SMALL = 7 } size;
};
struct stat_t { int n; };
static int stat_t(int n) { return n + 1; }
typedef struct pair { int a, b; } pair;
int tentative;
int tentative;
static const int limit = 5;
static int old_style(a, b) int a; float b; { return a + (int)b; }
static int no_parameters();
static int no_parameters() { return 3; }
static int implicit_conversions(void *p) { int *q = p; return *q; }
static inline int squared(int x) { return x * x; }
static int variable(int n, int a[n]) { return a[n - 1]; }
static int rows(int n, int m, int a[n][m]) { return a[n - 1][m - 1]; }
static pair made(int a) { return (pair){.b = a, .a = 1}; }
static const char *name_of(int plain) { return plain ? __func__ : NAME_OF_FUNCTION; }

/* a != 0: what is passed is not known */
static void compute(double *r, int a, int b, float f, double d, long large, unsigned u)
{
    int n = 0;
    int vector[3] = {1, 2, 3}, matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
    struct inner outside = {4};
    int stat = 2;

    /* types of expressions: 5.13, 6.5.3.3, 6.5.8, 6.5.13 of C17 */
    __auto_type sum = a < b;
    sum += 5;
    r[n++] = sum == 6;
    __auto_type letter = 'a';
    letter += 1000;
    r[n++] = letter == 1097;
    __auto_type chosen = a ? 'a' : 'b';
    chosen *= 100;
    r[n++] = chosen == 9700;
    __auto_type one = GREEN;
    one -= 2;
    r[n++] = one < 0;
    __auto_type is_not = !a;
    is_not -= 2;
    r[n++] = is_not == -2;
    __auto_type both = a && b;
    both += 300;
    r[n++] = both == 301;
    __typeof__(a < b) t0 = 1000;
    __typeof__('a') t1 = 1000;
    __typeof__(a ? 'a' : 'b') t2 = 1000;
    __typeof__(!a) t3 = 1000;
    __typeof__(RED) t4 = -1;
    __typeof__("abc") t5 = {'x', 'y', 'z'};
    t5[0] = 'a';
    r[n++] = t0 + t1 + t2 + t3 == 4000 && t4 < 0 && strcmp(t5, "ayz") == 0;
    r[n++] = sizeof 'a' == sizeof(int) && sizeof(a == b) == sizeof(int) && sizeof !a == sizeof(int);
    r[n++] = sizeof "abc" == 4 && sizeof(a ? (char)a : (char)b) == sizeof(int);
    r[n++] = _Generic('a', int: 1, char: 0) + _Generic(a < b, int: 1, default: 0) == 2;
    r[n++] = _Generic("a", char *: 1, const char *: 0);

    /* functions that C++ has for several types: 7.12, 7.22.6 */
    r[n++] = abs(d) == 3;
    r[n++] = abs(large) == 705032704;
    r[n++] = abs(u) == 1294967296;
    r[n++] = abs(f) == 2 && labs(d) == 3 && llabs(f) == 2;
    r[n++] = div(d * 5, large + 7).rem == -18;
    r[n++] = ldiv(d * -5, 5).quot == 3;
    r[n++] = sqrt(f) * sqrt(f) - 2 < 1e-15 && sizeof sqrt(f) == sizeof(double);
    r[n++] = (sqrt)(f) * (sqrt)(f) - 2 < 1e-15;
    r[n++] = fabs(f) / 3 > 0.66666666 && fabs(f) / 3 < 0.6666666667;
    r[n++] = pow(2, a + 2) / 16 == 0.5;
    r[n++] = fabs(large) == 5000000000.0 && fmod(f, 0.3f) < 0.19999993;

    /* conversions: 6.3.2.3, 6.5.16.1, 6.7.2.2 */
    r[n++] = implicit_conversions(&a) == a;
    enum colour colour = a;
    colour++;
    colour |= 1;
    r[n++] = colour == 3;
    r[n++] = 0x0.0p0 == 0 && 0x1.8p1 == 3;

    /* names, scopes and tags: 6.2.1, 6.2.3, 6.7.2.3 */
    r[n++] = outside.x + SMALL == 11;
    struct stat_t tagged = {stat};
    r[n++] = stat_t(tagged.n) == 3;
    int class = 1, new = 2, this = 3, template = 4;
    r[n++] = class + new + this + template == 10;
    {
        struct pair { char only; };
        r[n++] = sizeof(struct pair) == 1 && sizeof(pair) == 8;
    }
    r[n++] = strcmp(name_of(1), "name_of") == 0 && strcmp(name_of(0), "name_of") == 0;
    r[n++] = strcmp(__func__, "compute") == 0 && strcmp(__FUNCTION__, "compute") == 0;
    r[n++] = strcmp(__PRETTY_FUNCTION__, "compute") == 0 && sizeof __func__ == 8;

    /* declarations and initialisers: 6.7, 6.7.6.3, 6.7.9, 6.9.1 */
    r[n++] = old_style(1, 2.5) + no_parameters() == 6;
    r[n++] = tentative == 0 && limit == 5 && squared(3) == 9;
    r[n++] = variable(3, vector) == 3 && rows(2, 3, matrix) == 6;
    int sparse[] = {[4] = 1, [1] = 2, 3}, truncated[2] = {d, f};
    r[n++] = sizeof sparse / sizeof *sparse == 5 && sparse[2] == 3 && truncated[0] == -3 && truncated[1] == 2;
    char exact[3] = "abc";
    r[n++] = exact[2] == 'c';
    r[n++] = made(4).b == 4 && (&(pair){5, 6})->b == 6 && ((int[]){7, 8})[1] == 8;
    int local[a + 1];
    local[a] = 9;
    r[n++] = sizeof local == (a + 1) * sizeof(int) && local[a] == 9;

    /* statements: 6.8.6.1 */
    if (a)
        goto past;
    int jumped = 3;
    jumped++;
past:
    jumped = 4;
    r[n++] = jumped == 4;

    /* _Bool is stepped and shifted as a number: 6.5.2.4 */
    _Bool flag = 0;
    flag--;
    r[n++] = flag == 1;
    r[n++] = (1 ? 1 : flag) << 4 == 16 && -(a < b) == -1 && (a < b) + (a < b) == 2;

    /* the value of an assignment and of a comma is no object: 6.5.16, 6.5.17 */
    int target;
    r[n++] = (target = d) * 2 == -6;
    r[n++] = '\xff' == -1 && L'\xff' == 255 && sizeof L'a' == sizeof(int);
    /* how many there are */
    while (n < RESULTS)
        r[n++] = -1;
}

static void look_at(const char *where, const double *r)
{
    for (int i = 0; i < RESULTS; i++) {
        if (r[i] == 0)
            printf("%s: result %d\n", where, i);
        CHECK(r[i] != 0);
    }
}

int main(void)
{
    volatile long large = 5000000000L;
    double in_region[RESULTS] = {0}, on_host[RESULTS] = {0};
    int named = 0, typed = 0;

    compute(on_host, 1, 2, 2.0f, -3.7, large, 3000000000u);
#pragma omp parallel num_threads(1)
    {
        compute(in_region, 1, 2, 2.0f, -3.7, large, 3000000000u);
        named = strcmp(__func__, "main") == 0 && strcmp(NAME_OF_FUNCTION, "main") == 0 && sizeof __func__ == 5;
        __auto_type below = named < 2;
        below += 5;
        typed = below;
    }
    look_at("host", on_host);
    look_at("region", in_region);
    CHECK(named);
    CHECK(typed == 6);
    return check_result("C and C++");
}

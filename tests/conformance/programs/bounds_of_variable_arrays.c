/*
 * Bounds of arrays of variable length that have another form in C++ or on the device: `sizeof` of such arrays, names that are
 * keywords there, functions of the C library, static variables of functions, character constants, comparisons; in
 * declarations, types, casts, parameters and clauses.
 *
 * cross: #pragma omp parallel num_threads(2) reduction(+ : sum) copyin(ahead)
 */
#include "check.h"
#include <omp.h>
#include <string.h>

static int ahead = 3;
int ints[sizeof !1];
#pragma omp threadprivate(ahead)

typedef struct {
    int n;
} count_t;

#define NAME char name[strlen(father) + 3]; strcpy(name, father); strcat(name, "-1")

static int more(int n)
{
    static int by = 2;
    return n + by;
}

static void fill(int class, int a[class], int m, double b[m][class + strlen("ab") + sizeof(char[m])])
{
    char c[class];
    memset(c, 1, sizeof c);
    for (int i = 0; i < class; i++)
        a[i] = c[i] + sizeof b[0] / sizeof(double);
}

int main(void)
{
    size_t sum = 0;
    int class = 4;
    count_t counted = {5};
    char outside[class], father[] = "abc";

#pragma omp parallel num_threads(2) reduction(+ : sum) copyin(ahead)
    {
        static int steady = 3;
        char a[class], b[ahead + 1], c[more(2)], d[omp_get_num_threads()], e[counted.n][class];
        char f[sizeof outside], g[sizeof(outside) + sizeof a], h[steady], k[sizeof 'a' * class];
        char l[(char)(class + 256)];
        typedef char line_t[class + strlen("abc")];
        line_t m;
        __typeof__(char[sizeof a + 1]) q;
        char(*p)[sizeof a + 0 * class] = (char(*)[sizeof a + 0 * class])e;
        int filled[class];
        double rows[2][8];
        NAME;
        fill(class, filled, 2, rows);
        memset(e, 1, sizeof e);
        sum += sizeof a + 10 * sizeof b + 100 * sizeof c + 1000 * sizeof d + 10000 * sizeof e;
        sum += sizeof f + 10 * sizeof g + 100 * sizeof h + 1000 * sizeof k + 10000 * sizeof l;
        sum += sizeof m + 10 * sizeof *p + 100 * sizeof(char[strlen("xy") + class]) + 1000 * p[4][3] + 10000 * sizeof q;
        sum += sizeof name + 10 * strlen(name) + 100 * filled[3];
    }
#pragma omp parallel for num_threads(2) reduction(+ : ints[sizeof 'a' - 2 : sizeof(class < 4) / 2])
    for (int i = 0; i < 10; i++)
        ints[2 + i % 2]++;
    CHECK(sizeof ints == 16 && ints[2] == 5 && ints[3] == 5);
    CHECK(sum == 2 * (4 + 40 + 400 + 2000 + 200000 + 4 + 80 + 300 + 16000 + 40000 + 7 + 40 + 600 + 1000 + 50000 + 6 + 50 + 900));
    return check_result("bounds of arrays of variable length");
}

/*
 * The size of a private array of variable length as an argument of macros: one that is evaluated in several places, one that is
 * stringised, and `assert`.
 *
 * cross: private(E, i, j) => private(i, j)
 * cross: (text, #x) => (text, "x")
 */
#include <assert.h>
#include <string.h>
#include "check.h"

#define TWICE(x) ((x) + (x))
#define KEEP(x) (strcpy(text, #x), (x))
#define SAME(x) (x)

static char text[100];

int main(void)
{
    int n = 5, right = 0, all = 0, each = 0, i, j;
    int E[n][n], A[n];

    for (i = 0; i < n; i++) {
        A[i] = i;
        for (j = 0; j < n; j++)
            E[i][j] = 100;
    }
#pragma omp parallel private(E, i, j) firstprivate(A) num_threads(1)
    {
        assert(sizeof (E) == n * n * sizeof (int));
        assert(sizeof (A) == n * sizeof (int) && A[2] == 2);
        assert(sizeof E[0] == sizeof A);
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                E[i][j] = i + j;
        right = TWICE(sizeof (E) / sizeof(E[0])) + TWICE(E[1][2]);
        all = (int)KEEP(sizeof (E));
        each = (int)SAME(SAME(sizeof (A)));
    }
    CHECK(right == 16);
    CHECK(all == 100 && strcmp(text, "sizeof (E)") == 0);
    CHECK(each == 20);
    CHECK(E[1][1] == 100);
    return check_result("sizes in the arguments of macros");
}

/*
 * How directives may be written (2.1): white space, lines that go on, commas
 * between clauses, comments, macros in clauses, clauses in any order.
 *
 * cross: private ( t , u ) , => private ( u ) ,
 * cross: num_threads(MANY / 2)
 * cross: DO_PRAGMA(omp for) \ => \
 */
#include <omp.h>
#include "check.h"

#define MANY 10
#define DO_PRAGMA(x) _Pragma(#x)
#define FOR_ALL(i, n) DO_PRAGMA(omp for) \
    for (i = 0; i < (n); i++)
#define PLUS +

int main(void)
{
    int t = 5, u = 6, sum = 0, i, reached = 0, private = 0, wrong = 0;

    #   pragma   omp	parallel   private ( t , u ) , num_threads( 4 ) reduction(+:wrong)
    {
        u = t = omp_get_thread_num();
#pragma omp barrier
        wrong += t != omp_get_thread_num() || u != t;
    }
    CHECK(t == 5 && u == 6 && wrong == 0);

#pragma omp parallel \
    num_threads(MANY / 2) /* half of them */ \
    reduction(PLUS : sum, \
              reached)   // and the rest
    {
        FOR_ALL(i, 100)
            sum += i;
        reached++;
    }
    CHECK(sum == 4950);
    CHECK(reached == 5);

    #pragma omp parallel firstprivate(private), default(shared), num_threads(3) if(private == 0)
    {
        #pragma omp master
            reached = omp_get_num_threads();
        #pragma omp critical(private)
            sum++;
    }
    CHECK(reached == 3);
    CHECK(sum == 4953);
    return check_result("forms of directives");
}

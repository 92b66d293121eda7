/*
 * Functions of the C library and of OpenMP that the program declares itself, with and without their parameters (C17 7.1.4).
 *
 * cross: reduction(+ : sum)
 */
double sqrt(double);
extern double pow(double, double), fabs(double);
int abs(int);
void *memset(void *, int, unsigned long);
extern unsigned long strlen(const char *);
int omp_get_thread_num();
extern int omp_get_num_threads(void);

#include "check.h"

#define N 20000

static int owners[N];

int main(void)
{
    double sum = 0;
    int right = 1, team = 1;

#pragma omp parallel num_threads(4)
    {
#pragma omp single
        team = omp_get_num_threads();
#pragma omp for reduction(+ : sum) schedule(static, 1)
        for (int i = 0; i < N; i++) {
            char text[8];

            memset(text, 'a', sizeof text);
            text[i % 8] = 0;
            sum += sqrt((double)i * i) + fabs(-1.0) + pow(i % 8, 1) - abs(-i) - (double)strlen(text);
            owners[i] = omp_get_thread_num();
        }
    }
    for (int i = 0; i < N; i++)
        right = right && owners[i] == i % team;
    CHECK(right);
    CHECK(sum == N);
    return check_result("declarations of the library's functions");
}

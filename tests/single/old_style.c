/* C as before C90, and what C lets a program declare twice, late or never. */
#include <stdio.h>
#include <stdlib.h>
extern double drand48();
char *strchr();
extern int toupper();
int sched_getcpu();
int counter;
int counter;
int table[];
int table[4] = {1, 2, 3, 4};
static int hidden;
static int hidden;
const double PI = 3.25;
const int sizes[] = {1, 2};
int link, class = 3, program = 4;
static double y1 = 2.5;
float max(a, b) float a, b; { return a > b ? a : b; }
enum color { RED, GREEN };
struct outer { struct inner { int x; } in; enum { A1, B1 } e; } o;
struct inner lone;
typedef struct node node;
struct node { node *next; int value; };
twice(x) { return 2 * x; }
int index_of();
double norm(double x) { return x * x; }
static void swap(int *restrict a, int *restrict b) { int t = *a; *a = *b; *b = t; }
int main(argc, argv) int argc; char **argv;
{
    int i, n = 10, sum = 0;
    double *v = malloc(n * sizeof *v);
    enum color c = 1;
    node *list = 0, *p;
    _Bool flag = 5;
    char *s = "text";
    c = c + 0;
    c++;
    goto skip;
    int k = 3;
skip:
    k = later(4, 2.0);
    flag++;
    lone.x = later2(7);
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < n; i++) { v[i] = norm(i) + y1; sum += i + class + program + link + table[i % 4]; }
    for (i = 0; i < 3; i++) { p = malloc(sizeof(node)); p->value = i; p->next = list; list = p; }
#pragma omp parallel private(p) shared(list)
#pragma omp single
    for (p = list; p; p = p->next) p->value = twice(p->value);
    for (p = list; p; p = p->next) sum += p->value;
    swap(&counter, &hidden);
    printf("%d %d %g %d %g %s %d %d\n", sum, k, v[3], (int)flag, max(1.5, 2.0), s, (int)c, index_of(s, 'x'));
    printf("%d %d %g %d\n", sizes[1], lone.x, PI, (int)sizeof('a'));
    switch (n) { case 1: ; int z = 2; printf("%d", z); break; case 10: z = 4; printf("%d\n", z); }
    printf("%c %d %d\n", toupper('a'), isdigit('3') != 0, sched_getcpu() >= 0 && sched_yield() == 0);
    return 0;
}
int later(a, b) double b; { return a + b; }
int later2(a) int a; { return a; }
int index_of(s, c) char *s; int c; { char *p = strchr(s, c); return p ? p - s : -1; }

/* Everything that a preprocessor knows. */
#include <stdio.h>
#include "a.h"
#define F(x) (x) + G
#define G F
#define EMPTY
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define STR(x) #x
#define V(first, ...) f(first __VA_OPT__(,) __VA_ARGS__)
#define OLD(first, ...) f(first, ##__VA_ARGS__)
#define NAMED(rest...) g(rest)
#define PRAGMA(x) _Pragma(#x)
#ifndef N
# define N 16
#elif N > 8 && defined(EMPTY) || !defined N
# error N is too large
#else
# undef N
#endif
#if __has_include("a.h") && (1 ? -1 : 2u) > 0 && 'a' == 97
int included = B;
#endif
int XCAT(x, N) = F(1)(2) EMPTY, y = A(3);
const char *s = STR(a "b\n" 'c') __FILE__;
int f(int a, ...) { return V(1) + V(1, 2) + OLD(1) + OLD(1, 2) + NAMED() + __LINE__ + __COUNTER__; }
PRAGMA(omp parallel)
{
    F(
#ifdef N
      1
#else
      2
#endif
    );
    STR(_Pragma("omp for")
        x);
}
#line 100 "other.c"
#pragma push_macro("N")
#undef N
#pragma pop_macro("N")
#if 0
it's not C "here
#include <nowhere>
#endif

/* Conditions that a C++ compiler would decide in another way. */
#ifndef M_PI
#define M_PI 3.0
#endif
#include <stdio.h>
extern
#ifdef __cplusplus
"C"
#endif
int puts(const char *text);
#ifdef __cplusplus
#define LANGUAGE "C++"
template <typename T> T twice(T value) { return value + value; }
#elif defined(__STDC_VERSION__) && \
    __STDC_VERSION__ >= 199901L
#define LANGUAGE "C"
#else
#define LANGUAGE "old C"
#endif
#ifdef _GNU_SOURCE // not in C
#define EXTENSIONS 1
#else
#define EXTENSIONS 0
#endif
#if defined __CUDACC__ || defined __NVCC__
#define COMPILER "nvcc"
#elif 0
#elif !defined(__cplusplus)
#  ifdef __GNUG__ /* nested */
#define COMPILER "g++"
#  else
#define COMPILER "gcc"
#  endif
#endif
#ifndef __cplusplus
#else
#error "C++"
#endif
int main(void)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += i * (int)M_PI + EXTENSIONS;
    printf("%s, %s %d %g %d\n", LANGUAGE, COMPILER, EXTENSIONS, M_PI, sum);
#if __cplusplus > 1
    printf("not here\n");
#else
    printf("%ld\n", __STDC_VERSION__);
#endif
    return 0;
}

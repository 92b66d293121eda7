/* A header that both languages read alike stays where it is. */
#ifndef __CUDA_HEADERS_OF_BOTH_H
#define __CUDA_HEADERS_OF_BOTH_H
#ifdef __cplusplus
# define BEGIN_DECLARATIONS extern "C" {
# define END_DECLARATIONS }
#else
# define BEGIN_DECLARATIONS
# define END_DECLARATIONS
#endif
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
BEGIN_DECLARATIONS
#define PI_OF_HEADER 3.14
END_DECLARATIONS
#ifdef __cplusplus
extern "C" {
#endif
static inline double twice(double x) { return 2 * x; }
#ifdef __cplusplus
} /* extern "C" */
#endif
#endif

/* What a C++ compiler would read otherwise: its macros, those of the runtime's headers, and a name right behind a literal. */
#ifndef HEADERS_OTHERWISE_H
#define HEADERS_OTHERWISE_H
#include <inttypes.h>
#ifdef __cplusplus
#define LANGUAGE "C++"
#else
#define LANGUAGE "C"
#endif
#ifdef __CUDACC__
typedef float real;
#else
typedef double real;
#endif
#ifndef M_PI
#define M_PI 3.0
#endif
static inline void show(uint64_t value)
{
    printf("%"PRIu64"\n", value);
}
#endif

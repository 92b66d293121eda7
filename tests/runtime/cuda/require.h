/* What must hold in a program that tries a part of the runtime by itself. */
#ifndef REQUIRE_H
#define REQUIRE_H

#include <cstdio>
#include <cstdlib>

#define REQUIRE(condition)                                                                \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            printf("%s:%d: this does not hold: %s\n", __FILE__, __LINE__, #condition);      \
            exit(1);                                                                      \
        }                                                                                 \
    } while (0)

#endif

/*
 * Macros that are left half expanded, for an outer one to go on over the arguments of a list. In a region, in its directive, in strings, and
 * in a function that the region calls.
 *
 * cross: MAP(ID, +, 3, -, i) => (3)
 * cross: MAP(ADD, 1, 2, 3, 4) => + 1
 * cross: reduction(+ : MAP_LIST(ID, sum, total, names)) => reduction(+ : total, names) private(sum)
 * crossed with: -ftrivial-auto-var-init=pattern
 */
#include <string.h>

#include "check.h"

#define EMPTY()
#define DEFER(id) id EMPTY()
#define EVAL(...) EVAL1(EVAL1(EVAL1(__VA_ARGS__)))
#define EVAL1(...) EVAL2(EVAL2(EVAL2(__VA_ARGS__)))
#define EVAL2(...) __VA_ARGS__

#define MAP(f, ...) EVAL(MAP1(f, __VA_ARGS__))
#define MAP1(f, x, ...) f(x) __VA_OPT__(DEFER(MAP2)()(f, __VA_ARGS__))
#define MAP2() MAP1
#define MAP_LIST(f, x, ...) f(x) __VA_OPT__(, EVAL(MAP_LIST1(f, __VA_ARGS__)))
#define MAP_LIST1(f, x, ...) f(x) __VA_OPT__(, DEFER(MAP_LIST2)()(f, __VA_ARGS__))
#define MAP_LIST2() MAP_LIST1
#define ADD(x) + x
#define ID(x) x
#define NAME(x) #x ":"
#define TEXT(...) TEXT_(__VA_ARGS__)
#define TEXT_(...) #__VA_ARGS__

static int called(int x)
{
    return x MAP(ADD, 10, 20, 30);
}

int main(void)
{
    int sum = 0, total = 0, names = 0;

#pragma omp parallel for num_threads(4) reduction(+ : MAP_LIST(ID, sum, total, names))
    for (int i = 0; i < 10; i++) {
        int MAP_LIST(ID, first, second, third);
        first = MAP(ID, +, 3, -, i);
        second = 0 MAP(ADD, 1, 2, 3, 4);
        third = called(i);
        sum += first;
        total += second + third;
        names += strcmp(MAP(NAME, a, b, c), "a:b:c:") == 0 && strcmp(TEXT(MAP(ADD, 1, 2)), "+ 1 + 2") == 0;
    }
    CHECK(sum == 10 * 3 - 45);
    CHECK(total == 10 * 10 + 45 + 10 * 60);
    CHECK(names == 10);
    return check_result("macros_expanded_again");
}

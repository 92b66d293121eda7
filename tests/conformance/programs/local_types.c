/*
 * Types that a function defines in front of a region, with what they need of the file: typedefs, structures, constants.
 *
 * cross: parallel for reduction(+ : sum) => parallel for firstprivate(sum)
 */
#include "check.h"

typedef struct {
    unsigned char r, g, b;
} color;
typedef long number;
struct point {
    int x, y;
};
enum { SIZE = 3 };
typedef int (*operation)(struct point);
typedef double wide __attribute__((aligned(32)));

static int sum_of(struct point p)
{
    return p.x + p.y;
}

int main(void)
{
    struct { int a; color c[2]; } pixel = {1, {{2, 3, 4}}};
    struct { number list[SIZE]; struct point at; unsigned bits : SIZE; } many = {{1, 2, 3}, {4, 5}, 6};
    typedef number local;
    typedef struct { local of; wide x; operation add; char room[sizeof(struct point)]; } item;
    local one = 7;
    item own = {8, 1.5, sum_of, {9}};
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 3; i++) {
        item other = own;
        local two = one;
        sum += pixel.c[0].g + (int)many.list[i] + many.at.y + (int)many.bits + (int)two;
        sum += (int)other.of + (int)(2 * other.x) + other.add(many.at) + (int)sizeof other.room;
    }
    CHECK(sum == 3 * (3 + 2 + 5 + 6 + 7 + 8 + 3 + 9 + 8));
    return check_result("types of a function");
}

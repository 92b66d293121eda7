/*
 * The layout of structures (2.8.1: one memory for all threads): what `#pragma pack`, attributes, bit-fields and members
 * without a size make of it holds in regions.
 *
 * cross all: pack(push, 1)
 * cross: _Pragma("pack(2)")
 * cross: __attribute__((packed))
 * cross: __attribute__((aligned(32)))
 */
#include <stddef.h>
#include "check.h"

#define COUNT 20

#pragma pack(push, 1)
#include "records.h"

struct one {
    char kind;
    int count;
    struct {
        short x;
        double y;
    } inner;
    union {
        char bytes[3];
        long number;
    } either;
};
#pragma pack(pop)

#define TWO _Pragma("pack(2)")
#define NATURAL _Pragma("pack()")
TWO
struct by_operator {
    char kind;
    long value;
};
NATURAL

_Pragma("pack(push)") _Pragma("pack(4)")
struct by_operators {
    int count;
    long value;
};
_Pragma("pack(pop)")

struct natural {
    char kind;
    double value;
    struct one inside;
};

struct __attribute__((packed)) attributed {
    char kind;
    long value;
    short more;
    int aligned __attribute__((aligned(8)));
};

struct aligned_member {
    char kind;
    int value __attribute__((aligned(32)));
};

/* An alignment below the type's needs an attribute here: of a typedef's, see tests/host_regions/lowered_alignment.c. */
typedef double loose_t __attribute__((aligned(2)));
struct with_loose {
    char kind;
    loose_t value __attribute__((packed, aligned(2)));
};

struct fields {
    unsigned char a : 3;
    unsigned b : 7, : 0, c : 9;
    long d : 31;
    _Bool e : 1;
};

enum size { SMALL, LARGE };
enum __attribute__((packed)) little { LITTLE };

struct enumerations {
    enum little little;
    char last;
    enum size size;
};

struct nothing {
};

struct with_nothing {
    int first;
    struct nothing none, several[2];
    int second;
};

static as_included_t included[COUNT];
static struct two twos[COUNT];
static struct one ones[COUNT];
static struct by_operator operators[COUNT];
static struct by_operators more[COUNT];
static struct natural naturals[COUNT];
static struct attributed attributes[COUNT];
static struct aligned_member members[COUNT];
static struct with_loose loose[COUNT];
static struct fields fields[COUNT];
static struct enumerations enumerations[COUNT];
static struct with_nothing with_nothing[COUNT];

/* What the region is given is laid out as ever, whatever holds where it stands. */
#pragma pack(push, 1)
static double given(int count, double *values, char odd, double factor)
{
    double sum = 0;
    int i;

#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < count; i++) {
        values[i] += odd;
        sum += factor * values[i];
    }
    return sum;
}
#pragma pack(pop)

static void local_types(void)
{
#pragma pack(push, 1)
    struct near {
        char kind;
        int value;
    } near[COUNT];
#pragma pack(pop)
    int i, right = 1;

#pragma omp parallel for
    for (i = 0; i < COUNT; i++)
        near[i].value = i;
    for (i = 0; i < COUNT; i++)
        right &= near[i].value == i;
    CHECK(right && sizeof(struct near) == 5);
}

int main(void)
{
    double values[COUNT];
    size_t sizes[13];
    int i, right = 1;

#pragma omp parallel for
    for (i = 0; i < COUNT; i++) {
        included[i].value = twos[i].value = ones[i].inner.y = naturals[i].value = loose[i].value = i + 0.5;
        twos[i].count = ones[i].count = naturals[i].inside.count = attributes[i].aligned = members[i].value = i;
        twos[i].low = 21;
        twos[i].high = i;
        operators[i].value = more[i].value = ones[i].either.number = attributes[i].value = i;
        fields[i].a = 5;
        fields[i].b = 99;
        fields[i].c = 300;
        fields[i].d = -i;
        fields[i].e = 1;
        enumerations[i].size = LARGE;
        enumerations[i].last = 7;
        with_nothing[i].second = i;
        values[i] = i;
    }
    for (i = 0; i < COUNT; i++) {
        double half = i + 0.5;

        right &= included[i].value == half && twos[i].value == half && ones[i].inner.y == half;
        right &= naturals[i].value == half && loose[i].value == half;
        right &= twos[i].count == i && ones[i].count == i && naturals[i].inside.count == i;
        right &= attributes[i].aligned == i && members[i].value == i;
        right &= twos[i].low == 21 && twos[i].high == (unsigned)i;
        right &= operators[i].value == i && more[i].value == i;
        right &= ones[i].either.number == i && attributes[i].value == i;
        right &= fields[i].a == 5 && fields[i].b == 99 && fields[i].c == 300 && fields[i].d == -i && fields[i].e;
        right &= enumerations[i].size == LARGE && enumerations[i].last == 7;
        right &= with_nothing[i].second == i;
    }
    CHECK(right);
    CHECK(given(COUNT, values, 1, 0.5) == 0.5 * (COUNT * (COUNT - 1) / 2 + COUNT));
    local_types();

#pragma omp parallel
#pragma omp single
    {
        sizes[0] = sizeof(as_included_t);
        sizes[1] = sizeof(struct two);
        sizes[2] = sizeof(struct one);
        sizes[3] = sizeof(struct by_operator);
        sizes[4] = sizeof(struct by_operators);
        sizes[5] = sizeof(struct natural);
        sizes[6] = sizeof(struct attributed);
        sizes[7] = sizeof(struct aligned_member);
        sizes[8] = sizeof(struct with_loose);
        sizes[9] = sizeof(struct enumerations);
        sizes[10] = offsetof(struct natural, inside);
        sizes[11] = offsetof(struct two, count);
        sizes[12] = sizeof(struct with_nothing);
    }
    CHECK(sizes[0] == 9 && sizes[1] == 20 && sizes[2] == 23 && sizes[3] == 10 && sizes[4] == 12);
    CHECK(sizes[5] == 40 && sizes[6] == 24 && sizes[7] == 64 && sizes[8] == 10 && sizes[9] == 8);
    CHECK(sizes[10] == 16 && sizes[11] == 10 && sizes[12] == 8);
    return check_result("layout");
}

/*
 * Volatile structures and unions as values, in every form of expression that has
 * one: C copies them (C17 6.3.2.1), C++ has no constructor for it (2.1).
 *
 * cross: reduction(+ : sum) => private(sum)
 * cross: (held.a++, held) => held
 */
#include "check.h"

struct pair { int a, b; };
union number { int whole; unsigned char bytes[sizeof(int)]; };
struct outer { volatile struct pair inner, list[2]; struct pair volatile last; int x; };
union either { volatile struct pair pair; int first; };

volatile struct pair shared = {1, 2};
volatile union number number = {5};
volatile struct pair many[20000] = {{3, 4}};

static struct pair next(struct pair value)
{
    value.a++;
    return value;
}

static struct pair read(volatile struct pair *from)
{
    return *from;
}

static struct pair read_again(volatile struct pair *from, int is_first)
{
    return is_first ? *from : (next(*from), *from);
}

static int in_region(void)
{
    int sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++) {
        volatile struct pair held = {3, 4};
        struct pair first = shared, second = ((void)i, shared), list[2] = {shared, held}, third, fourth;
        volatile struct pair copy, other;
        union number whole;

        whole = ((void)i, number);
        other = copy = (copy.a = i, shared);
        third = next((held.a++, held));
        fourth = i > 1 ? ((void)i, many[0]) : held;
        sum += whole.whole + other.b + copy.a + third.a + fourth.b;
        sum += first.a + second.b + list[0].a + list[1].b + ((void)i, shared).b;
        sum += read(&shared).a + read_again(&held, i == 1).a;
    }
    return sum;
}

static struct outer changed(struct outer value)
{
    value.inner.b++;
    value.list[1] = value.inner;
    return value;
}

static int members(void)
{
    struct outer from = {{1, 2}, {{3, 4}, {5, 6}}, {7, 8}, 9};
    int sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++) {
        struct outer copy = from, other, *to = &other;
        union either either = {{10, 11}}, same = either;
        volatile struct pair *inner = &to->inner;

        *to = changed(copy);
        copy.last = to->list[1];
        inner->a += same.pair.b;
        sum += other.inner.a + other.inner.b + copy.last.b + other.list[0].a + same.first + copy.x;
    }
    return sum;
}

int main(void)
{
    CHECK(members() == 4 * (12 + 3 + 3 + 3 + 10 + 9));
    CHECK(in_region() == 4 * (5 + 2 + 1 + 5 + 4) + 4 * (1 + 2 + 1 + 4 + 2) + 4 * (1 + 4));
    return check_result("volatile structures");
}

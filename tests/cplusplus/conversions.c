/* What C converts by itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    void *data;
    int value;
};
typedef int (*compare_t)(const void *, const void *);
typedef struct {
    const char *name;
    char *text;
    unsigned char bytes[4];
    float ratio;
    compare_t compare;
    void *any;
} entry_t;

static int less(const int *a, const int *b) { return *a < *b; }
static int by_value(const void *a, const void *b)
{
    const struct node *left = a, *right = b;
    return left->value - right->value;
}
static void *identity(void *p) { return p; }
static int *first_of(void *p) { return p; }
static int sum(int *p, int n)
{
    int s = 0;
    while (n--)
        s += *p++;
    return s;
}
static char *title(int kind) { return kind ? "one" : "zero"; }
static long address_bits(void *p) { return (int)p == (int)(long)p; }
static void touch(void *where, long value) { *(long *)where = value; }
static int call(int (*f)(), int x) { return ((int (*)(int))f)(x); }
static int twice(int x) { return 2 * x; }

static int lists(int n)
{
    struct node *list = NULL, *p, **end = &list;
    int i, total = 0;
    for (i = 0; i < n; i++) {
        p = malloc(sizeof *p);
        p->value = i * i;
        p->data = p;
        p->next = 0;
        *end = p;
        end = &p->next;
    }
    for (p = list; p != NULL; p = p->next) {
        struct node *own = p->data;
        total += own->value;
    }
    while ((p = list)) {
        list = p->next;
        free(p);
    }
    return total;
}

static int pointers(void)
{
    int numbers[6] = {3, 1, 4, 1, 5, 9}, *p = calloc(6, sizeof(int));
    unsigned *u = numbers;
    char *bytes = (void *)numbers;
    const int *constant = numbers;
    int *changed = constant;
    int (*rows)[3] = numbers;
    void *any = rows, **anys = &any;
    long number = p, back;
    int *again = number;
    int found;
    memcpy(p, numbers, sizeof numbers);
    found = sum(p, 6) + sum(u, 2) + sum(any, 1) + rows[1][2];
    changed = constant;
    *changed += 1;
    found += bytes[0] + *first_of(any) + (again == p) + (any == numbers) + (u == numbers) + (constant != changed);
    found += sum(*anys ? any : 0, 1) + sum(found ? constant : identity(p), 2);
    int *chosen = found ? p : NULL, *other = found ? (void *)0 : p;
    found += *chosen + (other == 0);
    back = changed = p;
    found += back == number;
    u = again = identity(p);
    found += *u + (address_bits(p) != 0);
    touch(&back, p);
    found += back == number;
    free(p);
    return found + call(twice, 4) + (less(numbers, bytes + 4) != 2);
}

static void narrowing(int i, double d, unsigned u, long l)
{
    int from_double[3] = {d, 2.5, l};
    float ratios[3] = {i, d, 1};
    char letters[4] = {i, 'a', 200, l};
    unsigned counts[3] = {i, -1, l};
    entry_t entry = {"name", "text", {i, 300, u}, d, by_value, &i};
    entry_t table[] = {{"a", title(0), {1, 2}, 3, 0, 0}, {"b", 0, {l}, 1.5, less, "any"}};
    const char *names[] = {"x", title(1)};
    char *texts[2] = {"y", names[1]};
    struct { short s; struct { char c; float f; } in; } nested = {i, {u, d}};
    printf("%d %d %d %g %g %d %d %u %u %u\n", from_double[0], from_double[1], from_double[2], ratios[0], ratios[1],
           letters[0], letters[2], counts[0], counts[1], counts[2]);
    printf("%s %s %d %d %d %g %d\n", entry.name, entry.text, entry.bytes[0], entry.bytes[1], entry.bytes[2],
           entry.ratio, *(int *)entry.any);
    printf("%s %s %g %s %s %s\n", table[0].text, table[1].name, table[1].ratio, (char *)table[1].any, texts[0], texts[1]);
    printf("%d %d %g\n", nested.s, nested.in.c, nested.in.f);
}

static void built_in(void *from)
{
    char text[8] = "", *to;
    __builtin_memcpy(text, from, (int)(long)(to = from) - (int)from + 3);
    printf("%s %d %d\n", text, __builtin_ffs(8), __builtin_abs((int)to - (int)from - 1));
}

static void refuse(int *refusals, int value) { *refusals += value; }

#define REQUIRE(condition) ((condition) ? 0 : refuse(refusals, 1))

static void choosing(int n, int *refusals)
{
    n > 6 ? refuse(refusals, 2) : 0;
    REQUIRE(n < 7);
    n > 3, n == 7 ? refuse(refusals, 4) : n == 6 ? n = 1, n : refuse(refusals, 8);
    for (int k = 0; k < 2; k > 5 ? refuse(refusals, 16) : k++)
        n > 5 ? (void)n : refuse(refusals, 32);
}

int main(void)
{
    int refusals = 0;
    for (int n = 4; n < 9; n++)
        choosing(n, &refusals);
    printf("%d\n", refusals);
    char letters[8] = "abc";
    built_in(letters);
    printf("%d %d\n", lists(5), pointers());
    narrowing(7, 3.75, 9, 11);
    return 0;
}

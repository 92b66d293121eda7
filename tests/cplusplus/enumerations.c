/* Integers and enumerations. */
#include <stdio.h>

enum color { RED, GREEN, BLUE, COLORS };
typedef enum { NONE, READ = 1, WRITE = 2, RUN = 4 } flags_t;
enum sign { MINUS = -1, ZERO, PLUS };
struct state {
    enum color color;
    flags_t flags;
    enum kind { LEAF, INNER } kind;
    enum color field : 4;
    struct inner { int x; enum { SMALL = 3, LARGE = 70 } size; } in;
};

static enum color next(enum color c) { return (c + 1) % COLORS; }
static enum color from(int i) { return i; }
static flags_t with(flags_t f, flags_t more) { return f | more; }
static int size_of(struct inner *in) { return in->size == LARGE ? LARGE : SMALL; }
static enum kind turned(enum kind k) { return !k; }

static int all(void)
{
    enum color c = 0, d = from(1), e = 2;
    int i, count[COLORS] = {0}, total = 0;
    for (c = RED; c < COLORS; c++)
        count[c] += c * 2;
    for (i = 0; i < COLORS; ++i)
        total += count[i];
    d++;
    --e;
    c = d == BLUE ? RED : GREEN;
    c += 1;
    e = total ? i : d;
    return total * 100 + c * 10 + d + e;
}

static int flags(void)
{
    flags_t f = READ | WRITE, none = 0;
    f |= RUN;
    f &= ~READ;
    f ^= 8;
    none = f & WRITE;
    return with(f, none) + (f << 1) + !none;
}

static int structures(void)
{
    struct state s = {1, READ | RUN, INNER, 2, {5, LARGE}}, *p = &s;
    enum kind k = p->kind;
    struct inner copy = p->in;
    p->color = p->color + 1;
    p->field = 1;
    p->field++;
    p->field |= 4;
    p->flags |= WRITE;
    switch (k) {
    case LEAF: return 0;
    case INNER: break;
    }
    return p->color + 10 * p->field + 100 * p->flags + 1000 * turned(k) + size_of(&copy) * 10000 + copy.x;
}

/* C computes with an enumeration that has no negative values as with `unsigned`. */
static int wraps(enum color c, enum sign s, int minus)
{
    int below = c - 1 < 0, sign = s - 1 < 0;
    double half = (c - 2) / 2;
    long wide = c - COLORS;
    return below + 2 * sign + 4 * (half > 1000) + 8 * (wide > 0) + 16 * (c > minus) + 32 * (-c > 0);
}

int main(void)
{
    printf("%d %d %d %d %d\n", all(), flags(), structures(), wraps(RED, MINUS, -1), next(BLUE));
    return 0;
}

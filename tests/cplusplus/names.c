/* Names that C++ or CUDA has taken, and keywords with another spelling. */
#include <stdbool.h>
#include <stdio.h>

struct class { int new, delete; struct class *this; };
typedef struct class template;
typedef struct list *list;
struct list { int operator; list next; };
struct float3 { float x, y, z; };
enum virtual { public, private = 4 };
#define NEW(x) ((x)->new + (x)->delete)
#define BOTH(new) (new + new)

static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }
static float dot(const struct float3 *restrict a, const struct float3 *__restrict b) { return a->x * b->x + a->y * b->y; }
static int catch(template *this, int new) { return this->new + new + this->this->delete; }
static _Noreturn void stop(void) { for (;;) ; }
static int and(int or, int xor) { return or & xor; }

static int names(void)
{
    register int typename = 3, using;
    auto int friend = 5;
    struct class c = {.new = 1, .delete = 2, .this = &c};
    template *namespace = &c;
    struct list cell = {7, 0}, *first = &cell;
    list rest = first;
    enum virtual v = private;
    _Bool flag = typename, other = 0;
    bool third = true;
    unsigned shared = 6, team = 7;
    _Static_assert(sizeof(struct class) >= 12, "size");
    using = typename * friend;
    if (using > 100)
        goto try;
    using += catch(namespace, NEW(&c)) + BOTH(using) + rest->operator;
    flag++;
    other--;
    if (flag++ && !other--)
        using += 1000;
try:
    return using + v + flag + 2 * other + third + max(3, 4) + min(5, 6) + and(6, 3) + shared * team;
}

static int sizes(void)
{
    _Alignas(16) char a[3];
    int _Alignas(double) b = 4;
    return sizeof 'a' + 10 * sizeof(1 == 1) + 100 * sizeof(!a) + 1000 * (_Alignof(int) + ((long)a % 16 == 0) + b);
}

static long generic(float f, unsigned long l)
{
    typeof(f) copy = f * 2;
    __typeof__(&copy) p = &copy;
    typeof(int[3]) three = {1, 2, 3};
    __auto_type k = l + 1;
    return _Generic(f, double: 1, float: 2 * three[1], default: 3) + 10 * _Generic(l, int: 1, unsigned long: 7L) + (long)*p
           + 100 * __builtin_types_compatible_p(int, typeof(three[0])) + k;
}

int main(void)
{
    struct float3 v = {1, 2, 3};
    printf("%d %g %d %ld\n", names(), dot(&v, &v), sizes(), generic(1.5f, 4));
    if (v.x > 2)
        stop();
    return 0;
}

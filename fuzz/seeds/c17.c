/* What C17 and GNU C have beside the ordinary. */
#include <stdint.h>
typedef struct node { struct node *next; union { int i; float f[2]; } u; unsigned bits : 3, : 0; } node;
enum colour { RED, GREEN = 1 << 4, BLUE, };
_Static_assert(sizeof(node) > 1, "size");
static inline _Noreturn void stop(void) { for (;;) ; }
int (*table[2])(int, char *[]) = { [1] = 0 };
extern int old(a, b) int a; char *b; { return a + *b; }
int vla(int n, double m[static restrict n][n]) { int x[n]; return sizeof x + (int)m[0][0]; }
__attribute__((noinline)) static __typeof__(int *) pointer(const volatile void *p) { return (int *)p; }
int generic(double d)
{
    node list = { .u.f = { 1.f, [1] = 0x1p-3f }, .next = &(node){ 0 } };
    int v = ({ int t = 3; t; }) ?: 4, *q = (int[]){ 1, 2 };
    switch (v) { case 1 ... 3: v++; __attribute__((fallthrough)); default: goto end; }
    do { if (v) continue; else break; } while (v--);
    v = _Generic(d, double: 1, default: 2) + _Alignof(node) + __builtin_offsetof(node, u.f[1]);
    asm volatile("nop" : "+r"(v) : : "memory");
    typedef int T; { T T = 1; v += T * v; }
end:
    return (v, q[0] > 0 ? L'\x41' : "a" "b"[0]) | ~list.u.i >> 2U;
}

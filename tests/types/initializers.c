// How many elements an initialiser gives (6.7.9, 22).
enum { N = 3 };
struct pair { int a, b; }; struct deep { struct pair p; char name[4]; double d; }; union u { int i; char c[8]; }; struct anon { int k; struct { int x, y; }; int z; }; struct bitty { int a : 3; int : 4; int b : 5; };
struct pair one; struct pair make(void); typedef int open[]; typedef char text[];
int i0[] = { 1 }, i1[] = { 1, 2, 3 }, i2[] = { 1, 2, 3, }, i3[] = { [5] = 1 }, i4[] = { [2] = 1, 2, 3, [0] = 7 }, i5[] = { [1 ... 4] = 2 }, i6[] = { [N * 2] = 1, 2 }, i7[] = { [3] 1 }, i9[] = { sizeof(int[3]), 1 };
char c0[] = "abc", c1[] = { "abc" }, c2[] = "a" "bc\x41" "\0", c3[] = { 'a', 'b', 0 }, c4[] = ("paren"), c5[] = "", c6[] = { "trail", };
const char *s0[] = { "a", "b" "c", "d" }; int w0[] = L"wide"; unsigned short w1[] = u"x\U0001F600"; unsigned char c7[] = u8"é";
char cc[][4] = { "abc", "de", { 'x', 'y' } }, c8[][2][3] = { "ab", "cd", "ef" }, c9[][3] = { 'a', 'b', 'c', 'd' };
int m0[][3] = { 1, 2, 3, 4 }, m1[][3] = { { 1 }, { 2, 3 } }, m2[][2][2] = { 1, 2, 3, 4, 5 }, m3[][3] = { [1][2] = 5, 6 }, m4[][3] = { { 1, 2 }, 3, 4, 5, 6 }, m5[][2] = { [2] = { 1, 2 }, [0][1] = 3, 4, 5 };
struct pair p0[] = { 1, 2, 3, 4, 5 }, p1[] = { { 1, 2 }, { 3 } }, p2[] = { [2].a = 1, 2, 3 }, p3[] = { { .b = 1 }, [3] = { 1 } }, p4[] = { [1].b = 2, 3, 4 }, p5[] = { { b: 1 }, { a: 2 } }, p6[] = { [2].a = 1, 2 };
struct deep d0[] = { 1, 2, "abc", 1.0, 3, 4, "x", 2.0, 5 }, d1[] = { { { 1 } } }, d2[] = { [1].p.b = 3, "abc", 4.0, 9 }, d3[] = { 1, 2, 'a', 'b', 'c', 'd', 1.5, 7 }, d4[] = { [1].p.a = 1, 2, "x", 1.0 }, d5[] = { [1].p.a = 1, 2, "x", 1.0, 2 };
union u u0[] = { 1, 2, 3 }, u1[] = { { .c = "x" }, 2 }; struct anon a0[] = { 1, 2, 3, 4, 5 }, a1[] = { { .y = 1, 2 }, 3 }, a2[] = { [1].x = 1, 2, 3, 4 }; struct bitty b0[] = { 1, 2, 3 };
int *ptrs[] = { i0, &i1[1], 0 }; int (*fns[])(void) = { 0, 0 }; open o0 = { 1, 2 }, o1 = { 1, 2, 3 }; text t0 = "four"; float f0[] = { 1, 2.0f, [10] = 3 }; int e0[] = {};
void test(void)
{
    int i8[] = { (1, 2), 3 };
    struct pair l0[] = { one, make(), 1, 2, one }, l1[] = { (struct pair){ 1, 2 }, 3 }; static int l2[] = { 1, 2 }; int l3[] = { ({ int q = 1; q; }), 2, i0[0] ? 1 : 2 }; typeof(i1) *l4[] = { &i1, &i1 };
    SHOW(i0); SHOW(i1); SHOW(i2); SHOW(i3); SHOW(i4); SHOW(i5); SHOW(i6); SHOW(i7); SHOW(i8); SHOW(i9); SHOW(c0); SHOW(c1); SHOW(c2); SHOW(c3); SHOW(c4); SHOW(c5); SHOW(c6); SHOW(s0); SHOW(w0); SHOW(w1); SHOW(c7);
    SHOW(cc); SHOW(c8); SHOW(c9); SHOW(m0); SHOW(m1); SHOW(m2); SHOW(m3); SHOW(m4); SHOW(m5); SHOW(p0); SHOW(p1); SHOW(p2); SHOW(p3); SHOW(p4); SHOW(p5); SHOW(p6); SHOW(d0); SHOW(d1); SHOW(d2); SHOW(d3); SHOW(d4); SHOW(d5); SHOW(u0); SHOW(u1); SHOW(a0); SHOW(a1); SHOW(a2); SHOW(b0);
    SHOW(ptrs); SHOW(fns); SHOW(o0); SHOW(o1); SHOW(t0); SHOW(f0); CONSTANT(sizeof e0); SHOW(l0); SHOW(l1); SHOW(l2); SHOW(l3); SHOW(l4); SHOW((struct pair[]){ 1, 2, 3 }); SHOW((char[]){ "xyz" }); SHOW((int[][2]){ 1, 2, 3 });
    SHOW(undeclared_function(1)); SHOW(sqrtf(2)); SHOW(malloc(1)); UNKNOWN_TYPE(undeclared_function(1)->x); UNKNOWN_TYPE(sqrtf); UNKNOWN_TYPE(fprintf(0, 0)); UNKNOWN_TYPE(isnanf(1));
    CONSTANT(sizeof i3 / sizeof i3[0]); CONSTANT(sizeof m2); CONSTANT(sizeof c2);
}

// Pointers, arrays, functions, structures, and what is made of them (6.5.2, 6.5.3, 6.5.6, 6.5.15).
#include <stddef.h>
#include <stdarg.h>

typedef struct node node;
struct node { int key; node *next; const char *name; double values[3]; union { int word; float real; }; struct { short lo, hi; } pair; int bits : 5; };
typedef int row[4];
typedef int (*binary)(int, int);
typedef const int cint;
struct flexible { int n; double data[]; };
struct opaque;
union both { int i; double d; char bytes[16]; };

int *p, **pp, a[10], m[3][4], (*pa)[4], *ap[5], (*fp)(int, double), (*fps[3])(void), unsized[];
row r, rows[2], *pr;
cint ci; const row cr; const int *pci; int *const cpi; volatile char vc; int *restrict rp; _Atomic int at; _Atomic(long) *pat;
const void *cv; void *v; char *str; const char *cstr;
node n, *np, nodes[3]; const node cn; const node *cnp; volatile node *vnp;
struct flexible *flex; struct opaque *op; union both u;
binary add; binary table[4];
int f(int, double); double g(); void h(const char *, ...); node *make(void); node value(void); float (*returns_array(void))[3]; int (*returns_function(int))(char);
static int defined(int x[5], int y[const 3], int z(int)) { SHOW(x); SHOW(y); SHOW(z); SHOW(&x); SHOW(__func__); return 0; }
int old(x, y) char x; float y[]; { SHOW(x); SHOW(y); return 0; }
int unsized[7];
extern int redeclared[]; int redeclared[12]; extern int redeclared[];
int i; long l; double d; char c;
int (paren)(void); char (*matrix)[2][3];
static inline int *address(void) { return 0; }

void test(int n_, double vla[][3], int argc, char **argv, ...)
{
    SHOW(p); SHOW(*p); SHOW(**pp); SHOW(&p); SHOW(a); SHOW(&a); SHOW(*a); SHOW(a[1]); SHOW(&a[1]); SHOW(1[a]); SHOW(m); SHOW(m[1]); SHOW(*m); SHOW(**m); SHOW(m[1][2]); SHOW(&m[1]);
    SHOW(pa); SHOW(*pa); SHOW((*pa)[1]); SHOW(pa[1]); SHOW(ap); SHOW(ap[1]); SHOW(*ap[1]); SHOW(unsized); SHOW(redeclared); SHOW(matrix); SHOW(*matrix); SHOW((*matrix)[1]);
    SHOW(fp); SHOW(*fp); SHOW(**fp); SHOW(fp(1, 2)); SHOW((*fp)(1, 2)); SHOW(fps); SHOW(fps[1]()); SHOW(f); SHOW(&f); SHOW(*f); SHOW(f(1, 2)); SHOW(g); SHOW(g(1)); SHOW(h("")); SHOW(h);
    SHOW(make()); SHOW(make()->next); SHOW(value()); SHOW(value().key); SHOW(value().values); SHOW(value().values[1]); SHOW(returns_array()); SHOW((*returns_array())[1]); SHOW(returns_function(1)); SHOW(returns_function(1)('a'));
    SHOW(paren()); SHOW(address); SHOW(*address());
    SHOW(r); SHOW(r[0]); SHOW(rows); SHOW(rows[1]); SHOW(pr); SHOW(*pr); SHOW(&rows); SHOW(add(1, 2)); SHOW(table[2]); SHOW(*add);
    SHOW(ci); SHOW(&ci); SHOW(cr); SHOW(cr[1]); SHOW(&cr); SHOW(pci); SHOW(*pci); SHOW(cpi); SHOW(&cpi); SHOW(vc); SHOW(&vc); SHOW(rp); SHOW(&rp); SHOW(at + 1); SHOW(*pat + 1); SHOW(at = 3); SHOW(at++);
    SHOW(n.key); SHOW(np->next->next->name); SHOW(np->name[0]); SHOW(n.values); SHOW(&n.values); SHOW(n.word); SHOW(np->real); SHOW(n.pair.lo); SHOW(&np->pair.hi); SHOW((*np).key); SHOW(nodes[1].key); SHOW(nodes->key);
    SHOW(cn.key); SHOW(cn.next); SHOW(cn.values); SHOW(&cnp->values[1]); SHOW(cnp->name); SHOW(cnp->word); SHOW(cnp->pair.lo); SHOW(&vnp->next); SHOW(cn.bits + 1); SHOW(u.bytes); SHOW(&u.d);
    SHOW(flex->data); SHOW(flex->data[3]); SHOW(op); SHOW(*op); SHOW(&*op); SHOW(sizeof op);
    SHOW(p + 1); SHOW(1 + p); SHOW(p - 1L); SHOW(p - p); SHOW(a + 1); SHOW(a - a); SHOW(m + 1); SHOW(&m[1] - m); SHOW(p++); SHOW(p += 2); SHOW(--np); SHOW(v + 1); SHOW(*(a + 1)); SHOW(*&p); SHOW(&*p); SHOW(&*a);
    SHOW(p == a); SHOW(!p); SHOW(p && a); SHOW(p < a + 1); SHOW(f == 0); SHOW(a ? 1 : 0);
    SHOW(i ? p : 0); SHOW(i ? 0 : p); SHOW(i ? p : (void *)0); SHOW(i ? p : v); SHOW(i ? p : (void *)i); SHOW(i ? v : pci); SHOW(i ? p : pci); SHOW(i ? pci : p); SHOW(i ? a : p); SHOW(i ? cv : p); SHOW(i ? f : 0); SHOW(i ? f : fp);
    SHOW(i ? n : nodes[0]); SHOW(i ? (void)0 : (void)1); SHOW(i ? str : cstr); SHOW(i ? "a" : "bcd"); SHOW(p ?: a); SHOW(i ? 0L : p); SHOW(i ? (void *)(1 - 1) : p); SHOW(i ? unsized : a); SHOW(1 ? 0 : (int *)0);
    SHOW((int *)v); SHOW((row *)v); SHOW((binary)v); SHOW((const char *)p); SHOW((int (*)[3])p); SHOW(*(int (*)[3])p); SHOW((long)p); SHOW((struct node *)0); SHOW((union both)d); SHOW((int (*(*)(void))[2])0);
    SHOW((int[]){1, 2, 3}); SHOW((int[5]){1}); SHOW((node){.key = 1}); SHOW((node){1}.key); SHOW(&(node){0}); SHOW((const char[]){"hello"}); SHOW((row){1}); SHOW((char *[]){"a", "b"}[1]); SHOW((int){3}); SHOW(sizeof(int[]){1, 2}); SHOW(((union both){.d = 1}).bytes);
    SHOW("abc"[1]); SHOW(*"abc"); SHOW(&"abc"); SHOW("abc" + 1);
    SHOW(sizeof(int)); SHOW(sizeof p); SHOW(_Alignof(double)); SHOW(sizeof(int) * 2); SHOW(&a[3] - &a[1]); SHOW(offsetof(node, values)); SHOW(__builtin_offsetof(node, pair.hi));
    SHOW((i, p)); SHOW((i, a)); SHOW(p = a); SHOW(n = cn); SHOW(v = p); SHOW(&&label);
    SHOW(({ int x = 3; x; })); SHOW(({ double x[3]; x; })); SHOW(({ p; })); SHOW(({ ; })); SHOW(({ int x; })); SHOW(({ if (i) i = 2; })); SHOW(({ for (float y = 0; y < 3; y++) { y; } l; })); SHOW(({ struct local { short s; } s; s.s; })); SHOW(({ __label__ lab; lab: c; })); SHOW(({ (void)0; }));
    SHOW(({ float z = 1; { long z = 2; } z; })); SHOW(({ int y = ({ long x = 1; x; }); &y; })); SHOW(({ i ? (float)1 : 2; })); SHOW(({ (int[]){1, 2}; })); SHOW(({ node q = {1}; q; }).next);
    SHOW(_Generic(i, int: 1.0, default: 1)); SHOW(_Generic(c, int: 1.0, char: "c", default: 1L)); SHOW(_Generic(cn, node: 1.0f, default: 1)); SHOW(_Generic(a, int *: p, default: i)); SHOW(_Generic(f, int (*)(int, double): d, default: i)); SHOW(_Generic("s", char *: 1u, const char *: 1)); SHOW(_Generic(&ci, int *: 1, const int *: 2.0)); SHOW(_Generic(d, float: 1, default: (char)1)); SHOW(_Generic(i, long: 1, int: i ? l : i));
    SHOW(__builtin_expect(i, 1)); SHOW(__builtin_popcountll(l)); SHOW(__builtin_sqrt(2)); SHOW(__builtin_fabsf(d)); SHOW(__builtin_memcpy(v, v, 1)); SHOW(__builtin_strlen("a")); SHOW(__builtin_bswap64(l)); SHOW(__builtin_inf()); SHOW(__builtin_huge_valf()); SHOW(__builtin_isnan(d)); SHOW(__builtin_unreachable()); SHOW(__builtin_add_overflow(i, i, &i)); SHOW(__builtin_alloca(3)); SHOW(__builtin_frame_address(0)); SHOW(__builtin_complex(1.0f, 2.0f)); SHOW(__builtin_constant_p(i)); SHOW(__builtin_object_size(p, 0)); SHOW(__builtin_powi(d, 2)); SHOW(__builtin_cabs(1.0i)); SHOW(__builtin_printf("")); SHOW(__builtin_trap()); SHOW(__builtin_cpow(1, 2)); SHOW(__builtin_lroundf(1)); SHOW(__builtin_nan("")); SHOW(__builtin_ldexpl(1, 2)); SHOW(__builtin_assume_aligned(p, 16)); SHOW(__builtin_return_address(0)); SHOW(__builtin_signbit(d)); SHOW(__builtin_copysign(1, 2)); SHOW(__builtin_isgreater(1.0, 2.0));
    SHOW(__atomic_load_n(&l, 0)); SHOW(__sync_fetch_and_add(&c, 1)); SHOW(__atomic_add_fetch(&i, 1, 0)); SHOW(__atomic_compare_exchange_n(&i, &i, 1, 0, 0, 0)); SHOW(__sync_bool_compare_and_swap(&l, 1, 2)); SHOW(__sync_val_compare_and_swap(&pp, 0, 0)); SHOW(__sync_synchronize()); SHOW(__atomic_store_n(&i, 1, 0));
    va_list ap_; __builtin_va_start(ap_, argv); SHOW(__builtin_va_arg(ap_, int)); SHOW(__builtin_va_arg(ap_, const char *)); SHOW(sizeof ap_); SHOW(va_arg(ap_, row *)); SHOW(__builtin_va_end(ap_)); SHOW(sizeof(va_list));
    SHOW(argv[1][2]); SHOW(argc); SHOW(vla[1]); SHOW(vla); UNKNOWN_TYPE(undeclared_function(1)); SHOW(sqrtf(2)); SHOW(malloc(3)); SHOW(printf("")); 
    __auto_type inferred = a; SHOW(inferred); const __auto_type ci2 = 1.5f; SHOW(ci2); typeof(a[0]) *ta; SHOW(ta); __typeof__(cr) tr; SHOW(tr); typeof(int (*)[2]) tp; SHOW(tp); typeof(f) *tf; SHOW(tf); typeof(({ 1.0f; })) ts; SHOW(ts);
    { double p; SHOW(p); { char p[2]; SHOW(p); } SHOW(p); } SHOW(p);
    for (short p = 1, *q = &p; p; p++) SHOW(q); SHOW(p);
    for (long k = 0;;) if (i) SHOW(k); else SHOW(k + 1);
    do long_label: i++; while (i < 3); SHOW(i);
    { typedef float row; row x; SHOW(x); enum { A = 7, B }; CONSTANT(B); struct node { char inner; } y; SHOW(y.inner); } SHOW(r); SHOW(n.key);
    int nested(float x) { SHOW(x); return x; } SHOW(nested); SHOW(nested(1));
    extern int redeclared[]; SHOW(redeclared); int f2(char), (*f3)(short); SHOW(f2(1)); SHOW(f3(1));
    switch (i) { case 1: { float sw; SHOW(sw); } case sizeof(struct insw { int k; }): default: ; struct insw z; SHOW(z.k); }
    if (sizeof(enum { IN_IF = 3 })) CONSTANT(IN_IF);
    CONSTANT((long)&((node *)0)->values[2]); CONSTANT((size_t)&((node *)0)->pair.hi); CONSTANT((char *)&((node *)16)->next - (char *)16); CONSTANT((int *)12 - (int *)4); CONSTANT((unsigned long)((short *)0 + 3)); CONSTANT((long)(&((struct flexible *)0)->data)); CONSTANT(offsetof(node, values[1])); CONSTANT((long)((node *)0)->values);
    label: ;
}

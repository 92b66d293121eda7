/* Names that are types here and are not there. */
typedef int T; typedef T *P, A[3], F(T), (*FP)(T T), *const CP; typedef struct T { T T; struct T *t; } S;
T x; P p; A a; F f; FP fp; S s; unsigned long(u); T (y), (*z);
const T ct = 1; T const tc = 1; static T st; T typedef U; int typedef V, *W;
F *function(T T), *function2(T (T), T (*)(T), T *);
int shadowed_parameter(int T) { T = T * T; { typedef char T; { T T = sizeof(T); } } return (T) - 1; }
T *shadowed_local(P T) { int U = *T; U * U; return (T); }
int statements(T n)
{
    T T = n; (T) + 1; T * T; { T++; struct T t = { T }; t.T = t.t->T; }
    for (int P = 0, U = 3; P < U; P++) P * U; P q = &n; U r = *q;
    for (U U = 0; U < 3; U++) if (U) U * 2; else { U - 1; } U v;
    if (n) for (int U = 0; U; ) while (U) do U--; while (U); else for (int S = 0; S; ) S--; U w; S g;
    do for (int U = 1; U; U--) ; while (({ U i = 1; i; })); U after;
    goto T; T: U: enum U { P = 3 }; return P + sizeof(enum U) + s.t->T;
}
int scopes(void) { U x; { int U = 1; { U++; } U * x; } U y; enum { U } e = U; int V = U; return V * x; }
int inside(void) { return (T)1 + (T)-1 + (T)(1) + (P)0 == 0 && sizeof(T) * 2 + sizeof(P) + (sizeof(T *)) + _Alignof(T); }
int types_in_expressions(void *v)
{
    return *(T *)v + ((S *)v)->T + (T){ 1 } + (A){ 1, 2 }[0] + ((FP)v)(1) + ((T (*)(T))v)(2) + _Generic(x, T: 1, P: 2, default: 3)
        + __builtin_offsetof(S, T) + __builtin_types_compatible_p(T, P) + ({ T T = 1; T; }) + (T)+1 + sizeof(T[3])
        + sizeof(struct { T T; }) + sizeof(typeof(T)) + (1 ? (T)1 : (T)2);
}
typeof(T) t1; typeof(x) t2; _Atomic(T) t3; _Atomic T t4; _Alignas(T) char t5; T __attribute__((aligned(8))) t6;
struct members { T T; P P, *q; U : 3; U V : 2; T (*call)(T T); enum { W1 = sizeof(T) } W; };
T old(T2, n) T *T2; U n; { return T2[n]; }
T (parenthesized)(T T) { return T; }
T (*returns(T U))(T) { return U ? fp : 0; }
T after_all = (T)(W1);
T redeclared[sizeof(T)], self = sizeof(self);
int size(void) { T T[sizeof(T)]; return sizeof T; }

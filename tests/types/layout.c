// Sizes, alignments and offsets (System V ABI for x86-64), as gcc has them.
#include <stddef.h>
struct s1 { char a; int b; char c; };
struct s2 { char a; double b; short c; long double d; };
struct __attribute__((packed)) p1 { char a; int b; long c; };
struct p2 { char a; int b __attribute__((packed)); long c; } __attribute__((aligned(4)));
struct b1 { int a : 3; int b : 30; char c; };
struct b2 { char a; int b : 4; int : 0; char c; };
struct b3 { char a; long b : 40; int c : 25; };
struct b4 { short a : 9; short b : 9; unsigned c : 1; };
struct b5 { char x; int : 5; };
struct b6 { char x; long : 0; char y; };
struct __attribute__((packed)) b7 { char a; int b : 17; int c : 17; char d; };
union u1 { int a : 3; char b; }; union u2 { char c[5]; short s; }; union u3 { long l : 33; char c; };
struct e { }; struct ee { struct e e; int x; };
struct fl { char n; short data[]; }; struct fl0 { int n; char data[0]; };
struct al { char c; int x __attribute__((aligned(16))); _Alignas(8) char y; };
typedef int i16 __attribute__((aligned(16))); typedef int i1 __attribute__((aligned(1)));
struct at { char c; i16 x; }; struct at1 { char c; i1 x; };
typedef float v4 __attribute__((vector_size(16))); typedef char v8 __attribute__((vector_size(8)));
struct ve { char c; v4 v; v8 w; };
typedef int qi __attribute__((mode(QI))); typedef unsigned di __attribute__((mode(DI))); typedef float df __attribute__((mode(DF))); typedef unsigned ti __attribute__((__mode__(__TI__)));
struct an { char a; struct { short x; union { long y; char z; }; }; int w; };
struct nested { struct s1 s[3]; struct in { char q; } in; char m[2][3]; };
#pragma pack(push, 2)
struct k2 { char a; int b; double c; int x : 3; };
#pragma pack(1)
struct k1 { char a; int b; int c : 7; int d : 30; short e __attribute__((aligned(4))); };
#pragma pack(pop)
struct k0 { char a; int b; };
struct cx { char c; _Complex float f; char d; _Complex long double l; }; struct i128 { char c; __int128 q; }; struct f16 { char c; _Float16 h; _Float128 q; };
struct fp { char c; int (*f)(void), *p, a[2]; }; struct bo { _Bool a, b : 1; char c; }; enum __attribute__((packed)) small { SM }; struct en { enum small s; enum { X1, X2 } t; };
struct atm { char c; _Atomic long l; _Atomic struct { char x[4]; } s; _Atomic struct { char x[3]; } t; };
struct __attribute__((aligned)) big { char c; }; struct bf { unsigned a : 1, b : 2, : 3, c : sizeof(int) * 4; }; struct bl { long a : 3; char b; } ; struct bc { char a : 3, b : 6; int c : 1; };
struct __attribute__((packed, aligned(2))) pa { char a; int b; char c; }; struct pn { char a; struct p1 p; int b; }; struct __attribute__((packed)) ps { char a; struct s1 s; i16 t; };
struct { int a; char b; } anonymous; typedef struct { long a; char b; } named; struct s1 array[4][5];
_Alignas(32) char aligned_char; int aligned_var __attribute__((aligned(64))); extern struct later later; struct later { int z[3]; };
void test(void)
{
    CONSTANT(sizeof(struct s1)); CONSTANT(_Alignof(struct s1)); CONSTANT(sizeof(struct s2)); CONSTANT(offsetof(struct s2, c)); CONSTANT(offsetof(struct s2, d)); CONSTANT(sizeof(struct p1)); CONSTANT(offsetof(struct p1, c)); CONSTANT(_Alignof(struct p1));
    CONSTANT(sizeof(struct p2)); CONSTANT(_Alignof(struct p2)); CONSTANT(offsetof(struct p2, b)); CONSTANT(offsetof(struct p2, c)); CONSTANT(sizeof(struct b1)); CONSTANT(sizeof(struct b2)); CONSTANT(offsetof(struct b2, c)); CONSTANT(sizeof(struct b3)); CONSTANT(sizeof(struct b4)); CONSTANT(sizeof(struct b5)); CONSTANT(_Alignof(struct b5));
    CONSTANT(sizeof(struct b6)); CONSTANT(offsetof(struct b6, y)); CONSTANT(_Alignof(struct b6)); CONSTANT(sizeof(struct b7)); CONSTANT(sizeof(union u1)); CONSTANT(sizeof(union u2)); CONSTANT(sizeof(union u3)); CONSTANT(sizeof(struct e)); CONSTANT(sizeof(struct ee)); CONSTANT(sizeof(struct fl)); CONSTANT(sizeof(struct fl0)); CONSTANT(offsetof(struct fl, data));
    CONSTANT(sizeof(struct al)); CONSTANT(offsetof(struct al, y)); CONSTANT(sizeof(struct at)); CONSTANT(sizeof(struct at1)); CONSTANT(sizeof(struct ve)); CONSTANT(offsetof(struct ve, w)); CONSTANT(sizeof(qi)); CONSTANT(sizeof(di)); CONSTANT(sizeof(df)); CONSTANT((di)-1 > 0); CONSTANT(sizeof(ti)); CONSTANT(_Alignof(i16)); CONSTANT(_Alignof(i1));
    CONSTANT(sizeof(struct an)); CONSTANT(offsetof(struct an, z)); CONSTANT(offsetof(struct an, x)); CONSTANT(offsetof(struct an, w)); CONSTANT(sizeof(struct nested)); CONSTANT(offsetof(struct nested, s[2].c)); CONSTANT(offsetof(struct nested, m[1][2])); CONSTANT(sizeof(struct in));
    CONSTANT(sizeof(struct k2)); CONSTANT(offsetof(struct k2, c)); CONSTANT(_Alignof(struct k2)); CONSTANT(sizeof(struct k1)); CONSTANT(offsetof(struct k1, e)); CONSTANT(_Alignof(struct k1)); CONSTANT(sizeof(struct k0)); CONSTANT(sizeof(struct cx)); CONSTANT(sizeof(struct i128)); CONSTANT(sizeof(struct f16)); CONSTANT(sizeof(struct fp)); CONSTANT(sizeof(struct bo)); CONSTANT(sizeof(struct en));
    CONSTANT(sizeof(struct atm)); CONSTANT(offsetof(struct atm, t)); CONSTANT(_Alignof(struct atm)); CONSTANT(sizeof(struct big)); CONSTANT(sizeof(struct bf)); CONSTANT(sizeof(struct bl)); CONSTANT(sizeof(struct bc)); CONSTANT(sizeof(struct pa)); CONSTANT(_Alignof(struct pa)); CONSTANT(sizeof(struct pn)); CONSTANT(sizeof(struct ps)); CONSTANT(offsetof(struct ps, t));
    CONSTANT(sizeof anonymous); SHOW(anonymous.b); SHOW(&anonymous.a); CONSTANT(sizeof(named)); SHOW((named *)0); SHOW(((named *)0)->b); CONSTANT(sizeof array); CONSTANT(sizeof array[0]); CONSTANT(_Alignof aligned_char); CONSTANT(_Alignof aligned_var); CONSTANT(_Alignof(((struct al *)0)->x)); CONSTANT(sizeof later); CONSTANT(sizeof(struct { char a; int b[3]; })); CONSTANT(sizeof(int[2][3][4])); CONSTANT(sizeof(void)); CONSTANT(sizeof(test)); CONSTANT(sizeof(char (*)[100])); CONSTANT(sizeof(long double)); CONSTANT(_Alignof(long double[2]));
    v4 x, y; v8 z; SHOW(x); SHOW(x + y); SHOW(x * 2.0f); SHOW(x < y); SHOW(x[1]); SHOW(-x); SHOW(z << 1); SHOW(z == z); SHOW(~z); SHOW(x = y); SHOW(&x); SHOW((v4){1, 2, 3, 4}); SHOW(__builtin_shuffle(z, z)); SHOW(&x[1]);
    float __attribute__((vector_size(32))) w; SHOW(w); CONSTANT(_Alignof w); CONSTANT(_Alignof(__typeof__(w))); struct wide { char c; __typeof__(w) w; }; CONSTANT(sizeof(struct wide)); CONSTANT(_Alignof(struct wide)); struct wide ws; CONSTANT(_Alignof ws); CONSTANT(_Alignof ws.w); struct wider { struct wide w __attribute__((aligned(64))); }; CONSTANT(_Alignof(struct wider)); CONSTANT(_Alignof(struct wide[2])); qi q; SHOW(q + 1); di dd; SHOW(dd); SHOW(dd + q);
}

// Promotions, the usual conversions, constants (C17 6.3.1, 6.4.4, 6.5).
#include <stddef.h>

enum color { RED, GREEN = 5, BLUE, LAST = BLUE * 2 };
enum negative { MINUS = -1, PLUS };
enum wide { SMALL = 1, WIDE = 0x100000000 };
enum __attribute__((packed)) tiny { T0, T200 = 200 };

_Bool b;
char c;
signed char sc;
unsigned char uc;
short s;
unsigned short us;
int i;
unsigned u;
long l;
unsigned long ul;
long long ll;
unsigned long long ull;
__int128 q;
unsigned __int128 uq;
float f;
double d;
long double ld;
_Float32 f32;
_Float64 f64;
_Float128 f128;
_Float32x f32x;
_Float64x f64x;
_Complex double cd;
float _Complex cf;
long double _Complex cld;
_Complex int ci;
_Complex char cc;
const volatile int cvi = 3;
enum color color;
enum negative negative;
enum wide wide;
enum tiny tiny;
struct bits { unsigned u3 : 3; int i31 : 31; unsigned u31 : 31; unsigned u32 : 32; long l20 : 20; unsigned long ul32 : 32; _Bool b1 : 1; enum color e4 : 4; unsigned long ul64 : 64; unsigned char uc8 : 8; } bits;

void test(void)
{
    SHOW(b); SHOW(c); SHOW(cvi); SHOW(+b); SHOW(-c); SHOW(~uc); SHOW(!d); SHOW(+us); SHOW(-u); SHOW(+l);
    SHOW(c + c); SHOW(uc * us); SHOW(i + u); SHOW(u + l); SHOW(l + ul); SHOW(l + ull); SHOW(ul + ll); SHOW(l + ll);
    SHOW(ul + ull); SHOW(q + ull); SHOW(uq - q); SHOW(i / f); SHOW(f * d); SHOW(ld - l); SHOW(f + f32); SHOW(d + f64);
    SHOW(f128 * ld); SHOW(f32x + d); SHOW(f32x + f); SHOW(f64x * ld); SHOW(f64x + d); SHOW(f64 + f32x); SHOW(f32 + i);
    SHOW(cd + 1); SHOW(cf * d); SHOW(cf + ld); SHOW(ci + ci); SHOW(ci + 1L); SHOW(ci * f); SHOW(cc + cc); SHOW(cc + i); SHOW(-cc); SHOW(~cd);
    SHOW(__real__ cd); SHOW(__imag__ cf); SHOW(__real__ d); SHOW(__imag__ ci); SHOW(cld / 2.0f);
    SHOW(c << l); SHOW(l >> c); SHOW(us << 1); SHOW(u >> ull); SHOW(i % u); SHOW(l & u); SHOW(us | c); SHOW(q ^ 1);
    SHOW(i < u); SHOW(d == cf); SHOW(i && d); SHOW(f || q); SHOW(!cd);
    SHOW(c = l); SHOW(f += d); SHOW(us <<= 2); SHOW(cvi); SHOW(i++); SHOW(--d); SHOW(c++); SHOW((c, f)); SHOW((i, c));
    SHOW(color); SHOW(color + 1); SHOW(negative + 1); SHOW(wide + 1); SHOW(tiny + 1); SHOW(+tiny); SHOW(color | negative); SHOW(-color);
    SHOW(RED); SHOW(MINUS); SHOW(WIDE); SHOW(T200);
    CONSTANT(RED); CONSTANT(GREEN); CONSTANT(BLUE); CONSTANT(LAST); CONSTANT(PLUS); CONSTANT(WIDE); CONSTANT(T200);
    CONSTANT(sizeof(enum color)); CONSTANT(sizeof wide); CONSTANT(sizeof tiny); CONSTANT((enum color)-1 > 0); CONSTANT((enum negative)-1 > 0);
    SHOW(bits.u3 + 1); SHOW(bits.i31 + 0); SHOW(+bits.u31); SHOW(-bits.u32); SHOW(bits.l20 * 2); SHOW(bits.ul32 + 1); SHOW(~bits.b1);
    SHOW(bits.e4 + 1); SHOW(bits.ul64 + 1); SHOW(bits.uc8 << 1); SHOW((bits.u3 = 2) + 1u); SHOW((bits.u3++, bits.l20) + 0); SHOW(!bits.u32);
    SHOW(i ? c : sc); SHOW(i ? u : l); SHOW(i ? f : ull); SHOW(i ? color : color); SHOW(i ?: l); SHOW(c ?: 1u); SHOW(b ? bits.u3 : 1);
    SHOW((char)l); SHOW((const int)c); SHOW((void)0); SHOW((_Bool)d); SHOW((unsigned char)300 + 1);
    // Constants.
    SHOW(0); SHOW(2147483647); SHOW(2147483648); SHOW(0x7fffffff); SHOW(0x80000000); SHOW(0xffffffff); SHOW(0x100000000);
    SHOW(0x8000000000000000); SHOW(017777777777); SHOW(037777777777); SHOW(0b101); SHOW(0B11111111111111111111111111111111);
    SHOW(1u); SHOW(1l); SHOW(1ul); SHOW(1LU); SHOW(1ll); SHOW(1uLL); SHOW(4294967296u); SHOW(3i); SHOW(3ul + 2j); SHOW(2.0i); SHOW(1.5fi);
    SHOW(1.0); SHOW(1.f); SHOW(.5L); SHOW(1e3); SHOW(0x1p-3); SHOW(0x1.8p1f); SHOW(1.0f32); SHOW(2.5f64x); SHOW(1.5f128); SHOW(1.0q); SHOW(2.0w); SHOW(1e-3F32x);
    SHOW('a'); SHOW(L'a'); SHOW(u'a'); SHOW(U'a'); SHOW("abc"); SHOW(L"ab" "c"); SHOW(u"x"); SHOW(U"xyz"); SHOW(u8"abc"); SHOW("a" u8"b");
    CONSTANT('\n'); CONSTANT('\0'); CONSTANT('\377'); CONSTANT('\xff'); CONSTANT('\''); CONSTANT('"'); CONSTANT('\\'); CONSTANT('ab'); CONSTANT('\e');
    CONSTANT('abcd'); CONSTANT(L'\xffffffff'); CONSTANT(u'\xffff'); CONSTANT(U'\U0001F600'); CONSTANT(L'\u00e9'); CONSTANT(U'é');
    CONSTANT(sizeof "a\0b\x41\101\n"); CONSTANT(sizeof "é"); CONSTANT(sizeof u"\U0001F600a"); CONSTANT(sizeof L"\U0001F600a"); CONSTANT(sizeof "\u00e9"); CONSTANT(sizeof "a" "\x1" "1");
    CONSTANT(sizeof "con\
tinued");
    // Arithmetic on constants.
    CONSTANT(1 + 2 * 3 - 4 / 3 % 5); CONSTANT(-7 / 2); CONSTANT(-7 % 3); CONSTANT(-7 >> 1); CONSTANT(-1 << 3); CONSTANT(1 << 31); CONSTANT(-1 / 2u);
    CONSTANT(-1 < 0u); CONSTANT(-1L < 0u); CONSTANT(~0u); CONSTANT(~0); CONSTANT(!5); CONSTANT(0u - 1); CONSTANT(4294967295u * 4294967295u);
    CONSTANT(18446744073709551615u * 2); CONSTANT((unsigned char)300); CONSTANT((signed char)200); CONSTANT((char)255); CONSTANT((_Bool)0.5); CONSTANT((int)-2.9);
    CONSTANT((long)1e10); CONSTANT((int)(2.5 * 2)); CONSTANT((int)(1.1f * 10)); CONSTANT((int)(1.1 * 10)); CONSTANT(1.0f == 1.0); CONSTANT(0.1f == 0.1); CONSTANT(1.5 > 1);
    CONSTANT((unsigned __int128)-1 > 5); CONSTANT(((unsigned __int128)1 << 127) >> 120); CONSTANT((__int128)1 << 100); CONSTANT((unsigned __int128)-1); CONSTANT(-(__int128)1);
    CONSTANT(1 || 1 / 0); CONSTANT(0 && 1 / 0); CONSTANT(1 ? 2 : 1 / 0); CONSTANT(0 ? 1 / 0 : 7); CONSTANT(1 ? -1 : 0u); CONSTANT(sizeof(1 / 0)); CONSTANT(5 ?: 1);
    CONSTANT((char)1 == 1 ? 'x' : "y"[0]); CONSTANT(3 & 5 | 8 ^ 2); CONSTANT((2 > 1) + (2 >= 2) + (1 < 0) + (1 <= 0) + (1 != 2)); CONSTANT(0x10 + 010 + 0b10);
    CONSTANT(__builtin_popcount(255)); CONSTANT(__builtin_clz(1)); CONSTANT(__builtin_ctzll(1ull << 40)); CONSTANT(__builtin_ffs(8)); CONSTANT(__builtin_parityl(7));
    CONSTANT(__builtin_bswap16(0x1234)); CONSTANT(__builtin_bswap32(1)); CONSTANT(__builtin_bswap64(1)); CONSTANT(__builtin_expect(3, 0)); CONSTANT(__builtin_clzl(-1)); CONSTANT(__builtin_constant_p(3));
    CONSTANT(__builtin_types_compatible_p(int, const int)); CONSTANT(__builtin_types_compatible_p(int, long)); CONSTANT(__builtin_types_compatible_p(int[], int[4]));
    CONSTANT(__builtin_types_compatible_p(__typeof__(color), unsigned)); CONSTANT(__builtin_types_compatible_p(int *, const int *)); CONSTANT(__builtin_types_compatible_p(char, signed char));
    CONSTANT(__builtin_types_compatible_p(int (*)(int), int (*)(const int))); CONSTANT(__builtin_types_compatible_p(int (*)(), int (*)(int))); CONSTANT(__builtin_types_compatible_p(int (*)(), int (*)(float)));
    CONSTANT(__builtin_choose_expr(1, 4, d)); SHOW(__builtin_choose_expr(0, 4, d));
    UNKNOWN(1 / 0); UNKNOWN(2147483647 + 1); UNKNOWN(1 << 40); UNKNOWN(i); UNKNOWN(cvi); UNKNOWN((int)1e20); UNKNOWN(sizeof undeclared);
    UNKNOWN_TYPE(undeclared); UNKNOWN_TYPE(undeclared + 1); UNKNOWN_TYPE(d % 2); UNKNOWN_TYPE(bits.nothing); UNKNOWN_TYPE(08); UNKNOWN_TYPE(1e400L + undeclared); 
}

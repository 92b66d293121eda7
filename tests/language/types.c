/* Type specifiers and qualifiers of every standard, and of gcc. */
char c; signed char sc; unsigned char uc;
short s; short int si; unsigned short int usi; int short signed sis;
long l; long int li; long long ll; unsigned long long int ull; int long unsigned long iull;
float f; double d; long double ld; double long dl;
_Bool b;
float _Complex fc; _Complex double cd; long double _Complex ldc; __complex__ double gcd;
__int128 i128; unsigned __int128 u128; __int128_t ti; __uint128_t tu;
_Float32 f32; _Float64 f64; _Float128 f128; _Float32x f32x; _Float64x f64x; __float128 q; __float80 w;
_Decimal32 d32; _Decimal64 d64; _Decimal128 d128;
__signed char gsc; __signed__ gs; __const int gc = 1; __volatile__ int gv; int *__restrict gr;

const volatile int cvi = 0; int const ic = 1; int *const pc = 0; int *volatile *const *ppp = 0;
void copy(int *restrict to, const int *restrict from);

_Atomic int a1; _Atomic(int) a2; _Atomic(int *) a3; int *_Atomic a4; _Atomic const int a5; const _Atomic (long) a6;
_Atomic struct pair { int x, y; } a7;
struct atomics { _Atomic(struct pair) p; _Atomic int *q; };

extern _Thread_local int t1; static __thread int t2; _Thread_local static int t3;
inline int square(int x) { return x * x; }
static inline _Noreturn void stop(void) { for (;;) ; }
_Noreturn extern void quit(int);
__inline__ static int twice(int x) { return 2 * x; }

_Alignas(16) int aligned1; _Alignas(double) char aligned2; int _Alignas(8) _Alignas(4) aligned3;
struct with_alignment { _Alignas(32) char buffer[32]; int after; };
unsigned long alignment = _Alignof(int) + _Alignof(double[3]) + __alignof__(struct pair) + __alignof__ aligned1;

typeof(int) to1; __typeof__(d) to2; typeof(int *) to3, to4; typeof(square(3)) to5; const __typeof(to1) to6 = 0;
typeof(int[4]) to7; typeof(struct pair) *to8; extern typeof(square) square_too;
void inferred(void) { __auto_type x = 1 + 2.0; const __auto_type y = x; (void)y; }

_Static_assert(sizeof(int) >= 2, "int is " "wide enough");
_Static_assert(sizeof(char) == 1);
struct checked { int x; _Static_assert(sizeof(int) > 1, "in a structure"); };
void checks(void) { _Static_assert(1, "in a block"); int x; _Static_assert(sizeof x, ""); }

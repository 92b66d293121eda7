/* Expressions: operators, constants, and what gcc adds. */
struct s { int m, v[3]; struct s *p; int (*f)(int); };
int integers[] = { 0, 017, 0x1F, 0XfU, 1u, 1L, 1ul, 1LLU, 0b101, 0B11u, 'a', '\'', '\\', '\n', '\x41', '\101', '\0', 'ab' };
double floats[] = { 1., .5, 1.5, 1e3, 1.e-3, 1E+3, 0x1p3, 0x1.8p-2, 0x.8P1, 1.0f, 1.0L, 1e3F };
_Float128 wide = 1.0F128; _Float64 sixty_four = 1.5f64; __float128 quad = 1.0q; _Decimal64 decimal = 1.5dd;
_Complex double imaginary = 1.0i + 2.0iF + 3j;
char *strings[] = { "", "a\"b", "two " "parts", u8"eight", "tab\there", "\x41\u00e9" };
__CHAR16_TYPE__ *s16 = u"sixteen"; __CHAR32_TYPE__ *s32 = U"thirty-two"; __WCHAR_TYPE__ *sw = L"wide" L"r";
__WCHAR_TYPE__ w = L'w'; __CHAR16_TYPE__ c16 = u'c'; __CHAR32_TYPE__ c32 = U'c';
int caf\u00e9 = 1, \U0001F600x, größe = 3, dollar$ = 4;

int g(int, ...);
int operators(int a, int b, int *p, struct s *q, struct s r)
{
    a = b; a += b; a -= b; a *= b; a /= b; a %= b; a <<= b; a >>= b; a &= b; a ^= b; a |= b;
    a = b = a ? b : a ? 1 : 2; a = (a, b); a = a ?: b; a = a ? a, b : b;
    a = a || b && a | b ^ a & b == a != b < a > b <= a >= b << a >> b + a - b * a / b % a;
    a = -a + +b - ~a * !b; a = - -a; a = *p * *p; a = &a == p; a = a - -b; a = a+ ++b; a = a-- - --b;
    ++*p; (*p)++; *p++; p[1]++; --p[a]; 1[p] = 2;
    a = q->m + q->p->p->v[2] + (*q).v[a] + r.p[1].v[0] + (&r)->m + q->f(1) + (*q->f)(2) + g(1, 2, g(3));
    a = sizeof a + sizeof(a) + sizeof(int) + sizeof(int[3]) + sizeof *p + sizeof p[0] + sizeof(p)[0] + sizeof -a + sizeof !a;
    a = sizeof(int) * 2 + sizeof(int) - 1 + (int)sizeof(a) + sizeof sizeof a + sizeof (int){ 1 } + sizeof(char) & 3;
    a = (int)a + (int)-a + (int)(long)(a) + (int)*p + (unsigned char)a + *(int *)p + (int)(a) * (b) + ((int (*)(int))p)(3);
    a = (int){ 1 } + (struct s){ 1 }.m + (int[]){ 1, 2 }[1] + *(int[1]){ 3 } + (struct s){ .m = 1, { [1] = 2 } }.v[1]++;
    return (a), (b);
}

int gnu(int a, void *p, __builtin_va_list ap)
{
    int x = ({ int y = a; y * 2; }), z = ({ ; 1; }) + ({ 2; });
    x = ({ __typeof__(a) t = a; ({ t + 1; }) + ({ if (t) a++; a; }); });
    __real__ imaginary = 1.0; __imag__ imaginary = __real__ imaginary + __imag imaginary;
    x = __extension__ 5 + __extension__ ({ 3; });
    x = __builtin_va_arg(ap, int) + *__builtin_va_arg(ap, int *) + __builtin_va_arg(ap, struct s).m;
    x = __builtin_offsetof(struct s, m) + __builtin_offsetof(struct s, v[1]) + __builtin_offsetof(struct { struct s t; }, t.v[a]);
    x = __builtin_types_compatible_p(int, __typeof__(a)) + __builtin_choose_expr(1, a, p) + __builtin_constant_p(a);
    x = __builtin_expect(!!(a), 0) && __builtin_abs(x);
    return x + z;
}

typedef float vector __attribute__((vector_size(16)));
typedef int ivector __attribute__((vector_size(4 * sizeof(int))));
vector vectors(vector a, vector b)
{
    vector c = { 1, 2, 3, 4 }; ivector m = a < b; c[1] = a[0];
    ivector k = __builtin_convertvector(c, ivector);
    return a * b + -c + (vector){ 0 } + __builtin_shuffle(a, b, (ivector){ 3, 2, 1, 0 });
}

#define select(x) 0
int generic(int a, double b, struct s *q)
{
    return _Generic(a, int: 1, default: 2) + _Generic(b, float: a, double: a + 1, int *: 3, struct s: 4)
        + _Generic((a), default: g)(1) + _Generic(q, struct s *: q, const struct s *: q)->m
        + _Generic(a, int (*)(int): 1, unsigned: 2, default: a ? 1 : 2);
}

/*
 * Complex numbers (runtime/cuda/gpump_complex.h) by themselves: run.sh builds it, with complex_alone.c. Each operation is held
 * bit for bit against gcc's, with all that is special in its operands and with numbers made at random. Prints "complex: ok", or
 * what differs, with the status 1.
 *
 *     complex_alone [how many thousands of random operands]
 *
 * Names of math.h's functions stand in parentheses: they are macros behind the runtime's headers.
 */
#include "complex_alone.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

extern "C" const operation operations_of_c[];
static const operation operations[] = {OPERATIONS(QUICK_ENTRY, SLOW_ENTRY)};

static uint64_t state = 88172645463325252u;
static uint64_t number()
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

const int SPECIAL = 9;
template <class T, class L = std::numeric_limits<T>>
const T special[SPECIAL] = {0, 1, 3, L::infinity(), L::quiet_NaN(), L::denorm_min(), L::min(), L::max(), L::epsilon()};

template <class T> static T any()
{
    typedef std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t> bits;
    const int digits = std::numeric_limits<T>::digits, most = std::numeric_limits<T>::max_exponent;
    const T sign = number() % 2 ? 1 : -1;
    switch (number() % 8) {
    case 0:
        return sign * special<T>[number() % SPECIAL];
    case 1: { /* any bits */
        const bits word = (bits)number();
        T value;
        memcpy(&value, &word, sizeof value);
        return value;
    }
    case 2: /* about the bounds of quotients: the ends of the range, epsilon, the largest number times epsilon */
    case 3: {
        const int bounds[] = {-most - digits, -most, -digits, most - digits, most};
        return sign * (std::ldexp)((T)(number() % 16 + 1), bounds[number() % 5] - (int)(number() % 8));
    }
    case 4: /* of few digits, so that sums vanish */
        return sign * (T)(number() % 5);
    default:
        return sign * (T)(number() % 1000003) / (T)1000;
    }
}

static bool is_same(double a, double b)
{
    return (a != a && b != b) || !memcmp(&a, &b, sizeof a);
}

static int differences, computed;
static void hold(const operands &from, bool with_slow)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (operations[i].is_slow && !with_slow)
            continue;
        result own, of_c;
        operations[i].compute(&from, &own);
        operations_of_c[i].compute(&from, &of_c);
        computed++;
        if (own.size == of_c.size && is_same(own.parts[0], of_c.parts[0]) && is_same(own.parts[1], of_c.parts[1]))
            continue;
        if (differences++ < 20)
            printf("%s is (%a, %a) in %d bytes, in C (%a, %a) in %d; "
                   "z = (%a, %a), w = (%a, %a), f = (%a, %a), g = (%a, %a), n = %d\n",
                   operations[i].name, own.parts[0], own.parts[1], own.size, of_c.parts[0], of_c.parts[1], of_c.size,
                   from.doubles[0], from.doubles[1], from.doubles[2], from.doubles[3], from.floats[0], from.floats[1],
                   from.floats[2], from.floats[3], from.whole);
    }
}

/* The device's functions against the C library's: not to the last bit, but all that is special. A sign next to NaN is open. */
template <class T> struct function_pair {
    const char *name;
    gpump_complex<T> (*own)(gpump_complex<T>), (*of_c)(gpump_complex<T>);
};
template <class T> static bool is_like(T a, T b, T other, T size)
{
    if (a != a || b != b)
        return a != a && b != b;
    if (other == other && (std::signbit)(a) != (std::signbit)(b))
        return false;
    return (std::fabs)(a) == (std::fabs)(b)
           || (std::fabs)(a - b) <= 8 * std::numeric_limits<T>::epsilon() * size + std::numeric_limits<T>::min();
}
template <class T> static void hold_functions(const function_pair<T> *pairs, int count, gpump_complex<T> z)
{
    for (int i = 0; i < count; i++) {
        const gpump_complex<T> own = pairs[i].own(z), of_c = pairs[i].of_c(z);
        const T re = (std::isfinite)(of_c.re) ? (std::fabs)(of_c.re) : 0, im = (std::isfinite)(of_c.im) ? (std::fabs)(of_c.im) : 0;
        const T size = re > im ? re : im;
        computed++;
        if (is_like(own.re, of_c.re, of_c.im, size) && is_like(own.im, of_c.im, of_c.re, size))
            continue;
        if (differences++ < 20)
            printf("%s(%a, %a) is (%.17g, %.17g), in C (%.17g, %.17g)\n", pairs[i].name, z.re, z.im, own.re, own.im, of_c.re,
                   of_c.im);
    }
}
#define PAIR(c_name, own_name) \
    {#c_name, [](wide z) { return gpump_own_##own_name(z); }, [](wide z) { return gpump_##c_name(z); }},
#define NARROW_PAIR(c_name, own_name) \
    {#c_name "f", [](narrow z) { return narrow(gpump_own_##own_name(z)); }, [](narrow z) { return gpump_##c_name##f(z); }},
#define PAIRS(PAIR)                                                                                                    \
    PAIR(cexp, exp) PAIR(clog, log) PAIR(csqrt, sqrt) PAIR(csin, sin) PAIR(ccos, cos) PAIR(ctan, tan)                  \
    PAIR(csinh, sinh) PAIR(ccosh, cosh) PAIR(ctanh, tanh) PAIR(casin, asin) PAIR(cacos, acos) PAIR(catan, atan)        \
    PAIR(casinh, asinh) PAIR(cacosh, acosh) PAIR(catanh, atanh)
static const function_pair<double> pairs[] = {PAIRS(PAIR)};
static const function_pair<float> narrow_pairs[] = {PAIRS(NARROW_PAIR)};
const int PAIR_COUNT = sizeof pairs / sizeof *pairs;

/* What C says of the class itself, and initialisers that are constants. */
static_assert(sizeof(wide) == sizeof(double[2]) && alignof(wide) == alignof(double));
static_assert(sizeof(narrow) == sizeof(float[2]) && alignof(narrow) == alignof(float));
static_assert(std::is_trivial_v<wide> && std::is_trivial_v<narrow>);
static_assert(!std::is_convertible_v<wide, narrow> && !std::is_convertible_v<narrow, double>);
static_assert(std::is_convertible_v<narrow, wide> && std::is_convertible_v<double, narrow>);
constexpr wide CONSTANT = 1 + 2.0 * OF(0.0f, 1.0f) - ~OF(3.0, 4.0) * OF(1.0, 2.0) / OF(1.0, 1.0);
static_assert(CONSTANT == OF(-5.5, 6.5) && (bool)CONSTANT && (int)CONSTANT == -5);

int main(int argc, char **argv)
{
    const int count = 1000 * (argc > 1 ? atoi(argv[1]) : 100), kinds = 2 * SPECIAL;
    for (int i = 0; i < kinds * kinds * kinds * kinds; i++) {
        operands from;
        for (int k = 0, rest = i; k < 4; k++, rest /= kinds) {
            const int which = rest % kinds / 2;
            from.doubles[k] = rest % 2 ? -special<double>[which] : special<double>[which];
            from.floats[k] = rest % 2 ? -special<float>[which] : special<float>[which];
        }
        from.whole = i % 7 - 3;
        hold(from, i % 16 == 0);
    }
    for (int i = 0; i < count; i++) {
        operands from;
        for (int k = 0; k < 4; k++) {
            from.doubles[k] = any<double>();
            from.floats[k] = any<float>();
        }
        from.whole = (int)(number() % 2001) - 1000;
        hold(from, i % 16 == 0);
    }
    for (int i = 0; i < kinds * kinds; i++) {
        const int k = i / kinds, l = i % kinds;
        const auto sign = [](int of) { return of % 2 ? -1.0 : 1.0; };
        hold_functions(pairs, PAIR_COUNT, OF(sign(k) * special<double>[k / 2], sign(l) * special<double>[l / 2]));
        hold_functions(narrow_pairs, PAIR_COUNT, narrow(sign(k) * special<float>[k / 2], sign(l) * special<float>[l / 2]));
    }
    for (int i = 0; i < count / 2; i++) {
        hold_functions(pairs, PAIR_COUNT, OF(any<double>(), any<double>()));
        hold_functions(narrow_pairs, PAIR_COUNT, OF(any<float>(), any<float>()));
    }
    if (differences)
        printf("%d of %d differ\n", differences, computed);
    else
        printf("complex: ok, %d computed\n", computed);
    return differences != 0;
}

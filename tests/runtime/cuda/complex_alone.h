/*
 * Operations on complex numbers, which gcc reads as C, and g++ with runtime/cuda/gpump_complex.h: complex_alone.cpp computes
 * all of them both ways. An OPERATION's expression may assign to the operands, which are copies.
 */
#ifdef __cplusplus
#include "gpump_complex_functions.h"
typedef gpump_complex<double> wide;
typedef gpump_complex<float> narrow;
#define OF(x, y) gpump_builtin_complex(x, y)
#define REAL(z) gpump_real(z)
#define IMAG(z) gpump_imag(z)
#define CALL(name, ...) gpump_##name(__VA_ARGS__)
#else
#include <complex.h>
#include <stdbool.h>
typedef double _Complex wide;
typedef float _Complex narrow;
#define OF(x, y) __builtin_complex(x, y)
#define REAL(z) __real__(z)
#define IMAG(z) __imag__(z)
#define CALL(name, ...) name(__VA_ARGS__)
#endif

struct operands {
    double doubles[4];
    float floats[4];
    int whole;
};
struct result {
    double parts[2];
    int size; /* of its type; a truth value is a float here, for in C it is an int */
};
struct operation {
    const char *name;
    void (*compute)(const struct operands *, struct result *);
    int is_slow;
};

enum number { TWO = 2 };

#define OPERANDS                                                                                                       \
    wide z = OF(from->doubles[0], from->doubles[1]), w = OF(from->doubles[2], from->doubles[3]);                       \
    narrow f = OF(from->floats[0], from->floats[1]), g = OF(from->floats[2], from->floats[3]);                         \
    double x = from->doubles[2];                                                                                       \
    float y = from->floats[2];                                                                                         \
    int n = from->whole;                                                                                               \
    (void)z, (void)w, (void)f, (void)g, (void)x, (void)y, (void)n

#define OPERATIONS(OPERATION, SLOW)                                                                                    \
    OPERATION(0, z + w) OPERATION(1, z - w) OPERATION(2, z * w) OPERATION(3, z / w) OPERATION(4, z * z)                \
    OPERATION(5, z / z) OPERATION(6, f + g) OPERATION(7, f - g) OPERATION(8, f * g) OPERATION(9, f / g)                \
    OPERATION(10, f * f) OPERATION(11, f / f) OPERATION(12, z + f) OPERATION(13, z - f) OPERATION(14, z * f)           \
    OPERATION(15, z / f) OPERATION(16, f + z) OPERATION(17, f - z) OPERATION(18, f * z) OPERATION(19, f / z)           \
    OPERATION(20, z + x) OPERATION(21, z - x) OPERATION(22, z * x) OPERATION(23, z / x) OPERATION(24, x + z)           \
    OPERATION(25, x - z) OPERATION(26, x * z) OPERATION(27, x / z) OPERATION(28, f + x) OPERATION(29, f - x)           \
    OPERATION(30, f * x) OPERATION(31, f / x) OPERATION(32, x + f) OPERATION(33, x - f) OPERATION(34, x * f)           \
    OPERATION(35, x / f) OPERATION(36, f + y) OPERATION(37, f - y) OPERATION(38, f * y) OPERATION(39, f / y)           \
    OPERATION(40, y + f) OPERATION(41, y - f) OPERATION(42, y * f) OPERATION(43, y / f) OPERATION(44, z + y)           \
    OPERATION(45, y - z) OPERATION(46, z * y) OPERATION(47, y / z) OPERATION(48, z + n) OPERATION(49, n - z)           \
    OPERATION(50, z * n) OPERATION(51, n / z) OPERATION(52, f + n) OPERATION(53, n - f) OPERATION(54, f * n)           \
    OPERATION(55, n / f) OPERATION(56, f * TWO) OPERATION(57, z / TWO) OPERATION(58, f + 'a') OPERATION(59, f * 3ULL)  \
    OPERATION(60, z - 1u) OPERATION(61, x + y * OF(0.0f, 1.0f)) OPERATION(62, 2 * z * OF(0.0f, 1.0f))                  \
    OPERATION(63, z / 3 + w * OF(1.5, -0.0)) OPERATION(64, -z) OPERATION(65, +z) OPERATION(66, ~z) OPERATION(67, -f)   \
    OPERATION(68, ~f) OPERATION(69, z += w) OPERATION(70, z -= f) OPERATION(71, z *= x) OPERATION(72, z /= n)          \
    OPERATION(73, f += z) OPERATION(74, f -= x) OPERATION(75, f *= w) OPERATION(76, f /= z) OPERATION(77, f *= x)      \
    OPERATION(78, f /= n) OPERATION(79, x += z) OPERATION(80, x -= f) OPERATION(81, x *= w) OPERATION(82, x /= z)      \
    OPERATION(83, y *= z) OPERATION(84, y += f) OPERATION(85, (z++, z)) OPERATION(86, (++f, f)) OPERATION(87, z--)     \
    OPERATION(88, f++) OPERATION(89, --z) OPERATION(90, (f = z, f)) OPERATION(91, (z = f)) OPERATION(92, (z = n))      \
    OPERATION(93, (f = x, f)) OPERATION(94, (double)z) OPERATION(95, (float)z) OPERATION(96, (narrow)z)                \
    OPERATION(97, (wide)f) OPERATION(98, (wide)n) OPERATION(99, z == w) OPERATION(100, z != w) OPERATION(101, z == x)  \
    OPERATION(102, y == f) OPERATION(103, f == z) OPERATION(104, n != z) OPERATION(105, !z) OPERATION(106, (bool)f)    \
    OPERATION(107, z && w) OPERATION(108, f || x) OPERATION(109, f ? z : w) OPERATION(110, n ? z : x)                  \
    OPERATION(111, n ? 1 : f) OPERATION(112, (REAL(z) = 3, z)) OPERATION(113, (IMAG(f) += y, f))                       \
    OPERATION(114, REAL(z * w)) OPERATION(115, IMAG(z - w)) OPERATION(116, REAL(x)) OPERATION(117, IMAG(x))            \
    OPERATION(118, IMAG(n) + REAL(n)) OPERATION(119, CALL(creal, z)) OPERATION(120, CALL(cimag, z))                    \
    OPERATION(121, CALL(crealf, f)) OPERATION(122, CALL(cimagf, f)) OPERATION(123, CALL(conj, z))                      \
    OPERATION(124, CALL(conjf, f)) OPERATION(125, CALL(cproj, z)) OPERATION(126, CALL(cprojf, f))                      \
    OPERATION(127, CALL(conj, f)) OPERATION(128, CALL(conj, x)) OPERATION(129, CALL(conjf, n))                         \
    SLOW(130, CALL(cabs, z)) SLOW(131, CALL(cabsf, f)) SLOW(132, CALL(carg, z)) SLOW(133, CALL(cargf, f))              \
    SLOW(134, CALL(cabs, f)) SLOW(135, CALL(cexp, f)) SLOW(136, CALL(csqrt, x)) SLOW(137, CALL(cpow, z, w))            \
    SLOW(138, CALL(cpowf, f, g)) SLOW(139, CALL(cpow, z, 2)) SLOW(140, CALL(cexp, z)) SLOW(141, CALL(clog, z))         \
    SLOW(142, CALL(csqrt, z)) SLOW(143, CALL(csin, z)) SLOW(144, CALL(ccos, z)) SLOW(145, CALL(ctan, z))               \
    SLOW(146, CALL(casin, z)) SLOW(147, CALL(cacos, z)) SLOW(148, CALL(catan, z)) SLOW(149, CALL(csinh, z))            \
    SLOW(150, CALL(ccosh, z)) SLOW(151, CALL(ctanh, z)) SLOW(152, CALL(casinh, z)) SLOW(153, CALL(cacosh, z))          \
    SLOW(154, CALL(catanh, z)) SLOW(155, CALL(cexpf, f)) SLOW(156, CALL(clogf, f)) SLOW(157, CALL(csqrtf, f))          \
    SLOW(158, CALL(csinf, f)) SLOW(159, CALL(ccosf, f)) SLOW(160, CALL(ctanf, f)) SLOW(161, CALL(casinf, f))           \
    SLOW(162, CALL(cacosf, f)) SLOW(163, CALL(catanf, f)) SLOW(164, CALL(csinhf, f)) SLOW(165, CALL(ccoshf, f))        \
    SLOW(166, CALL(ctanhf, f)) SLOW(167, CALL(casinhf, f)) SLOW(168, CALL(cacoshf, f)) SLOW(169, CALL(catanhf, f))

/* The operations as functions, and as a table. The value goes through memory: gcc 12 leaves out the conversion of a complex
   number to a narrow one that is made wide at once. */
#define FUNCTION(number, ...)                                                                                          \
    static void compute_##number(const struct operands *from, struct result *to)                                       \
    {                                                                                                                  \
        OPERANDS;                                                                                                      \
        __typeof__((__VA_ARGS__) + 0.0f) value = (__VA_ARGS__);                                                        \
        __asm__("" : "+m"(value));                                                                                     \
        to->size = sizeof value;                                                                                       \
        to->parts[0] = REAL(value);                                                                                    \
        to->parts[1] = IMAG(value);                                                                                    \
    }
#define QUICK_ENTRY(number, ...) {#__VA_ARGS__, compute_##number, 0},
#define SLOW_ENTRY(number, ...) {#__VA_ARGS__, compute_##number, 1},
OPERATIONS(FUNCTION, FUNCTION)

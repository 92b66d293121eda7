/* Every arithmetic type that the device has, with a start value. */
#define INTEGERS(X)                                                                                              \
    X(char, c, 3) X(signed char, sc, -3) X(unsigned char, uc, 200) X(short, s, -300) X(unsigned short, us, 60000) \
    X(int, i, -70000) X(unsigned int, u, 4000000000u) X(long, l, -5000000000l) X(unsigned long, ul, 9ul)         \
    X(long long, ll, -6000000000ll) X(unsigned long long, ull, 18000000000000000000ull)
#define FLOATS(X) X(float, f, 1.5f) X(double, d, 2.5)

/*
 * Names that the headers of the C library give to macros and types, as a program's own that reads none of them. Those
 * of macros with parameters are kept, unless a parenthesis follows.
 * cuda alone: names of the headers that it would include
 * threads: 4
 */
int printf(const char *, ...);

static int size_t(int x)
{
    return x + 1;
}

static const int NULL = 5;
static int stdin[2] = {1, 2}, signbit = 4;
typedef short int32_t;
struct EOF { int BUFSIZ, M_PI; union { int errno; int INT_MAX; } ptrdiff_t; };
enum RAND_MAX { EXIT_SUCCESS = 3, bool, isnan };

static int isinf(int assert)
{
    return assert * 2;
}

int main(void)
{
    int sum = 0, exp = 2;
    struct EOF whole = {.BUFSIZ = 1, .M_PI = 2, .ptrdiff_t = {3}};

#pragma omp parallel for reduction(+ : sum) firstprivate(exp) shared(whole)
    for (int i = 0; i < 4; i++) {
        int32_t log = (int32_t)(65536 + i);
        int round[2] = {i, NULL}, errno = 1;
        int (*floor)(int) = size_t;
        enum RAND_MAX isfinite = i ? bool : EXIT_SUCCESS;
        struct EOF INFINITY = whole;

        if (log == 3)
            goto NAN;
        sum += exp + log + round[1] + errno + stdin[1] + (floor != 0);
    NAN:
        sum += isinf(i) + size_t(i) + isfinite + isnan + signbit;
        sum += INFINITY.ptrdiff_t.errno + INFINITY.BUFSIZ + whole.M_PI;
    }
    printf("%d\n", sum);
    return 0;
}

/*
 * Types that the device has not, in expressions, in variables and inside of
 * structures.
 * refused: 31 E0405 `ratio` | of type `real`, which has a part of type `long double`
 * refused: 32 E0405 `pair` | has a part of type `long double`
 * refused: 33 E0405 `long double` | CUDA's compiler takes it for `double`
 * refused: 34 E0405 `wave` | has a part of type `_Complex`
 * refused: 35 E0405 `counter` | `#pragma omp atomic` works
 * refused: 36 E0405 `own` | `threadprivate` works
 * refused: 38 E0405 bit-field
 */
typedef long double real;

struct inner {
    long double value;
};
struct outer {
    int number;
    struct inner *inner;
} pair;
real ratio;
_Complex long double wave[4];
_Atomic int counter;
static _Thread_local int own;

int main(void)
{
    struct { unsigned low : 4, high : 4; } bits = {0, 0};
#pragma omp parallel
    {
        ratio = 1;
        pair.number = 2;
        double third = 1.0L / 3;
        wave[1] = third;
        counter++;
        own++;
#pragma omp atomic
        bits.low++;
    }
    return 0;
}

/*
 * Enumerators whose values C computes otherwise than C++: until its brace closes, an enumerator has the type of its value in C++, and int
 * in C; comparisons and characters are of type int. In the file, in a function, in a structure and by macros.
 *
 * cross: number - 5 < 0 ? 1 : 2 => 2
 * cross: sizeof(short) => sizeof(long)
 */
#include "check.h"

enum {
    number = sizeof(int),
    less = number - 5 < 0 ? 1 : 2,
    negative = -number,
    half = (number - 6) / 2,
    letter = 'a',
    letter_size = sizeof(letter),
    truth = (number == 4),
    truth_size = sizeof truth,
    comparison_size = sizeof(number < 5),
    after,
    after_less = after - 6 < 0
};

enum large { top = 0x80000000, bottom = -1, top_size = sizeof(top), positive = top > 0, wrapped = bottom / 2u < 9, next = top_size - 9 < 0 };

struct holder {
    enum { inner = sizeof(short), inner_less = inner - 3 < 0 } kind;
    int values[inner + inner_less];
};

#define LIST(X) X(first, sizeof(long)) X(second, first - 9 < 0) X(third, second + 1)
#define DEFINE(name, value) name = value,
enum { LIST(DEFINE) last };

#define N 20

int main(void)
{
    enum { one = 1u, own = one - 2 < 0 };
    static const int expected[N] = {4, 1, -4, -1, 97, 4, 1, 4, 4, 5, 1, 4, 1, 0, 1, 2, 1, 12 + 4, 3, 1};
    int seen[N], wrong = 0;

    struct holder holder = {inner, {0, 0, 0}};
    #pragma omp parallel for num_threads(4)
    for (int i = 0; i < N; i++) {
        const int values[N] = {number, less, negative, half, letter, letter_size, truth, truth_size, comparison_size, after, after_less,
                               top_size, positive, wrapped, next, inner, inner_less, sizeof holder, last, own};
        seen[i] = values[i] + holder.values[0];
    }
    for (int i = 0; i < N; i++)
        wrong += seen[i] != expected[i];
    CHECK(wrong == 0);
    CHECK(second == 1 && third == 2);
    return check_result("enumerator_values");
}

/*
 * The alignment that a variable's declaration asks for (2.8.3: a private copy is as if declared so), of copies for
 * `private`, `firstprivate`, `lastprivate` and `reduction`, and of threadprivate variables.
 *
 * cross: ALIGNED(128)
 */
#include <stdint.h>
#include <string.h>
#include "check.h"

#define ALIGNED(bytes) __attribute__((aligned(bytes)))
#define IS_ALIGNED(variable, bytes) ((uintptr_t)&(variable) % (bytes) == 0)

typedef double wide_t ALIGNED(32);

static char ALIGNED(64) kept = 3;
static char beside = 4;
#pragma omp threadprivate(kept, beside)

static int part(int number)
{
    static char ALIGNED(128) inner = 1;
    static char next = 2;
    int i, wrong = 0;

#pragma omp for firstprivate(inner, next)
    for (i = 0; i < 20; i++)
        wrong += !IS_ALIGNED(inner, 128) || inner != 1 || next != 2;
    return wrong + !IS_ALIGNED(kept, 64) + (kept != 3) + (beside != 4) + (number < 0);
}

int main(void)
{
    char before = 1, own ALIGNED(64), first ALIGNED(64) = 7, last ALIGNED(64) = 0;
    char many[3] ALIGNED(64) = "ab";
    int ALIGNED(64) sum = 0;
    wide_t wide = 0.5;
    _Alignas(64) char by_word = 9;
    int i, wrong = 0;

#pragma omp parallel for private(own) firstprivate(before, first, many, wide, by_word) lastprivate(last) \
    reduction(+ : sum, wrong)
    for (i = 0; i < 100; i++) {
        own = (char)i;
        last = own;
        before++;
        sum += first;
        wrong += !IS_ALIGNED(own, 64) || !IS_ALIGNED(first, 64) || !IS_ALIGNED(last, 64) || !IS_ALIGNED(sum, 64);
        wrong += !IS_ALIGNED(many, 64) || !IS_ALIGNED(wide, 32) || !IS_ALIGNED(by_word, 64);
        wrong += strcmp(many, "ab") != 0 || wide != 0.5 || by_word != 9;
    }
    CHECK(wrong == 0 && sum == 700 && last == 99);

#pragma omp parallel reduction(+ : wrong)
    wrong += part(0);
    CHECK(wrong == 0);
    return check_result("private_alignment");
}

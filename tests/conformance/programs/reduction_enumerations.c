/*
 * reduction (2.8.3.6) on variables of enumerations, with every operator, on a loop, orphaned and on arrays.
 *
 * cross: reduction(+ : total) => firstprivate(total)
 * cross: reduction(+ : sum, counts) => firstprivate(sum, counts)
 * cross: reduction(* : product) => firstprivate(product)
 * cross: reduction(- : less) => firstprivate(less)
 * cross: reduction(& : common) reduction(| : any) => firstprivate(common, any)
 * cross: reduction(^ : toggled) => firstprivate(toggled)
 * cross: reduction(&& : all) => firstprivate(all)
 * cross: reduction(|| : some) => firstprivate(some)
 * cross: reduction(min : lowest) reduction(max : highest) => firstprivate(lowest, highest)
 */
#include "check.h"

enum bits { NONE, LOW = 1, HIGH = 64, EVERY = 127 };
enum sign { MINUS = -100, PLUS = 100 };

/* orphaned, on a shared variable */
static int loop(void)
{
    static enum bits total;
    int k;

#pragma omp for reduction(+ : total)
    for (k = 0; k < 10; k++)
        total += 3;
    return total;
}

int main(void)
{
    enum bits sum = LOW, product = LOW, common = EVERY, any = NONE, toggled = HIGH, all = LOW, some = NONE;
    enum bits counts[3] = {NONE, LOW, HIGH};
    enum sign less = PLUS, lowest = PLUS, highest = MINUS;
    int k, wrong = 0;

#pragma omp parallel reduction(+ : wrong) num_threads(4)
    wrong += loop() != 30;
    CHECK(!wrong);

#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(+ : sum, counts)
        for (k = 0; k < 12; k++) {
            sum += k;
            counts[k % 3] += 2;
        }
#pragma omp for reduction(* : product) reduction(- : less)
        for (k = 0; k < 12; k++) {
            product *= 1 + k % 2;
            less -= k;
        }
#pragma omp for reduction(& : common) reduction(| : any) reduction(^ : toggled)
        for (k = 0; k < 6; k++) {
            common &= (enum bits)~(1 << k);
            any |= (enum bits)(1 << k);
            toggled ^= (enum bits)(1 << k);
        }
    }
    CHECK(sum == 67);
    CHECK(counts[0] == 8 && counts[1] == 9 && counts[2] == 72);
    CHECK(product == 64);
    CHECK(less == 34);
    CHECK(common == HIGH);
    CHECK(any == 63);
    CHECK(toggled == EVERY);

#pragma omp parallel for reduction(&& : all) reduction(|| : some) num_threads(4)
    for (k = 0; k < 8; k++) {
        all = (enum bits)(all && k != 5);
        some = (enum bits)(some || k == 5);
    }
    CHECK(all == NONE);
    CHECK(some == LOW);

#pragma omp parallel for reduction(min : lowest) reduction(max : highest) num_threads(4)
    for (k = 0; k < 8; k++) {
        enum sign mine = (enum sign)(k * k - 10);

        lowest = mine < lowest ? mine : lowest;
        highest = mine > highest ? mine : highest;
    }
    CHECK(lowest == -10);
    CHECK(highest == 39);
    return check_result("reduction_enumerations");
}

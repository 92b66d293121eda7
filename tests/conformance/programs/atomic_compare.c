/*
 * atomic compare (5.1, 2.19.7; 5.2, 15.8.4): every form of minimum, maximum and exchange, with capture, orders, fail and weak, of
 * integers of all sizes, floating-point numbers, enumerations and pointers.
 *
 * cross: #pragma omp atomic compare capture // take
 * crossed with: -O2 -DTAKES=20000000
 */
#include <omp.h>
#include "check.h"

#ifndef TIMES
#define TIMES 2000
#endif
#ifndef TAKES
#define TAKES TIMES
#endif

enum state { FREE, TAKEN, DONE };

struct node {
    int number;
    struct node *next;
};

static struct node nodes[64], *first;
static int taken;
static enum state states[8];

/* orphaned; a lock of one's own */
static int take(int me)
{
    int seen;
#pragma omp atomic compare capture acquire fail(relaxed)
    if (taken == 0) { taken = me + 1; } else { seen = taken; }
    (void)seen;
#pragma omp atomic read
    seen = taken;
    return seen == me + 1;
}

int main(void)
{
    int most = -1, least = TIMES, i, count = 0, in_lock = 0, wins = 0, wrong = 0;
    unsigned char small = 200;
    short medium = -5;
    long long large = -1;
    unsigned int natural = 10;
    float single = 1e9f;
    double whole = -1e9;

#pragma omp parallel for num_threads(4) schedule(static, 1)
    for (i = 0; i < TIMES; i++) {
        int k = i * 7919 % TIMES;
#pragma omp atomic compare
        if (most < k) { most = k; }
#pragma omp atomic compare
        least = k < least ? k : least;
#pragma omp atomic compare seq_cst
        if (small > 100 - k % 90) { small = 100 - k % 90; }
#pragma omp atomic compare
        if (k % 300 > medium) { medium = k % 300; }
#pragma omp atomic compare release
        large = large < 5000000000LL + k ? 5000000000LL + k : large;
#pragma omp atomic compare
        natural = natural > (unsigned int)(k % 7 + 3) ? (unsigned int)(k % 7 + 3) : natural;
#pragma omp atomic compare
        single = single > k * 0.5f ? k * 0.5f : single;
#pragma omp atomic compare acq_rel
        if (whole < k * 0.25) { whole = k * 0.25; }
    }
    CHECK(most == TIMES - 1 && least == 0 && small == 11 && medium == 299);
    CHECK(large == 5000000000LL + TIMES - 1 && natural == 3 && single == 0 && whole == (TIMES - 1) * 0.25);

    /* Each number is taken once. */
#pragma omp parallel num_threads(4) reduction(+ : count, wrong)
    {
        int k;
        for (k = 0; k < TAKES / 4; k++) {
            int seen, before, done;
#pragma omp atomic read
            seen = wins;
            do {
                before = seen;
#pragma omp atomic compare capture // take
                { done = wins == before; if (done) { wins = before + 1; } else { seen = wins; } }
            } while (!done);
            count++;
        }
        while (!take(omp_get_thread_num()))
            ;
        wrong += in_lock++ != 0;
        in_lock--;
#pragma omp atomic write release
        taken = 0;
    }
    CHECK(count > 0 && count % (TAKES / 4) == 0 && wins == count && wrong == 0);

    /* A list that all put nodes in front of. */
#pragma omp parallel for num_threads(4)
    for (i = 0; i < 64; i++) {
        struct node *head, *seen;
        int done;
        nodes[i].number = i;
#pragma omp atomic read acquire
        seen = first;
        do {
            nodes[i].next = head = seen;
#pragma omp atomic compare capture seq_cst
            { done = first == head; if (done) { first = &nodes[i]; } else { seen = first; } }
        } while (!done);
    }
    for (count = 0; first; first = first->next)
        count += 1 + first->number;
    CHECK(count == 64 + 64 * 63 / 2);

    /* What is captured. */
#pragma omp parallel for num_threads(4) reduction(+ : wrong)
    for (i = 0; i < 8; i++) {
        int x = i, v = -1, r = -1;
        enum state old;
#pragma omp atomic compare capture
        { v = x; if (x > 3) { x = 3; } }
        wrong += v != i || x != (i > 3 ? 3 : i);
#pragma omp atomic compare capture
        { x = x < 2 ? 2 : x; v = x; }
        wrong += v != x || x < 2;
#pragma omp atomic compare capture
        v = x = x == 2 ? 20 : x;
        wrong += v != x || x == 2;
#pragma omp atomic compare capture
        { r = x == 20; if (r) { x = 30; } }
        wrong += r != (x == 30) || x == 20;
        v = -1;
#pragma omp atomic compare capture
        if (x == 30) { x = 40; } else { v = x; }
        wrong += x == 40 ? v != -1 : v != 3;
#pragma omp atomic compare weak
        x = x == 41 ? 42 : x;
        wrong += x == 42;
#pragma omp atomic compare capture
        { old = states[i]; if (states[i] == FREE) { states[i] = DONE; } }
        wrong += old != FREE || states[i] != DONE;
    }
    CHECK(wrong == 0);
    return check_result("atomic compare");
}

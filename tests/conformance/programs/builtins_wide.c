/*
 * gcc's functions of overflow on integers of 128 bits, and its atomic functions on pointers, which count bytes.
 *
 * cross: __builtin_add_overflow(large, large, &sum) => (sum = large, 0)
 * cross: __sync_fetch_and_add(&next, 3) => (next += 3, next - 3)
 * crossed with: -DN=1000000
 */
#include "check.h"

#ifndef N
#define N 1000
#endif

typedef __int128 wide;
typedef unsigned __int128 natural;

struct node {
    int value;
    struct node *next;
};

static struct node nodes[N], *head;
static char bytes[3 * N], *next = bytes;
static int numbers[N], *up = numbers, *last;
static void *any;
static int seen[32];

int main(void)
{
    int i, right = 1, marked = 0;
    long count = 0;
    struct node *node;

#pragma omp parallel num_threads(1)
    {
        wide large = (wide)1 << 126, sum = 0, least = -large - large;
        natural most = (natural)-1, amount = 0;
        long narrow = 0;
        int at = 0;

        seen[at++] = __builtin_add_overflow(large, large, &sum) && sum == least;
        seen[at++] = __builtin_add_overflow(most, 1, &amount) && amount == 0;
        seen[at++] = !__builtin_add_overflow(most, -5, &amount) && amount == most - 5;
        seen[at++] = __builtin_add_overflow(most, most, &sum) && sum == -2;
        seen[at++] = !__builtin_add_overflow(least, most, &sum) && sum == (large - 1) + large;
        seen[at++] = !__builtin_sub_overflow((wide)5, (wide)7, &narrow) && narrow == -2;
        seen[at++] = __builtin_sub_overflow(least, 1, &sum) && sum == (large - 1) + large;
        seen[at++] = !__builtin_sub_overflow(0, least, &amount) && amount == (natural)1 << 127;
        seen[at++] = __builtin_sub_overflow(0, least, &sum) && sum == least;
        seen[at++] = !__builtin_sub_overflow(most, most, &sum) && sum == 0;
        seen[at++] = __builtin_mul_overflow(large, 2, &sum) && sum == least;
        seen[at++] = !__builtin_mul_overflow(-large, 2, &sum) && sum == least;
        seen[at++] = __builtin_mul_overflow(most, most, &amount) && amount == 1;
        seen[at++] = !__builtin_mul_overflow(most, 0, &amount) && amount == 0;
        seen[at++] = !__builtin_mul_overflow(large, -1, &sum) && sum == -large;
        seen[at++] = __builtin_mul_overflow(large, -1, &amount) && amount == -(natural)large;
        seen[at++] = __builtin_mul_overflow_p(large, large, (wide)0) && !__builtin_add_overflow_p(large, -1, (wide)0);
    }
    for (i = 0; i < 17; i++)
        if (!seen[i]) {
            printf("number %d: not so\n", i);
            right = 0;
        }
    CHECK(right);

#pragma omp parallel for
    for (i = 0; i < N; i++) {
        struct node *old, *own = &nodes[i];
        char *p = __sync_fetch_and_add(&next, 3);
        int *q = __atomic_add_fetch(&up, sizeof(int), __ATOMIC_RELAXED);

        p[0] = p[1] = p[2] = 1;
        q[-1] = 1;
        own->value = i;
        do {
            old = __atomic_load_n(&head, __ATOMIC_RELAXED);
            own->next = old;
        } while (!__sync_bool_compare_and_swap(&head, old, own));
        __atomic_store_n(&any, own, __ATOMIC_RELEASE);
        (void)__sync_val_compare_and_swap(&last, 0, q - 1);
    }
    for (node = head; node; node = node->next)
        count += node->value;
    CHECK(count == N * (N - 1L) / 2);
    for (i = 0; i < 3 * N; i++)
        marked += bytes[i];
    CHECK(marked == 3 * N && next == bytes + 3 * N);
    for (i = 0; i < N; i++)
        marked -= numbers[i];
    CHECK(marked == 2 * N && up == numbers + N);
    CHECK(last >= numbers && last < numbers + N);
    CHECK((struct node *)any >= nodes && (struct node *)any < nodes + N);

#pragma omp parallel num_threads(1)
    {
        __atomic_fetch_sub(&up, N * sizeof(int), __ATOMIC_SEQ_CST);
        __sync_sub_and_fetch(&next, 3 * N);
        any = __atomic_exchange_n(&last, (int *)0, __ATOMIC_SEQ_CST);
        (void)__sync_lock_test_and_set(&any, (void *)numbers);
    }
    CHECK(up == numbers && next == bytes && !last && any == (void *)numbers);

    return check_result("the compiler's functions on wide integers and pointers");
}

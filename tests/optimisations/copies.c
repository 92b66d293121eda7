/*
 * Shared scalars of which each thread has a copy, and those of which none may; barriers that reductions are; teams of which nobody can tell
 * how large they are.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 512

static double a[N], b[N];
static double rho, before, product;
static int counted;
static int counted;
static int flag, addressed, used_by_function, mine;
int known_elsewhere;
#pragma omp threadprivate(mine)

static void show(const char *name, double value)
{
    double s = 0;
    int k;
    for (k = 0; k < N; k++)
        s += a[k] * (k % 7 + 1) + b[k];
    printf("%s %g %g\n", name, value, s);
}

static void sweep(double factor)
{
    int i;
    /* nests: stays */
#pragma omp for
    for (i = 0; i < N; i++)
        a[i] = a[i] * factor + 1;
}

static int *address(void)
{
    return &addressed;
}

static void note(int value)
{
    used_by_function = value;
}

/* What goes on as long as a copy says: all have to say the same. */
static void iterate(int n)
{
    int steps = 0;

    rho = 1 << 20;
    /* copies: before, rho, product, steps
       grid: adapted */
#pragma omp parallel
    {
        int i;
        while (rho > 1) {
            sweep(0.5);
#pragma omp single
            {
                before = rho;
                rho = 0;
                product = 0;
                steps++;
            }
            /* barriers: 0 */
#pragma omp for reduction(+ : product)
            for (i = 0; i < n; i++)
                product += a[i] * 0.25;
            /* barriers: 0 */
#pragma omp for reduction(+ : rho)
            for (i = 0; i < n; i++)
                rho += before / (4 * n) + product * 0;
            /* barriers: 1 */
#pragma omp for
            for (i = 0; i < n; i++)
                b[i] = rho + steps;
        }
    }
    printf("%d %g %g\n", steps, before, product);
    show("iterate", rho);
}

/* Variables of the function; several reductions of one loop, of several types. */
static void several(int n)
{
    int all = 1, any = 0, k;
    unsigned char bits = 0;
    float least = 100;
    long times = 1;
    _Bool is_good = 1;

    for (k = 0; k < 3; k++) {
        /* copies: all, any, bits, least, times, is_good
           grid: adapted */
#pragma omp parallel
        {
            int i, round;
            for (round = 0; round < 3; round++) {
                /* barriers: 0 */
#pragma omp for reduction(&& : all) reduction(|| : any) reduction(| : bits) reduction(- : least) reduction(* : times) \
    reduction(& : is_good)
                for (i = 0; i < n; i++) {
                    all = all && a[i] > -1;
                    any = any || i == 7;
                    bits |= 1 << i % 5;
                    least -= 0.5f;
                    times *= i == round ? 2 : 1;
                    is_good &= i >= 0;
                }
                /* nests: stays */
#pragma omp for
                for (i = 0; i < n; i++)
                    b[i] += all + any + bits + least + times + is_good;
            }
        }
        printf("%d %d %d %g %ld %d\n", all, any, bits, least, times, is_good);
    }
    show("several", 0);
}

/* More than the host takes. */
static void many(void)
{
    int c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17;
    int n = N;

    /* copies: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15
       grid: adapted */
#pragma omp parallel
    {
#pragma omp single
        {
            c0 = n;
            c1 = 0;
        }
#pragma omp single
        {
            c0 = n;
            c1 = c0 + 1;
            c2 = c1 + 1;
            c3 = c2 + 1;
            if (c3 > 5) {
                c4 = c3 + 1;
            } else
                c4 = 0;
            c5 = c4 + 1;
            c6 = c5 + 1;
            c7 = c6 + 1;
            c8 = c7 + 1;
            c9 = c8 + 1;
            c10 = c9 + 1;
            c11 = c10 + 1;
            c12 = c11 + 1;
            c13 = c12 + 1;
            c14 = c13 + 1;
            c15 = c14 + 1;
            c16 = c15 + 1;
            c17 = c16 + 1;
        }
    }
    printf("%d %d %d %d %d %d\n", c0, c4, c10, c15, c16, c17);
    (void)c1, (void)c2, (void)c3;
}

static void not_copied(int n)
{
    int sum = 0, other = 0, i, private_one = 3, threads = 0;

    addressed = 1;
    /* copies: none (its address is known)
       grid: resident, the kernel is bare */
#pragma omp parallel
    {
#pragma omp single
        addressed = 2;
        /* nests: stays */
#pragma omp for
        for (i = 0; i < n; i++)
            a[i] = addressed + *address();
    }
    show("address", addressed);

    /* copies: none (a function has it)
       grid: resident, the kernel is bare */
#pragma omp parallel
    {
        int k;
#pragma omp single
        used_by_function = 5;
#pragma omp single
        note(6);
        /* nests: stays */
#pragma omp for
        for (k = 0; k < n; k++)
            a[k] = used_by_function;
    }
    show("function", used_by_function);

    /* copies: none (others see it at once)
       grid: resident */
#pragma omp parallel
    {
        int k;
#pragma omp single nowait
        {
            flag = 1;
#pragma omp flush
        }
        for (k = 0; !flag && k < 1000000; k++) {
#pragma omp flush
        }
#pragma omp critical
        a[0] = flag;
    }
    show("flush", flag);

    /* copies: none (one thread does it)
       grid: resident, the kernel is bare */
#pragma omp parallel
    {
        int k;
#pragma omp master
        sum = n;
#pragma omp barrier
        /* nests: stays */
#pragma omp for
        for (k = 0; k < n; k++)
            a[k] = sum;
    }
    show("master", sum);

    /* copies: none (a thread's own value)
       grid: resident */
#pragma omp parallel private(private_one)
    {
        private_one = omp_get_thread_num() * 0 + 4;
#pragma omp single
        other = private_one;
    }
    show("private", other);

    /* copies: none (it writes something else, too)
       grid: resident, the kernel is bare */
#pragma omp parallel
    {
#pragma omp single
        {
            other = 9;
            a[3] = 4;
        }
    }
    show("more", other);

    /* copies: none (nobody waits)
       split: 2 */
#pragma omp parallel
    {
        int k;
        /* barriers: 0 */
#pragma omp for reduction(+ : sum) nowait
        for (k = 0; k < n; k++)
            sum += k;
#pragma omp barrier
        /* nests: stays */
#pragma omp for
        for (k = 0; k < n; k++)
            a[k] = sum;
    }
    show("nowait", sum);

    /* copies: none (another file could have it)
       split: 2 */
#pragma omp parallel
    {
        int k;
        /* barriers: 0
           The reduction is one. */
#pragma omp for reduction(+ : known_elsewhere)
        for (k = 0; k < n; k++)
            known_elsewhere += k;
        /* nests: stays */
#pragma omp for
        for (k = 0; k < n; k++)
            a[k] = known_elsewhere;
    }
    show("known", known_elsewhere);

    /* copies: none (the program could end)
       grid: adapted */
#pragma omp parallel
    {
#pragma omp single
        counted = n;
#pragma omp single
        {
            if (counted < 0)
                exit(3);
        }
    }
    show("exit", counted);

    /* copies: counted
       grid: resident, each thread is counted */
#pragma omp parallel
    {
#pragma omp single
        counted += 2;
#pragma omp atomic
        threads++;
    }
    show("twice", counted + (threads > 0));

    /* copies: none
       grid: resident, the threads have copies */
#pragma omp parallel
    {
        mine = 3;
#pragma omp single
        known_elsewhere = 0;
    }
    show("threadprivate", mine);

    /* copies: none
       grid: resident, all threads write */
#pragma omp parallel
    {
        int *p = n ? &known_elsewhere : NULL;
#pragma omp single
        known_elsewhere = 1;
        if (p == 0)
            *p = 3;
    }
    show("pointer", known_elsewhere);
}

int main(void)
{
    int k;

    for (k = 0; k < N; k++)
        a[k] = b[k] = k % 10;
    for (k = 0; k < 3; k++)
        iterate(k == 1 ? 8 : N);
    several(N);
    many();
    not_copied(N);
    return 0;
}

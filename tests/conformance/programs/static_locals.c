/*
 * Static variables of functions, of blocks and of regions: one for all
 * threads, which lasts.
 *
 * cross: static int count = 5 => int count = 5
 * cross: static double table[4] => double table[4]
 */
#include <omp.h>
#include "check.h"

static int next_ticket(void)
{
    static int count = 5;
    int mine;

#pragma omp critical(ticket)
    mine = count++;
    return mine;
}

/* Another of the same name. */
static const char *next_name(void)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    static unsigned count;
    unsigned mine;

#pragma omp critical(name)
    mine = count++;
    return names[mine % 4];
}

static double remember(int where, double what, int write)
{
    if (write) {
        static int writes = 0;
#pragma omp atomic
        writes++;
    }
    {
        static double table[4] = {0.25, 0.5};
        if (write)
            table[where] += what;
#pragma omp barrier
        return table[(where + 1) % 4];
    }
}

#define WHERE {__func__, sizeof __FUNCTION__}

static unsigned long name_length(const char **name)
{
    static const struct { const char *name; unsigned long length; } here = WHERE;
    static unsigned uses;

#pragma omp atomic
    uses++;
    *name = here.name;
    return here.length;
}

int main(void)
{
    int tickets = 0, letters = 0, wrong = 0;

#pragma omp parallel reduction(+ : tickets, letters, wrong) num_threads(4)
    {
        int me = omp_get_thread_num();
        static int entries;
        static const char *const own = __func__;
        const char *other = "";
        double seen;

        wrong += name_length(&other) != sizeof "name_length" || other[5] != 'l' || own[0] != 'm' || own[4] != 0;

        tickets += next_ticket();
        letters += *next_name() - 'a';
        seen = remember(me, me, 1);
        wrong += seen != (me + 1) % 4 + (me == 3 ? 0.25 : me == 0 ? 0.5 : 0);
#pragma omp critical
        entries++;
#pragma omp barrier
        wrong += entries != 4;
    }
    CHECK(tickets == 5 + 6 + 7 + 8);
    CHECK(letters == 0 + 1 + 2 + 3);
    CHECK(wrong == 0);
    /* the host has the same ones */
    CHECK(next_ticket() == 9);
    CHECK(remember(0, 0, 0) == 1.5);
#pragma omp parallel reduction(+ : tickets) num_threads(2)
    tickets += next_ticket();
    CHECK(tickets == 26 + 10 + 11);
    return check_result("static variables");
}

/*
 * Regions in constructors and destructors, where a program is before and behind main (2.4), and processes that fork
 * makes after regions, which have all that the program had.
 *
 * environment: OMP_DYNAMIC=false
 * environment: GPUMP_EMULATOR_PAGEABLE=0
 * environment: GPUMP_EMULATOR_PAGEABLE=1
 *
 * cross: reduction(+ : sum) => firstprivate(sum)
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check.h"

#define N 1000

static int table[5000];
static int before;

static int sum_of(int n)
{
    int i, sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < n; i++)
        sum += i;
    return sum;
}

__attribute__((constructor)) static void construct(void)
{
    before = sum_of(N);
}

__attribute__((destructor)) static void destruct(void)
{
    if (sum_of(2 * N) != N * (2 * N - 1)) {
        printf("WRONG\n");
        fflush(stdout);
        _exit(1);
    }
}

static int status_of(pid_t child)
{
    int status = 0;

    CHECK(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void)
{
    int i, local[N];
    char *script = malloc(100);
    pid_t child;

    CHECK(before == N * (N - 1) / 2);
    strcpy(script, "exit $0");
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        local[i] = 2 * i;
        table[i] = i;
    }
    fflush(stdout);

    /* the stack, static data and blocks are there, and more blocks can be had; the parent's stay as they are */
    child = fork();
    if (child == 0) {
        char *more = malloc(100);
        int sum = 0;
        for (i = 0; i < N; i++)
            sum += local[i] + table[i];
        local[1] = 77;
        strcpy(more, script);
        free(script);
        _exit(sum == 3 * N * (N - 1) / 2 && strcmp(more, "exit $0") == 0 ? 5 : 6);
    }
    CHECK(child > 0 && status_of(child) == 5);
    CHECK(local[1] == 2);

    child = fork();
    if (child == 0) {
        char *arguments[] = {"sh", "-c", script, "7", NULL};
        execv("/bin/sh", arguments);
        _exit(6);
    }
    CHECK(child > 0 && status_of(child) == 7);
    i = system("exit 8");
    CHECK(WIFEXITED(i) && WEXITSTATUS(i) == 8);
    CHECK(sum_of(N) == N * (N - 1) / 2);
    free(script);
    return check_result("regions outside of main, and other processes");
}

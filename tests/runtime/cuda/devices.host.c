/* Devices that lack something, and programs that end in unusual ways. The first argument says what. */
#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern gpump_region_t count_parallel0_region, end_parallel0_region;

/* #pragma omp threadprivate(copy) */
char copy[65536];
const struct devices_globals_t {
    char (*copy)[65536];
} devices_host = {&copy};

static int shared[100];

/* The team's size, or 0 on the host; by static data, the heap, and the stack. */
static void count(const char *where)
{
    int size = 0, threads = 40, *block = calloc(1, sizeof *block);
    {
        struct { int *size, *block; int (*shared)[100]; } gpump_shared = {&size, block, &shared};
        if (!gpump_parallel(&count_parallel0_region, 1, threads, &gpump_shared))
            size = *block = shared[0] = 0;
    }
    if (size != *block || size != shared[0])
        printf("wrong: ");
    if (size == 0)
        printf("%s: on the host\n", where);
    else
        printf("%s: %d threads\n", where, size);
    free(block);
}

/* Where a variable with an initial value lies. */
static int initialised[2048] = {1};

static const char *place_of(const void *variable)
{
    char line[4096], *path = NULL;
    unsigned long start, end;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && !path && fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx", &start, &end) == 2 && (unsigned long)variable >= start && (unsigned long)variable < end)
            path = strchr(line, '/');
    if (maps)
        fclose(maps);
    return path ? "a file" : "no file";
}

static void behind(void)
{
    count("at exit");
}

/* What the C library hands to constructors. */
static void __attribute__((constructor)) construct(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "early")) {
        free(malloc(100));
        printf("constructed\n");
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    omp_set_dynamic(1);
    if (strcmp(what, "") != 0)
        atexit(behind);
    count("main");
    if (!strcmp(what, "file"))
        printf("%d, in pages of %s\n", initialised[0], place_of(&initialised[1024]));
    if (!strcmp(what, "exit"))
        exit(3);
    if (!strcmp(what, "end") && !gpump_parallel(&end_parallel0_region, 1, 40, 0))
        exit(4);
    return 0;
}

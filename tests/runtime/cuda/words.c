/* More of the C library in a region: words, numbers, sscanf, random numbers, time, the environment, files. */
// TEST: sort sizes=1,4,33
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void words(void)
{
    char text[] = "  one, two;three ,", copy[32], *rest, *word, *twice = strdup("twice");
    int count = 0;
    for (word = strtok(text, " ,;"); word; word = strtok(NULL, " ,;"))
        printf("[%s]", word);
    strcpy(copy, "a:b::c");
    for (word = strtok_r(copy, ":", &rest); word; word = strtok_r(NULL, ":", &rest))
        count = count * 10 + (int)strlen(word);
    printf(" %d %s %d %d\n", count, twice, strcasecmp("HeLLo", "hEllO"), strncasecmp("abX", "ABy", 2));
    free(twice);
    twice = strndup("abcdef", 3);
    strncat(twice, "", 1);
    printf("%s %d %d %s %s %d\n", twice, (int)strspn("aabbc", "ab"), (int)strcspn("hello", "xl"), strpbrk("hello", "ol"),
           strrchr("a/b/c", '/'), memcmp("abd", "abc", 3) > 0);
    free(twice);
    memset(copy, 'x', 9);
    copy[9] = 0;
    memmove(copy + 2, "12345", 5);
    memmove(copy + 3, copy + 2, 5);
    twice = memchr(copy, '3', 9);
    printf("%s %s %d\n", copy, twice, isalpha('q') && !isdigit('q') && isxdigit('F'));
}

static void numbers(void)
{
    static const char *const TEXTS[] = {"3.14159", "-2.5e-3x", "1e22", "1e23", "123456789012345678901234567890", "0x1.8p3",
                                        "4.9e-324", "1.7976931348623157e308", "1e400", "inf", "none", "0.1", "-0",
                                        "2.2250738585072011e-308", ".5.5", "9007199254740993", "1e-7"};
    char *end;
    int i, a, b;
    unsigned int u;
    short h;
    float f;
    double d;
    char word[20], letters[20], c;
    for (i = 0; i < 17; i++) {
        d = strtod(TEXTS[i], &end);
        printf("%.17g %a [%s]", d, strtof(TEXTS[i], NULL), end);
    }
    printf("\n%ld %lu %lld %llu %d %ld", strtol("-0x7fz", &end, 16), strtoul("0777", NULL, 0),
           strtoll("99999999999999999999", NULL, 10), strtoull("-1", NULL, 10), atoi(" 42x"), labs(-5L));
    printf(" %d %ld %s\n", div(-17, 5).rem, ldiv(17L, -5L).quot, end);
    i = sscanf("12 -7 0x1f 33 2.5 1e-3 word ab12cd !", "%d %i%x %hd %f %lf %s %[a-z]", &a, &b, &u, &h, &f, &d, word, letters);
    printf("%d: %d %d %u %d %g %g %s %s\n", i, a, b, u, h, f, d, word, letters);
    i = sscanf("name=value;12345", "%[^=]=%*[^;];%2d%c%n", word, &a, &c, &b);
    printf("%d: %s %d %c %d; %d %d ", i, word, a, c, b, sscanf("", "%d", &a), sscanf("x", "%d", &a));
    printf("%d\n", sscanf("5%", "%d%%", &a));
}

static void chances(void)
{
    unsigned short state[3] = {1, 2, 3};
    unsigned int seed = 5;
    int i;
    /* One call in a statement: in what order arguments are computed is not defined. */
    for (i = 0; i < 3; i++) {
        printf("%d ", rand());
        printf("%ld ", random());
        printf("%.6f ", drand48());
        printf("%ld ", lrand48());
        printf("%ld ", mrand48());
    }
    srand(7);
    srand48(8);
    for (i = 0; i < 400; i++)
        rand();
    printf("%d %.9f ", rand(), drand48());
    printf("%ld ", nrand48(state));
    printf("%ld ", jrand48(state));
    printf("%.9f %d\n", erand48(state), rand_r(&seed));
}

static void host(const char *path)
{
    struct timeval now;
    struct timespec pause = {0, 2000000}, precise;
    time_t seconds = time(NULL);
    double begin, slept;
    char line[64], *home = getenv("GPUMP_TEST_VALUE");
    FILE *file;
    gettimeofday(&now, NULL);
    clock_gettime(CLOCK_REALTIME, &precise);
    begin = omp_get_wtime();
    usleep(2000);
    nanosleep(&pause, NULL);
    slept = omp_get_wtime() - begin;
    printf("%d %d %d %d ", now.tv_sec - seconds <= 1, precise.tv_sec - seconds <= 1, slept >= 0.004, clock() >= 0);
    printf("%s %d %s\n", home ? home : "none", getenv("GPUMP_TEST_NOTHING") == NULL, strerror(ENOENT));
    file = fopen(path, "r");
    if (!file)
        return;
    while (fgets(line, sizeof line, file))
        fputs(line, stdout);
    printf("%d\n", feof(file) != 0);
    fclose(file);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "/proc/sys/kernel/ostype";
    srand(3);
    printf("%d %d %.9f\n", rand(), rand(), drand48());
#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) {
            words();
            numbers();
            chances();
            host(path);
        }
    }
    printf("%d %ld %.9f\n", rand(), random(), drand48());
    return 0;
}

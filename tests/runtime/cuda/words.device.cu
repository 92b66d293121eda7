#include <gpump_device.h>

__device__ static void words(void)
{
    char text[] = "  one, two;three ,", copy[32], *rest, *word, *twice = gpump_strdup("twice");
    int count = 0;
    for (word = gpump_strtok(text, " ,;"); word; word = gpump_strtok(NULL, " ,;"))
        gpump_printf("[%s]", word);
    gpump_strcpy(copy, "a:b::c");
    for (word = gpump_strtok_r(copy, ":", &rest); word; word = gpump_strtok_r(NULL, ":", &rest))
        count = count * 10 + (int)gpump_strlen(word);
    gpump_printf(" %d %s %d %d\n", count, twice, gpump_strcasecmp("HeLLo", "hEllO"), gpump_strncasecmp("abX", "ABy", 2));
    gpump_free(twice);
    twice = gpump_strndup("abcdef", 3);
    gpump_strncat(twice, "", 1);
    gpump_printf("%s %d %d %s %s %d\n", twice, (int)gpump_strspn("aabbc", "ab"), (int)gpump_strcspn("hello", "xl"), gpump_strpbrk("hello", "ol"),
           gpump_strrchr("a/b/c", '/'), gpump_memcmp("abd", "abc", 3) > 0);
    gpump_free(twice);
    gpump_memset(copy, 'x', 9);
    copy[9] = 0;
    gpump_memmove(copy + 2, "12345", 5);
    gpump_memmove(copy + 3, copy + 2, 5);
    twice = gpump_memchr(copy, '3', 9);
    gpump_printf("%s %s %d\n", copy, twice, gpump_isalpha('q') && !gpump_isdigit('q') && gpump_isxdigit('F'));
}

__device__ static void numbers(void)
{
    const char *const TEXTS[] = {"3.14159", "-2.5e-3x", "1e22", "1e23", "123456789012345678901234567890", "0x1.8p3",
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
        d = gpump_strtod(TEXTS[i], &end);
        gpump_printf("%.17g %a [%s]", d, gpump_strtof(TEXTS[i], NULL), end);
    }
    gpump_printf("\n%ld %lu %lld %llu %d %ld", gpump_strtol("-0x7fz", &end, 16), gpump_strtoul("0777", NULL, 0),
           gpump_strtoll("99999999999999999999", NULL, 10), gpump_strtoull("-1", NULL, 10), gpump_atoi(" 42x"), gpump_labs(-5L));
    gpump_printf(" %d %ld %s\n", gpump_div(-17, 5).rem, gpump_ldiv(17L, -5L).quot, end);
    i = gpump_sscanf("12 -7 0x1f 33 2.5 1e-3 word ab12cd !", "%d %i%x %hd %f %lf %s %[a-z]", &a, &b, &u, &h, &f, &d, word, letters);
    gpump_printf("%d: %d %d %u %d %g %g %s %s\n", i, a, b, u, h, f, d, word, letters);
    i = gpump_sscanf("name=value;12345", "%[^=]=%*[^;];%2d%c%n", word, &a, &c, &b);
    gpump_printf("%d: %s %d %c %d; %d %d ", i, word, a, c, b, gpump_sscanf("", "%d", &a), gpump_sscanf("x", "%d", &a));
    gpump_printf("%d\n", gpump_sscanf("5%", "%d%%", &a));
}

__device__ static void chances(void)
{
    unsigned short state[3] = {1, 2, 3};
    unsigned int seed = 5;
    int i;
    /* One call in a statement: in what order arguments are computed is not defined. */
    for (i = 0; i < 3; i++) {
        gpump_printf("%d ", gpump_rand());
        gpump_printf("%ld ", gpump_random());
        gpump_printf("%.6f ", gpump_drand48());
        gpump_printf("%ld ", gpump_lrand48());
        gpump_printf("%ld ", gpump_mrand48());
    }
    gpump_srand(7);
    gpump_srand48(8);
    for (i = 0; i < 400; i++)
        gpump_rand();
    gpump_printf("%d %.9f ", gpump_rand(), gpump_drand48());
    gpump_printf("%ld ", gpump_nrand48(state));
    gpump_printf("%ld ", gpump_jrand48(state));
    gpump_printf("%.9f %d\n", gpump_erand48(state), gpump_rand_r(&seed));
}

__device__ static void host(const char *path)
{
    struct timeval now;
    struct timespec pause = {0, 2000000}, precise;
    time_t seconds = gpump_time(NULL);
    double begin, slept;
    char line[64], *home = gpump_getenv("GPUMP_TEST_VALUE");
    FILE *file;
    gpump_gettimeofday(&now, NULL);
    gpump_clock_gettime(CLOCK_REALTIME, &precise);
    begin = omp_get_wtime();
    gpump_usleep(2000);
    gpump_nanosleep(&pause, NULL);
    slept = omp_get_wtime() - begin;
    gpump_printf("%d %d %d %d ", now.tv_sec - seconds <= 1, precise.tv_sec - seconds <= 1, slept >= 0.004, gpump_clock() >= 0);
    gpump_printf("%s %d %s\n", home ? home : "none", gpump_getenv("GPUMP_TEST_NOTHING") == NULL, gpump_strerror(2));
    file = gpump_fopen(path, "r");
    if (!file)
        return;
    while (gpump_fgets(line, sizeof line, file))
        gpump_fputs(line, gpump_block()->team.mailbox->standard_output);
    gpump_printf("%d\n", gpump_feof(file) != 0);
    gpump_fclose(file);
}

struct main_parallel0_t {
    const char *path;
};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    if (omp_get_thread_num() == 0) {
        words();
        numbers();
        chances();
        host(shared.path);
    }
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "words.c", .line = 109,
    .kernel = gpump_kernel<main_parallel0>,
    .pointers = {GPUMP_POINTERS(path)});

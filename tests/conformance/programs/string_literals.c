/*
 * String literals in regions: as arguments, in tables, as addresses that
 * outlive the region, as initialisers, with escapes and joined, and as all
 * that a macro is, if the compiler or a header defines it.
 *
 * cross: words[k] = pick(k); => ;
 * cross: firstprivate(buffer) => private(buffer)
 */
#include <inttypes.h>
#include <omp.h>
#include <string.h>
#include "check.h"

#define GREETING "good" " " "day"
#define NOTHING

static const char *pick(int k)
{
    switch (k % 4) {
    case 0:
        return "north";
    case 1:
        return "east\tor\x20\"west\"";
    case 2:
        return GREETING;
    default:
        return "";
    }
}

static const char *file_of(int k)
{
    return k ? __FILE__ : GREETING;
}

static const char *mixed(void)
{
    return "a" NOTHING GREETING NOTHING "b";
}

static size_t length_of(const char *s)
{
    return strlen(s);
}

int main(void)
{
    const char *words[8] = {0}, *local = "outside";
    char buffer[16] = "begin:";
    size_t total = 0;
    int k, wrong = 0;

#pragma omp parallel for num_threads(4) schedule(static, 1)
    for (k = 0; k < 8; k++)
        words[k] = pick(k);
    for (k = 0; k < 8; k++)
        if (words[k] == NULL)
            words[k] = "?";
    CHECK(strcmp(words[4], "north") == 0);
    CHECK(strcmp(words[5], "east\tor \"west\"") == 0);
    CHECK(strcmp(words[2], "good day") == 0);
    CHECK(words[7][0] == '\0');

#pragma omp parallel firstprivate(buffer) reduction(+ : total, wrong) num_threads(4)
    {
        char own[] = "own copy";
        struct { int number; char text[8]; } grouped = {1, ("text")};
        char list[2][4] = {("ab"), "cd"}, braced[4] = {("xyz")};
        const char *p = "walk";
        int me = omp_get_thread_num(), steps = 0;

        own[0] = (char)('0' + me);
        strcat(buffer, local);
        buffer[6] = (char)('A' + me);
#pragma omp barrier
        while (*p++)
            steps++;
        total += length_of("twelve bytes") + length_of(buffer) + (size_t)steps;
        wrong += strcmp(grouped.text, "text") != 0 || strcmp(list[0], "ab") != 0 || list[1][1] != 'd' || strcmp(braced, "xyz") != 0;
        wrong += own[0] != '0' + me || strcmp(own + 1, "wn copy") != 0;
        wrong += buffer[6] != 'A' + me || sizeof "five" != 5 || "abcd"[me] != 'a' + me;
    }
    CHECK(total == 4 * (12 + 13 + 4));
    CHECK(wrong == 0);
    CHECK(strcmp(buffer, "begin:") == 0);

    local = NULL;
    words[0] = NULL;
#pragma omp parallel num_threads(1)
    {
        const char *version = __VERSION__, *file = __FILE__, *format = PRId64;

        total = length_of(version) + length_of(__DATE__) + length_of(__FILE__ ":") + length_of(format);
        local = file;
        words[0] = file_of(1);
        words[1] = mixed();
    }
    CHECK(total == sizeof __VERSION__ - 1 + strlen(__DATE__) + sizeof __FILE__ + strlen(PRId64));
    CHECK(strcmp(local, __FILE__) == 0);
    CHECK(strcmp(words[0], __FILE__) == 0);
    CHECK(strcmp(words[1], "agood dayb") == 0);
    return check_result("string literals");
}

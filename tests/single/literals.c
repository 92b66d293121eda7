/* Names behind literals, which C++ takes for suffixes; constant text that is searched. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#define IN_BRACES(x) "{"x"}" /* "a"b */
#define NAME "n"
#define BOTH(x) \
    "<"x \
    NAME">"
int main(void)
{
    const char *text = "hello world";
    char *space = strchr(text, ' '), *word = strstr(text, "wor"), *o = memchr(text, 'o', 5);
    char all[4][30];
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
        uint64_t number = i;
        char *found = strrchr(text, 'o');
        sprintf(all[i], "%"PRIu64" "IN_BRACES("a")NAME" %s", number, found);
    }
    printf(IN_BRACES("%s")"%s "NAME" %"PRId32"\n", all[0], all[3], (int32_t)3);
    printf("%s "BOTH("%s")" %s %s\n", NAME"", space, word, o);
    return 0;
}

/*
 * Strings in arrays of characters: counted, turned round, changed to upper case
 * in regions.
 * threads: 5
 */
#include <stdio.h>
#include <string.h>

#pragma gpump accessible
static int is_vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

#pragma gpump accessible
static int length_of(const char *s)
{
    const char *p = s;

    while (*p != '\0')
        p++;
    return p - s;
}

int main(void)
{
    char text[] = "it was a \"dark\" and stormy night;\tthe rain fell\\in torrents";
    char back[80], words[4][8] = { "one", "two", "three", "" };
    #pragma gpump accessible(text, words)
    int n = (int)strlen(text), i, vowels = 0, lengths = 0;

    #pragma omp parallel for reduction(+: vowels)
    for (i = 0; i < n; i++) {
        vowels += is_vowel(text[i]);
        back[n - 1 - i] = text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i];
    }
    back[n] = 0;
    #pragma omp parallel for reduction(+: lengths)
    for (i = 0; i < 4; i++)
        lengths = lengths * 1 + length_of(words[i]);
    printf("%d %d\n%s\n", vowels, lengths, back);
    return 0;
}

/* C that is no C++: the conversion of a pointer, the order of a structure's members, what a failed assertion calls its function. */
#include <assert.h>
#include <stdlib.h>
struct pair {
    int first, second;
};
static inline struct pair make_pair(int n)
{
    assert(n > 0);
    return (struct pair){ .second = n, .first = 2 * n };
}
static inline int *allocate(int n, struct pair pair)
{
    int *all = malloc(n * sizeof *all);
    while (n-- > 0)
        all[n] = pair.first - pair.second;
    return all;
}
/* What the file does not use is read by a C++ compiler, too. */
static inline void *unused(int class)
{
    char *text = malloc(class);
    return text;
}
void write(const char *name, struct pair pair)
{
    printf("%s %d\n", name, pair.first);
}
_Complex double complex_number(int new);

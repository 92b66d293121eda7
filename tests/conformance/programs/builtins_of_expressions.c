/*
 * gcc's functions that ask about an expression and do not evaluate it, and those that say where they stand: a region has the
 * answers that gcc has without optimising, and no side effect.
 *
 * cross: __builtin_constant_p(3) => __builtin_constant_p(once)
 * cross: __builtin_classify_type(letter) => __builtin_classify_type(half)
 */
#include <string.h>
#include "check.h"

enum { FIRST, SECOND };
struct both { int a; char text[10]; };
union one { int a; float f; };

static int table[5], constant[16], other[16], class[16], lines[2], chosen[2];
static unsigned long size[8];
static int once, names;

static int where(void)
{
    return strcmp(__builtin_FUNCTION(), "where") == 0 && strcmp(__builtin_FUNCTION(), __func__) == 0;
}

int main(void)
{
    int i;

#pragma omp parallel num_threads(1)
    {
        int *pointer = table, number = once;
        char letter = 'a', buffer[12];
        float half = 0.5f;
        _Bool flag = 1;
        struct both both = {1, "text"};
        union one one = {1};
        int at = 0;

        constant[at++] = __builtin_constant_p(3);
        constant[at++] = __builtin_constant_p(sizeof(int) + SECOND);
        constant[at++] = __builtin_constant_p(sizeof table / sizeof table[0]);
        constant[at++] = __builtin_constant_p(2.5) && __builtin_constant_p(2.5f * 2);
        constant[at++] = __builtin_constant_p("text") && __builtin_constant_p((const char *)"text");
        constant[at++] = __builtin_constant_p((char *)0);
        constant[at++] = __builtin_constant_p(1 ? 2 : number) && __builtin_constant_p(0 && number);
        at = 0;
        other[at++] = __builtin_constant_p(once++);
        other[at++] = __builtin_constant_p(table);
        other[at++] = __builtin_constant_p(&table[1]);
        other[at++] = __builtin_constant_p(both);
        other[at++] = __builtin_constant_p(pointer);
        chosen[0] = __builtin_choose_expr(__builtin_constant_p(4), 1, "text");
        chosen[1] = __builtin_choose_expr(__builtin_types_compatible_p(int, long), 1, 2);
        at = 0;
        class[at++] = __builtin_classify_type(letter);
        class[at++] = __builtin_classify_type(flag);
        class[at++] = __builtin_classify_type(SECOND);
        class[at++] = __builtin_classify_type(half);
        class[at++] = __builtin_classify_type(pointer);
        class[at++] = __builtin_classify_type(table);
        class[at++] = __builtin_classify_type(where);
        class[at++] = __builtin_classify_type(both);
        class[at++] = __builtin_classify_type(one);
        size[0] = __builtin_object_size(buffer, 0);
        size[1] = __builtin_object_size(table, 2);
        size[2] = __builtin_object_size(&both, 1);
        size[3] = sizeof __builtin_object_size(table, 0);
        lines[0] = __LINE__, lines[1] = __builtin_LINE();
        names = strcmp(__builtin_FUNCTION(), "main") == 0 && strcmp(__builtin_FILE(), __FILE__) == 0 && where();
    }
    for (i = 0; i < 7; i++)
        CHECK(constant[i] == 1);
    for (i = 0; i < 5; i++)
        CHECK(other[i] == 0);
    CHECK(once == 0);
    CHECK(chosen[0] == 1 && chosen[1] == 2);
    CHECK(class[0] == 1 && class[1] == 1 && class[2] == 1 && class[3] == 8);
    CHECK(class[4] == 5 && class[5] == 5 && class[6] == 5 && class[7] == 12 && class[8] == 13);
    CHECK(size[0] == 12 && size[1] == sizeof table && size[2] == sizeof(struct both) && size[3] == sizeof(unsigned long));
    CHECK(lines[0] == lines[1]);
    CHECK(names);
    return check_result("the compiler's functions about expressions");
}

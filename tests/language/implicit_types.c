/*
 * C90's implicit `int`, at file scope: what has no type is one.
 */

one;
two, *pointer, array[2];
three = 3, four = 1 + 2;
prototype();
old_style(a, b);
static five = 5, six;
const seven = 7;
(parenthesised);
typedef integer;
with_a_type(integer);
*returns_pointer();

sum(x, y)
    int y;
{
    return x + y + one;
}

main()
{
    return sum(three, five) - prototype();
}

prototype()
{
    auto local = 8;
    return local;
}

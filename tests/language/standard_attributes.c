/*
 * The attributes of C23, wherever they may stand. gcc takes them in every
 * standard.
 */

[[]];
[[deprecated]] int old [[]];
[[nodiscard("why"), gnu::const]] int function(int a [[maybe_unused]], int b [[]]) [[]];
struct [[gnu::packed]] packed {
    [[]] int member [[gnu::aligned(4)]];
    int bits [[]] : 3;
};
enum [[]] numbers { ONE [[]], TWO [[deprecated]] = 2 };
int array [[]][3] [[]], *[[]] pointer;

int function(int a, int b)
{
    [[maybe_unused]] int c = array[array[0]];
    [[]];
    [[]] if (a) [[]] return 1;
    switch (a) {
    case 1:
        c++;
        [[fallthrough]];
    default:
        c--;
    }
    for ([[]] int i = 0; i < 3; i++)
        [[]] {
            c += i;
        }
    return a + b + c;
}

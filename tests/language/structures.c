/* Structures, unions and enumerations. */
struct empty {};
struct forward;
struct node { struct node *next, *previous; int value; };
struct bits { unsigned a : 3, b : 5; int : 0; signed c : 2; unsigned : 4; _Bool flag : 1; };
struct nested { struct inner { int x; } in; union { int i; float f; } u; struct { int deep; } arr[2]; };
struct anonymous { struct { int a, b; }; union { int c; float d; }; int e; };
struct flexible { int n; double data[]; };
struct zero { int n; char data[0]; };
struct functions { int (*compare)(const void *, const void *); void (*table[3])(int), *plain; };
union both { int i; char bytes[sizeof(int)]; };
union empty_union {};
struct lone { int x; ; };

enum color { red, green = 5, blue, };
enum { anonymous_a, anonymous_b = anonymous_a + 2 };
enum color favourite = blue;
enum flags { one = 1 << 0, two = 1 << 1, both_flags = one | two };

struct node list = { 0, 0, 1 };
struct anonymous an = { { 1, 2 }, { .d = 1.0f }, 3 };
struct nested ne = { .in.x = 1, .u.f = 2.0f, .arr[1].deep = 3, .arr = { { 1 }, { 2 } } };
struct nested copies[] = { [0] = { .in = { 1 } }, [2] = { { 2 } }, { .u = { .i = 3 } } };
int table[] = { 1, 2, [5] = 6, 7, [1 ... 3] = 4 };
int matrix[2][3] = { { 1, 2, 3 }, [1] = { [2] = 9, }, };
int nothing[3] = {};
struct node old = { value: 3, next: 0 };
char text[] = "abc", braces[] = { "in braces" };
int *compound = (int[]){ 1, 2, 3 };
struct node *literal = &(struct node){ .value = 4 };
struct bits made = (struct bits){ 1, 2, .flag = 1 };

int use(struct flexible *p, union both *u)
{
    struct local { int x; } here = { 1 }, *there = &here;
    enum { inside = 7 } e = inside;
    struct node n = (struct node){ .value = there->x };
    return p->n + u->bytes[0] + e + (struct local){ 2 }.x + ((struct node[]){ n, { 0 } })[1].value
        + sizeof(struct { int a; char b; }) + sizeof (struct node){ 0 }.value;
}

/* GNU: a last member without its semicolon. */
struct unfinished { int a; struct { int b } c };
union unfinished_union { int a, b : 3 };
struct checked { int a; _Static_assert(1, "") ; ; _Static_assert(2, "t"); int c };

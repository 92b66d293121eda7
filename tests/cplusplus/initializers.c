/* Designators in any order, and what else C takes in braces. */
#include <stdio.h>
#include <string.h>

enum color { RED, GREEN, BLUE };
struct point { int x, y; };
struct shape {
    const char *name;
    struct point at, corners[3];
    union { int i; double d; char c[8]; } u;
    struct { int a, b; };
    unsigned bits : 3, : 5, more : 4;
};

static void print(const struct shape *s)
{
    printf("%s %d %d | %d %d %d %d %d %d | %d %d | %u %u\n", s->name ? s->name : "-", s->at.x, s->at.y, s->corners[0].x,
           s->corners[0].y, s->corners[1].x, s->corners[1].y, s->corners[2].x, s->corners[2].y, s->a, s->b, s->bits, s->more);
}

static void designated(int n)
{
    struct point p = {.x = n, .y = 2}, q = {.y = n, .x = 1}, r = {.y = n + 1}, old = {y: n, x: 3};
    struct shape a = {.at = {1, 2}, .name = "a", .corners[1].y = n, .corners[2] = {.y = 8, .x = 7}, 5};
    struct shape b = {"b", .corners = {[2] = {n, 4}, [0].x = 6}, .u.d = 1.5, .b = 4, .a = 3, .more = 9};
    struct shape c = {"c", 1, 2, 3, 4, 5, 6, 7, 8, {.d = 2.5}, 9, 10, 1, 2};
    struct shape d = {.bits = 5, .at.y = n, .at.x = 3, .name = "d"};
    const char *names[] = {[BLUE] = "blue", [RED] = "red", [GREEN] = "green"};
    int sparse[] = {[4] = n, 6, [1] = 2, 3}, ranged[8] = {[2 ... 4] = 7, 9, [7] = n}, grid[][2] = {[1] = {1, n}, [0][1] = 5};
    int ordered[4] = {[0] = 1, [1] = n}, twice[3] = {1, 2, 3, [0] = 9}, late[5] = {[3] = n};
    union { float f; int i; } u = {.i = n}, first = {2.5f};
    printf("%d %d %d %d %d %d %d %d\n", p.x, p.y, q.x, q.y, r.x, r.y, old.x, old.y);
    print(&a);
    print(&b);
    print(&c);
    print(&d);
    printf("%g %g %d %g\n", b.u.d, c.u.d, u.i, first.f);
    printf("%s %s %s\n", names[RED], names[GREEN], names[BLUE]);
    printf("%d %d %d %d %d %d (%d)\n", sparse[0], sparse[1], sparse[2], sparse[3], sparse[4], sparse[5], (int)(sizeof sparse / sizeof *sparse));
    printf("%d %d %d %d %d %d\n", ranged[1], ranged[2], ranged[4], ranged[5], ranged[6], ranged[7]);
    printf("%d %d %d %d %d\n", grid[0][0], grid[0][1], grid[1][0], grid[1][1], (int)sizeof grid);
    printf("%d %d %d %d %d %d\n", ordered[1], ordered[2], twice[0], twice[2], late[3], late[4]);
}

static void others(int n)
{
    char exact[3] = "abc", quoted[4] = "a\n\x41\"", room[8] = "ab", braced[] = {"xyz"};
    int none[3] = {}, elided[2][2] = {1, n, 3};
    struct point points[] = {1, 2, {3}, n};
    struct { char name[2]; int value; } pairs[] = {{"ab", n}, {"c", 2}};
    const struct point fixed = {.y = 4}, copy = fixed, list[2] = {fixed, {n}};
    int chosen = n ?: 7;
    printf("%.3s %.4s %s %s %d %d %d\n", exact, quoted, room, braced, none[2], elided[0][1], elided[1][0]);
    printf("%d %d %d %.2s %d %s %d\n", points[1].x, points[1].y, points[2].x, pairs[0].name, pairs[0].value, pairs[1].name,
           (int)(sizeof points / sizeof *points));
    printf("%d %d %d %d %d\n", fixed.x, copy.y, list[0].y, list[1].x, chosen);
}

/* Literals without a name: objects of the block. */
static int sum(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
static int area(struct point *p) { return p->x * p->y; }
static int by_value(struct point p) { return p.x + p.y; }

static int literals(int n)
{
    int *kept = (int[]){1, n, 3}, total = 0;
    struct point *p = &(struct point){.y = n, .x = 2}, q;
    const char *text = (char[]){"text"};
    q = (struct point){n, 5};
    for (int i = 0; i < 3; i++) {
        int *each = (int[4]){i, n};
        each[2]++;
        total += each[2] + each[0];
    }
    if (n)
        total += sum((int[]){n, n + 1}, 2) * 100;
    kept[0] += 4;
    p->x++;
    return total + sum(kept, 3) + area(p) + by_value(q) + by_value((struct point){.y = n}) + area(&(struct point){n, n})
           + (int)strlen(text) + (int){3} + ((struct point){8, 9}).y + sum((const int[2][2]){{1, 2}, {n}}[0], 4);
}

int main(void)
{
    designated(11);
    others(6);
    printf("%d\n", literals(4));
    return 0;
}

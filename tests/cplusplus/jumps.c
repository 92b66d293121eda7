/* Jumps past initialisations. */
#include <stdio.h>
#include <stdlib.h>

struct pair { int a, b; };

static int forward(int n)
{
    if (n < 0)
        goto end;
    int x = n * 2, *p = &x, list[3] = {n, 2}, y = *p + list[0];
    const int fixed = 5;
    struct pair both = {n, 3};
    char text[] = "ab", room[6] = "cd";
    const char *const name = "name";
    n += x + y + fixed + both.b + text[1] + room[1] + name[0] + (int)sizeof text;
    void *any = malloc(8);
    int *some = any;
    *some = 2;
    n += *some;
    free(any);
end:
    return n;
}

static int cleanup(int n)
{
    int result = -1;
    char *a = malloc(n + 1);
    if (!a)
        goto done;
    char *b = malloc(2);
    if (n > 3)
        goto free_both;
    result = n;
free_both:
    free(b);
    free(a);
done:
    return result;
}

static int switched(int n)
{
    switch (n) {
        int unused;
    case 0:;
        int zero = 7, other = 1;
        return zero + other;
    case 1 ... 3: {
        int inner = n;
        return inner;
    }
    case 4:
        unused = 3;
        long four = unused;
        n += four;
        // falls through
    default:
        zero = n;
        return zero;
    }
}

static int backward(int n)
{
    int count = 0;
again:;
    int step = n - count;
    if (step > 0) {
        count++;
        goto again;
    }
    for (int i = 0, k = 2; i < 3; i++)
        count += k;
    return count;
}

static int device(int x) { return ({ int y = x; if (y > 2) goto out; y += 5; out: y; }); }

static int falls(int n)
{
    if (n)
        return 1;
}
static int never(int *p) { *p = 4; }

int main(void)
{
    int set = 0;
    never(&set);
    printf("%d %d %d %d %d %d\n", forward(-1), forward(3), cleanup(2), cleanup(5), falls(1), set);
    for (int i = 0; i < 6; i++)
        printf("%d ", switched(i));
    printf("%d %d %d\n", backward(4), device(1), device(3));
    return 0;
}

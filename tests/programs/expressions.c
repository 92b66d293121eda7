/*
 * Every operator of C on shared variables, sizeof, casts, conditional and comma
 * expressions, calls through commas (8.2.5: each use is put in parentheses).
 */
#include <stdio.h>

struct pair { int a, b; };

int main(void)
{
    int a = 5, b = 3, v[16], *p = v, m[2][2] = { { 1, 2 }, { 3, 4 } };
    unsigned u = 0xF0u;
    double d = 2.5;
    struct pair s = { 1, 2 }, *q = &s;
    int size = 0, i;

    #pragma omp parallel num_threads(1)
    {
        v[0] = -a + +b - ~a * !b;
        v[1] = a++ + ++b - a-- - --b;
        v[2] = a / b % 2 << 2 >> 1;
        v[3] = (a < b) + (a > b) * 2 + (a <= b) * 4 + (a >= b) * 8 + (a == b) * 16 + (a != b) * 32;
        v[4] = (a & b) | (a ^ b) ^ (u & 0x1F), v[5] = a && b || !a;
        v[6] = a > b ? a : b;
        v[7] = (int)d + (int)(d * 2), v[8] = (u += 0, b);
        v[9] = 100, v[9] += a, v[9] -= b, v[9] *= 2, v[9] /= 3, v[9] %= 50;
        v[10] = 0xFF, v[10] <<= 2, v[10] >>= 1, v[10] &= 0x1F3, v[10] |= 8, v[10] ^= 1;
        v[11] = *p + p[1] + *(p + 2) + 3[p] + (&v[4])[1];
        v[12] = m[1][0] * (*m)[1] + **m + (*(m + 1))[1];
        v[13] = q->a + (*q).b + (&s)->b + s.a;
        v[14] = p == v && q != &s + 1 && &m[1] - m == 1;
        size = sizeof v / sizeof v[0] + sizeof(m) / sizeof(int) + sizeof d + (sizeof a) + sizeof(struct pair) / sizeof s.a;
        v[15] = "abc"[a - 4] + '\x41' + L'a' + 010 + 1e2 + .5f;
    }
    for (i = 0; i < 16; i++)
        printf("%d ", v[i]);
    printf("%d %d %d\n", size, a, b);
    return 0;
}

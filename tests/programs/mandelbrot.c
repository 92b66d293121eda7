/*
 * The Mandelbrot set, computed by accessible functions that call one another
 * (6.3, 8.5.2).
 */
#include <stdio.h>

#define WIDTH 48
#define HEIGHT 20
#define LIMIT 50

typedef struct {
    double re, im;
} complex_t;

#pragma gpump accessible
static complex_t multiply(complex_t a, complex_t b)
{
    complex_t c;
    c.re = a.re * b.re - a.im * b.im;
    c.im = a.re * b.im + a.im * b.re;
    return c;
}

#pragma gpump accessible
static double norm(complex_t a)
{
    return a.re * a.re + a.im * a.im;
}

#pragma gpump accessible
int escape(complex_t c)
{
    complex_t z = { 0.0, 0.0 };
    int n;

    for (n = 0; n < LIMIT && norm(z) < 4.0; n++) {
        z = multiply(z, z);
        z.re += c.re;
        z.im += c.im;
    }
    return n;
}

int main(void)
{
    static char picture[HEIGHT][WIDTH + 1];
    int x, y;
    complex_t origin = { 0.0, 0.0 };

    #pragma omp parallel for private(x)
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) {
            complex_t c;
            c.re = -2.0 + 2.75 * x / WIDTH;
            c.im = -1.25 + 2.5 * y / HEIGHT;
            picture[y][x] = " .:-=+*#%@"[escape(c) * 9 / LIMIT];
        }
        picture[y][WIDTH] = '\0';
    }
    for (y = 0; y < HEIGHT; y++)
        puts(picture[y]);
    printf("the origin stays for %d steps\n", escape(origin));
    return 0;
}

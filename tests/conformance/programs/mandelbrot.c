/*
 * A picture of the Mandelbrot set: rows of uneven cost, handed out dynamically,
 * each thread with a row of its own, counted by reductions.
 *
 * cross: reduction(+ : inside, steps) => firstprivate(inside, steps)
 */
#include <omp.h>
#include <string.h>
#include "check.h"

#define WIDTH 60
#define HEIGHT 24
#define MOST 200

/* In fixed point: a device may round a product and a sum once, a processor twice. */
#define ONE (1L << 24)

typedef struct {
    long re, im;
} complex_t;

static complex_t step(complex_t z, complex_t c)
{
    complex_t next = {(z.re * z.re - z.im * z.im) / ONE + c.re, 2 * z.re * z.im / ONE + c.im};
    return next;
}

static int escape(long x, long y, long *steps)
{
    complex_t c = {x, y}, z = {0, 0};
    int n;

    for (n = 0; n < MOST && z.re * z.re + z.im * z.im <= 4 * ONE * ONE; n++)
        z = step(z, c);
    *steps += n;
    return n;
}

int main(void)
{
    static char picture[HEIGHT][WIDTH + 1], again[HEIGHT][WIDTH + 1];
    char row[WIDTH + 1];
    int y, x, inside = 0, counted = 0;
    long steps = 0, serial_steps = 0;

#pragma omp parallel for private(row) private(x) schedule(dynamic, 1) reduction(+ : inside, steps) num_threads(4)
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) {
            int n = escape((x - 42) * ONE / 20, (y - 12) * ONE / 10, &steps);
            row[x] = n == MOST ? '#' : n > 8 ? '+' : n > 4 ? '.' : ' ';
            inside += n == MOST;
        }
        row[WIDTH] = '\0';
        strcpy(picture[y], row);
    }
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) {
            int n = escape((x - 42) * ONE / 20, (y - 12) * ONE / 10, &serial_steps);
            again[y][x] = n == MOST ? '#' : n > 8 ? '+' : n > 4 ? '.' : ' ';
            counted += n == MOST;
        }
    }
    CHECK(memcmp(picture, again, sizeof picture) == 0);
    CHECK(inside == counted && steps == serial_steps);
    puts(picture[HEIGHT / 2]);
    return check_result("mandelbrot");
}

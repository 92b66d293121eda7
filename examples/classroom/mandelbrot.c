/* A picture whose rows take different times: schedule(dynamic) gives a thread its next row when it is free. */
#include <stdio.h>

#define WIDTH 64
#define HEIGHT 24
#define MOST 200

static int steps(double re, double im)
{
    double x = 0, y = 0;
    int n = 0;

    while (n < MOST && x * x + y * y <= 4) {
        double next = x * x - y * y + re;
        y = 2 * x * y + im;
        x = next;
        n++;
    }
    return n;
}

int main(void)
{
    static char picture[HEIGHT][WIDTH + 1];

    #pragma omp parallel for schedule(dynamic)
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++) {
            int n = steps(-2.2 + 3.2 * column / WIDTH, -1.2 + 2.4 * row / HEIGHT);
            picture[row][column] = n == MOST ? '#' : n > 12 ? '+' : n > 5 ? '.' : ' ';
        }

    for (int row = 0; row < HEIGHT; row++)
        puts(picture[row]);
    return 0;
}

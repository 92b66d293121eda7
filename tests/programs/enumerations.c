/*
 * Enumerations: constants in bounds, extents, chunk sizes and cases, variables
 * of the type.
 * threads: 3
 */
#include <stdio.h>

enum { WIDTH = 4, HEIGHT = 5, CELLS = WIDTH * HEIGHT };
enum colour { RED, GREEN = 5, BLUE };
typedef enum { OFF, ON } state;

int main(void)
{
    enum colour colour = GREEN, cells[CELLS];
    state states[HEIGHT];
    int i, reds = 0;

    #pragma omp parallel for schedule(static, WIDTH) reduction(+: reds)
    for (i = 0; i < CELLS; i++) {
        switch (i % 3) {
        case RED:
            cells[i] = RED;
            break;
        case 1:
            cells[i] = colour;
            break;
        default:
            cells[i] = BLUE;
        }
        reds += cells[i] == RED;
        if (i < HEIGHT)
            states[i] = i % 2 ? ON : OFF;
    }
    printf("%d %d %d %d %d\n", reds, cells[1], cells[2], states[3], states[4]);
    return 0;
}

/*
 * Structures with pointers as members may be used as long as the pointers are
 * not followed; a pointer copied to a variable may be (6.4).
 * threads: 4
 */
#include <stdio.h>
#include <stdlib.h>

struct image { int width, height; unsigned char *pixels; const char *name; };

static int brighten(struct image *im, int by)
{
    unsigned char *pixels = im->pixels;
    int n = im->width * im->height, i, clipped = 0;

    #pragma omp parallel for reduction(+: clipped)
    for (i = 0; i < n; i++) {
        int value = pixels[i] + by;
        if (value > 255) {
            value = 255;
            clipped++;
        }
        pixels[i] = (unsigned char)value;
    }
    return clipped;
}

int main(void)
{
    struct image im = { 16, 8, NULL, "test" };
    int i, sum = 0, count;

    im.pixels = (unsigned char *)gpump_malloc(im.width * im.height);
    for (i = 0; i < 128; i++)
        im.pixels[i] = (unsigned char)(2 * i);
    count = brighten(&im, 20);
    for (i = 0; i < 128; i++)
        sum += im.pixels[i];
    printf("%s: %d clipped, %d\n", im.name, count, sum);
    gpump_free(im.pixels);
    return 0;
}

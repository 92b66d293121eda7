/* Many threads count into a few places: atomic lets one at a time add. */
#include <stdio.h>

#define COUNT 10000
#define BINS 8

int main(void)
{
    int bins[BINS] = {0};

    #pragma omp parallel for
    for (int i = 0; i < COUNT; i++) {
        int bin = (i * 37 + i / 7) % BINS;
        #pragma omp atomic
        bins[bin]++;
    }

    for (int bin = 0; bin < BINS; bin++)
        printf("%d: %d\n", bin, bins[bin]);
    return 0;
}

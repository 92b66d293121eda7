#define WEIGHTS 7

/* No region is here, but variables that keep their values on the device. */
static int weight(int k)
{
    static const int weights[WEIGHTS] = {0, 1, 2, 3, 4, 5, 6};
    return weights[k % WEIGHTS];
}

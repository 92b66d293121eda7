/*
 * A static variable whose type its function declares goes before the function
 * with that type, which then has to be the only one of its name.
 * refused: 12 E0405 needs `point`, one of two of this name
 */
struct point {
    int z;
};

static int visit(int i)
{
    struct point { int x, y; };
    static struct point points[4];

    return points[i].x += i;
}

int main(void)
{
    struct point one = {0};
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += visit(i);
    return sum + one.z;
}

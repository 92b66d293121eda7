/* What one file of the program defines. */
static void add(int *v, int by)
{
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 40; i++)
        v[i] += by + i;
}

static void add_often(int *v, int by)
{
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 40; i++)
        for (int k = 0; k < 40; k++)
            v[i] += by + (k == 0 ? i : 0);
}

void mark(int *v, int by)
{
    add(v, by);
}

void (*const table[])(int *, int) = {add_often};

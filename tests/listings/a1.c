void a1(int n, float *a, float *b);

int main(int argc, char *argv[])
{
    int i;
    float a[1024], b[1024];
    #pragma gpump accessible(a, b)

    for (i = 0; i < 1024; i++) a[i] = 0.5f + (float)i;

    a1(1024, a, b);
}

void a1(int n, float *a, float *b)
{
    int i;
    #pragma omp parallel for
    for (i = 1; i < n; i++)   /* i is private by default */
        b[i] = (a[i] + a[i - 1]) / 2.0;
}

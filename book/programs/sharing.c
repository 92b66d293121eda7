int total;

void work(int n)
{
    float table[64];
    int i, last = 0, scratch;

    #pragma omp parallel for private(scratch) firstprivate(last) reduction(+ : total)
    for (i = 0; i < n; i++) {
        float twice;
        scratch = i + last;
        twice = 2.0f * scratch;
        table[i] = twice;
        total += 1;
    }
}

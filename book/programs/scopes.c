int n;

float scale(float x, int times)
{
    float n = x * 2.0f;
    {
        int x = times;
        n = n * x;
    }
    return n + x;
}

void count()
{
    n++;
}

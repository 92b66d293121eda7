// error[E0412]: C++ cannot declare the static variable `count` twice
static int count;
static int *where = &count;
static int count = 3;
int main(void)
{
#pragma omp parallel
    ;
    return *where;
}

// error[E0412]: in C++ a compound literal is no object that lasts
int *numbers = (int[]){1, 2, 3};
int main(void)
{
#pragma omp parallel
    ;
    return numbers[0];
}

/*
 * Functions of other files that are called with arguments, and of which no declaration says which they take.
 * refused: 22 E0404 `named` cannot be called on the device | no declaration says which arguments it takes | declare `named` with its parameters
 * refused: 23 E0404 `implicit` cannot be called on the device | no declaration says which arguments it takes
 */
int named();
int told();
int nothing();

/* the same function again, with its parameters */
int told(int);

static int middle(int x)
{
    return told(x) + nothing();
}

int main(void)
{
    int sum = 0;
#pragma omp parallel reduction(+ : sum)
    sum += named(1) +
           implicit(2) + middle(3);
    return sum;
}

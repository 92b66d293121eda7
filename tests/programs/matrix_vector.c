/*
 * A matrix with a vector; the inner loop's variable is private by a clause, and
 * the arrays are shared because they are global.
 */
#include <stdio.h>

#define ROWS 37
#define COLUMNS 11

double matrix[ROWS][COLUMNS];
double vector[COLUMNS], product[ROWS];

static void multiply(void)
{
    int row, column;

    #pragma omp parallel for private(column) shared(matrix, vector, product)
    for (row = 0; row < ROWS; row++) {
        product[row] = 0.0;
        for (column = 0; column < COLUMNS; column++)
            product[row] += matrix[row][column] * vector[column];
    }
}

int main(void)
{
    int row, column;

    for (row = 0; row < ROWS; row++)
        for (column = 0; column < COLUMNS; column++)
            matrix[row][column] = row + column;
    for (column = 0; column < COLUMNS; column++)
        vector[column] = column % 3;
    multiply();
    for (row = 0; row < ROWS; row += 6)
        printf("%d: %g\n", row, product[row]);
    return 0;
}

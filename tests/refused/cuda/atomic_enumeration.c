/*
 * An enumeration in the longer forms of `atomic`: the cast that C++ wants would be made before the operation.
 * refused: 13 E0405 `atomic` cannot assign an enumeration this way
 * refused: 15 E0405 `atomic` cannot assign an enumeration this way
 */
enum colour { RED, GREEN, BLUE } colour;

void f(void)
{
    #pragma omp parallel
    {
        #pragma omp atomic
        colour = colour + 1;
        #pragma omp atomic
        colour = 2.5 * colour;
        #pragma omp atomic
        colour += 1;
    }
}

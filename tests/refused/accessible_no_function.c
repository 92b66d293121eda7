/*
 * Without a list, `accessible` stands in front of a function.
 * refused: 5 E0305 `accessible` in front of what is no function
 */
#pragma gpump accessible
int table[10];

#pragma gpump accessible
int twice(int x);

int f(int x)
{
    return twice(x);
}

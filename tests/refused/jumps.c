/*
 * Jumps into and out of structured blocks (OpenMP 2.5, 1.2.2).
 * refused: 17 E0311 `return` leaves the `parallel` construct
 * refused: 19 E0311 `goto out` crosses the border of a construct
 * refused: 24 E0311 `goto inside` crosses the border of a construct
 * refused: 28 E0311 `break` leaves the `parallel for` construct
 * refused: 35 E0311 `continue` leaves the `parallel` construct
 * refused: 44 E0311 `break` leaves the `parallel` construct
 */
int f(int n, int *v)
{
    int i;

    #pragma omp parallel
    {
        if (v[0])
            return 1;
        if (v[1])
            goto out;
    inside:
        v[2] = 0;
    }
    if (v[2])
        goto inside;
    #pragma omp parallel for
    for (i = 0; i < n; i++) {
        if (v[i])
            break;
        v[i] = 0;
    }
    for (i = 0; i < n; i++) {
        #pragma omp parallel
        {
            if (v[i])
                continue;
            v[i] = 1;
        }
    }
    switch (n) {
    case 1:
        #pragma omp parallel
        {
            v[0] = 2;
            break;
        }
    }
out:
    return 0;
}

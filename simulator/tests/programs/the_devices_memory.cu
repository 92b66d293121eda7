/*
 * The host does not touch the device's memory.
 *
 * says: the host has touched memory that is the device's
 * signal: 11
 */
int main()
{
    int *place;
    cudaMalloc(&place, 4);
    *place = 1;
}

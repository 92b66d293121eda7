/*
 * Structures that the device's compiler lays out in another way than gcc.
 * refused: 28 E0405 `reversed` cannot be used on the device | lays its type out
 * refused: 28 E0405 `other` cannot be used on the device | lays its type out
 * refused: 31 E0405 `nothing` cannot be used on the device | has no bytes
 * refused: 29 E0405 `wide` cannot be used on the device | wider than 32 bits
 * refused: 18 E0405 the bit-field `x` cannot be used on the device
 */
#pragma scalar_storage_order big-endian
struct reversed { int i; } reversed[4];
#pragma scalar_storage_order default
struct __attribute__((ms_struct)) other { char c; int i : 4; } *other;
struct natural { int i; } natural;
struct wide { unsigned long x : 40; } wide;

static void set(void *wide)
{
    ((struct wide *)wide)->x = 1;
}

void f(void)
{
    int k;

#pragma omp parallel for
    for (k = 0; k < 4; k++)
    {
        reversed[k].i = other[k].i + natural.i;
        wide.x = k;
        struct { int none[0]; } nothing;
        other[k].c = sizeof nothing;
        set(&other[k]);
    }
}

/*
 * Elements of memory that are kept in registers while a loop changes them.
 *
 *     for (k = 0; k < n; k++)
 *         c[i][j] += a[i][k] * b[k][j];
 *
 * becomes, where `a` and `b` may lead to the same memory as `c` for all that is known beforehand,
 *
 *     const bool gpump_are_apart = gpump_apart(c, a, b);
 *     ...
 *     gpump_in_registers(gpump_are_apart, [&](double &gpump_own_c) {
 *     for (k = 0; k < n; k++)
 *         gpump_own_c += a[i][k] * b[k][j];
 *     }, c[i][j]);
 *
 * so that memory is read and written once. Where the answer is no the loop is given the element itself.
 */
#ifndef GPUMP_CUDA_ELEMENTS_H
#define GPUMP_CUDA_ELEMENTS_H

template <class Loop, class... T>
static inline __device__ void gpump_in_registers(bool are_apart, const Loop &loop, T &...elements)
{
    if (are_apart) {
        [&](T... own) {
            loop(own...);
            ((elements = own), ...);
        }(elements...);
    } else {
        loop(elements...);
    }
}

#endif

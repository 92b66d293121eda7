/* atomicAdd on every integer type: the sum is right, and the neighbours in the same word are not touched. */
#include "region.h"

#define TYPES(X)              \
    X(0, char)                \
    X(1, signed char)         \
    X(2, unsigned char)       \
    X(3, short)               \
    X(4, unsigned short)      \
    X(5, int)                 \
    X(6, unsigned int)        \
    X(7, long)                \
    X(8, unsigned long)       \
    X(9, long long)           \
    X(10, unsigned long long)

#define TEST(N, type)                                                                               \
    typedef struct {                                                                                \
        type before, x, after;                                                                      \
        void *__before, *__x, *__after;                                                             \
    } gpump_params##N;                                                                              \
    __global__ void gpump_parallel##N(gpump_params##N *gpump_li##N)                                 \
    {                                                                                               \
        type x = 0;                                                                                 \
        for (int i = 0; i < 5; i++)                                                                 \
            x += (type)(gpump_get_thread_num_d() * 3 - 40);                                         \
        gpump_barrier_d();                                                                          \
        atomicAdd(&(gpump_li##N->x), x);                                                            \
        gpump_barrier_d();                                                                          \
    }                                                                                               \
    static void test##N()                                                                           \
    {                                                                                               \
        type before = (type)-1, x = 100, after = (type)-1, expected = 100;                          \
        for (int t = 0; t < 64; t++)                                                                \
            for (int i = 0; i < 5; i++)                                                             \
                expected += (type)(t * 3 - 40);                                                     \
        DECLARE(N)                                                                                  \
        gpump_copy_config_t cfg##N[] = {ENTRY(N, before, 0, SHARED), ENTRY(N, x, 0, REDUCTION),      \
                                        ENTRY(N, after, 0, SHARED)};                                \
        RUN(N, 4, 16);                                                                              \
        EXPECT(x == expected && before == (type)-1 && after == (type)-1);                           \
    }

TYPES(TEST)

/* _Bool: true when any was; and the value that was there is returned. */
typedef struct {
    bool x;
    int were_false;
    void *__x, *__were_false;
} gpump_params11;

__global__ void gpump_parallel11(gpump_params11 *gpump_li11)
{
    bool x = gpump_get_thread_num_d() % 5 == 4;
    if (!atomicAdd(&(gpump_li11->x), x) && x)
        atomicAdd(&gpump_li11->were_false, 1);
}

/* A byte at the end of a block whose size is no multiple of a word's. */
typedef struct {
    char *bytes;
    void *__bytes;
} gpump_params12;

__global__ void gpump_parallel12(gpump_params12 *gpump_li12)
{
    char *last = gpump_li12->bytes + 6;
    char was = atomicAdd(last, (char)1);
    if (was == 63)
        gpump_li12->bytes[5] = was;
}

int main()
{
#define CALL(N, type) test##N();
    TYPES(CALL)
    {
        bool x = false;
        int were_false = 0;
        DECLARE(11)
        gpump_copy_config_t cfg11[] = {ENTRY(11, x, 0, REDUCTION), ENTRY(11, were_false, 0, REDUCTION)};
        RUN(11, 4, 16);
        EXPECT(x && were_false == 1);
    }
    {
        char *bytes = gpump_calloc(7, 1);
        DECLARE(12)
        gpump_copy_config_t cfg12[] = {ENTRY(12, bytes, 1, SHARED)};
        RUN(12, 4, 16);
        EXPECT(bytes[6] == 64 && bytes[5] == 63 && bytes[4] == 0);
    }
    printf("ok\n");
}

/* Pointers go to the device and come back, at any level, whatever they share (thesis, 5.3 to 5.5). */
#include "region.h"

/* One level: the middle of a block, its end, NULL, and two pointers to one block. */
typedef struct {
    int *p, *q, *end, *none, *moved;
    int seen;
    void *__p, *__q, *__end, *__none, *__moved, *__seen;
} gpump_params0;

__global__ void gpump_parallel0(gpump_params0 *gpump_li0)
{
    if (gpump_is_master_d()) {
        gpump_li0->p[0] += 100;
        gpump_li0->seen = gpump_li0->q[5];
        gpump_li0->end[-1] = 9;
        gpump_li0->moved += 3;
        if (gpump_li0->none)
            gpump_li0->seen = -1;
    }
}

static void one_level()
{
    int *block = gpump_malloc(10 * sizeof(int));
    for (int i = 0; i < 10; i++)
        block[i] = i;
    int *p = block + 5, *q = block, *end = block + 10, *none = NULL, *moved = block, seen = 0;
    DECLARE(0)
    gpump_copy_config_t cfg0[] = {ENTRY(0, p, 1, SHARED),    ENTRY(0, q, 1, FIRSTPRIVATE),
                                  ENTRY(0, end, 1, SHARED),  ENTRY(0, none, 1, SHARED),
                                  ENTRY(0, moved, 1, SHARED), ENTRY(0, seen, 0, SHARED)};
    RUN(0, 1, 2);
    EXPECT(p == block + 5 && q == block && end == block + 10 && none == NULL && moved == block + 3);
    EXPECT(block[5] == 105 && seen == 105 && block[9] == 9 && block[1] == 1);
    gpump_free(block);
}

/* Three levels; rows that are shared; words that are no pointers; a cycle. */
struct node {
    struct node *next;
    long value;
};

typedef struct {
    float **rows;
    float ***table;
    struct node **ring;
    void *__rows, *__table, *__ring;
} gpump_params1;

__global__ void gpump_parallel1(gpump_params1 *gpump_li1)
{
    if (!gpump_is_master_d())
        return;
    gpump_li1->rows[0][1] = 5;
    gpump_li1->table[1][0][2] = gpump_li1->rows[0][1] + 1;
    float *swap = gpump_li1->rows[1];
    gpump_li1->rows[1] = gpump_li1->rows[2] + 1;
    gpump_li1->rows[2] = swap;
    (*gpump_li1->ring)->value += 1;
}

static void many_levels()
{
    float *a = gpump_calloc(4, sizeof(float)), *b = gpump_calloc(4, sizeof(float));
    float **rows = gpump_malloc(5 * sizeof(float *));
    float ***table = gpump_malloc(2 * sizeof(float **));
    rows[0] = a;
    rows[1] = b;
    rows[2] = b + 2;
    rows[3] = NULL;
    rows[4] = (float *)0x123456789; /* known to nobody, and to be left alone */
    table[0] = NULL;
    table[1] = rows;
    struct node *first = gpump_malloc(sizeof(struct node));
    first->next = first;
    first->value = 41;
    struct node **ring = &first->next;
    DECLARE(1)
    gpump_copy_config_t cfg1[] = {ENTRY(1, rows, 2, SHARED), ENTRY(1, table, 3, SHARED), ENTRY(1, ring, 2, SHARED)};
    RUN(1, 1, 1);
    EXPECT(a[1] == 5 && a[2] == 6);
    EXPECT(rows[0] == a && rows[1] == b + 3 && rows[2] == b && rows[3] == NULL && rows[4] == (float *)0x123456789);
    EXPECT(table[0] == NULL && table[1] == rows);
    EXPECT(ring == &first->next && first->next == first && first->value == 42);
}

/* A block that is first reached as a block of values, then as one of pointers. */
typedef struct {
    char *bytes;
    int **pp;
    void *__bytes, *__pp;
} gpump_params2;

__global__ void gpump_parallel2(gpump_params2 *gpump_li2)
{
    **gpump_li2->pp = 7;
}

static void raised_level()
{
    int *target = gpump_malloc(sizeof(int));
    int **pp = gpump_malloc(sizeof(int *));
    *pp = target;
    char *bytes = (char *)pp;
    DECLARE(2)
    gpump_copy_config_t cfg2[] = {ENTRY(2, bytes, 1, SHARED), ENTRY(2, pp, 2, SHARED)};
    RUN(2, 1, 1);
    EXPECT(*target == 7 && *pp == target && bytes == (char *)pp);
}

/* An array of pointers, itself a variable of the region. */
typedef struct {
    double *row[3];
    void *__row;
} gpump_params3;

__global__ void gpump_parallel3(gpump_params3 *gpump_li3)
{
    if (gpump_is_master_d()) {
        gpump_li3->row[0][0] += 1;
        gpump_li3->row[2] = gpump_li3->row[0] + 1;
    }
}

static void array_of_pointers()
{
    double values[2] = {1.5, 2.5}, *row[3] = {values, NULL, NULL};
    gpump_alloc_list_add(&values, sizeof values);
    DECLARE(3)
    gpump_copy_config_t cfg3[] = {
        {&_gpump_li3.row, &_gpump_li3.__row, &row, sizeof row, sizeof(double), {3, -1}, 1, SHARED}};
    RUN(3, 1, 1);
    EXPECT(values[0] == 2.5 && row[0] == values && row[1] == NULL && row[2] == values + 1);
}

/* Pointers to other variables of the same region, from outside and from within a block; both alias. The
   variable is listed as well, and has no second copy for that. */
typedef struct {
    int *q, **pq;
    int x, y;
    int *chosen, *past;
    void *__q, *__pq, *__x, *__y, *__chosen, *__past;
} gpump_params4;

__global__ void gpump_parallel4(gpump_params4 *gpump_li4)
{
    if (!gpump_is_master_d())
        return;
    *gpump_li4->q += 1;
    gpump_li4->x *= 2;
    **gpump_li4->pq += 5;
    gpump_li4->chosen = &gpump_li4->y; /* 5.4: retargeted on the device */
    *gpump_li4->pq = &gpump_li4->y;
    gpump_li4->__x = &gpump_li4->x; /* as generated code does at the end */
    gpump_li4->__y = &gpump_li4->y;
}

static void region_variables()
{
    int x = 10, y = 20, *q = &x, *chosen = NULL, *past = &y + 1;
    gpump_alloc_list_add(&x, sizeof x);
    int **pq = gpump_malloc(sizeof(int *));
    *pq = &x;
    DECLARE(4)
    gpump_copy_config_t cfg4[] = {ENTRY(4, q, 1, SHARED), ENTRY(4, pq, 2, SHARED),     ENTRY(4, x, 0, SHARED),
                                  ENTRY(4, y, 0, SHARED), ENTRY(4, chosen, 1, SHARED), ENTRY(4, past, 1, FIRSTPRIVATE)};
    RUN(4, 1, 1);
    EXPECT(x == 27 && y == 20);
    EXPECT(q == &x && chosen == &y && *pq == &y && past == &y + 1);
}

/* 5.4: the pointer in between is listed, and never named in the region. */
typedef struct {
    float **pp;
    float fresh;
    void *__pp, *__fresh;
} gpump_params5;

__global__ void gpump_parallel5(gpump_params5 *gpump_li5)
{
    *gpump_li5->pp = &gpump_li5->fresh;
    gpump_li5->__pp = &gpump_li5->pp;
    gpump_li5->__fresh = &gpump_li5->fresh;
}

static void retarget()
{
    float **pp, *p, old = 0.0f, fresh = 1.0f;
    p = &old;
    pp = &p;
    gpump_alloc_list_add(&p, sizeof p);
    DECLARE(5)
    gpump_copy_config_t cfg5[] = {ENTRY(5, pp, 2, SHARED), ENTRY(5, fresh, 0, SHARED)};
    RUN(5, 1, 1);
    EXPECT(pp == &p && p == &fresh && *p == 1.0f);
}

/* 6.4: words behind a pointer to pointers are left as they are when they point nowhere. */
typedef struct {
    float *p;
    int secs;
} new_type;

typedef struct {
    float **pp;
    void *__pp;
} gpump_params6;

__global__ void gpump_parallel6(gpump_params6 *gpump_li6)
{
    if (gpump_is_master_d())
        *((int *)gpump_li6->pp + 2) += 1;
}

static void struct_pointer()
{
    new_type x;
    x.p = 0;
    x.secs = 31556926;
    gpump_alloc_list_add(&x, sizeof x);
    float **pp = &x.p;
    DECLARE(6)
    gpump_copy_config_t cfg6[] = {ENTRY(6, pp, 2, SHARED)};
    RUN(6, 1, 4);
    EXPECT(x.p == 0 && x.secs == 31556927 && pp == &x.p);
}

/* What a region only reads may lie in memory that cannot be written. */
typedef struct {
    const int *constants;
    int sum;
    int limit;
    void *__constants, *__sum, *__limit;
} gpump_params7;

static const int constants_there[3] = {1, 2, 3};
static const int limit = 3;

__global__ void gpump_parallel7(gpump_params7 *gpump_li7)
{
    for (int i = 0; i < gpump_li7->limit; i++)
        gpump_li7->sum += gpump_li7->constants[i];
}

static void constant_block()
{
    const int *constants = constants_there;
    int sum = 0;
    gpump_alloc_list_add(&constants_there, sizeof constants_there);
    DECLARE(7)
    gpump_copy_config_t cfg7[] = {ENTRY(7, constants, 1, SHARED), ENTRY(7, sum, 0, SHARED),
                                  ENTRY(7, limit, 0, SHARED)};
    RUN(7, 1, 1);
    EXPECT(sum == 6 && constants == constants_there);
}

int main()
{
    one_level();
    many_levels();
    raised_level();
    array_of_pointers();
    region_variables();
    retarget();
    struct_pointer();
    constant_block();
    printf("ok\n");
}

/*
 * Functions of the libraries that a program declares with types of its own, and part of an array that the loop's variable
 * chooses.
 * regions: 2 of 6 on the device
 * pair alone: the headers of a single file declare the types
 */
typedef struct lock { void *content[2]; } omp_nest_lock_t;
void omp_init_nest_lock(omp_nest_lock_t *lock);
void omp_set_nest_lock(omp_nest_lock_t *lock);
void omp_unset_nest_lock(omp_nest_lock_t *lock);
void omp_destroy_nest_lock(omp_nest_lock_t *lock);
typedef int omp_lock_t;
void omp_init_lock(omp_lock_t *lock);
void omp_set_lock(omp_lock_t *lock);
void omp_unset_lock(omp_lock_t *lock);
void omp_destroy_lock(omp_lock_t *lock);
typedef struct quotient { int quot, rem; } div_t;
div_t div(int x, int y);
int abs(int x);
int printf(const char *format, ...);

static omp_nest_lock_t nest;
static omp_lock_t lock;

static int locked_twice(int count)
{
    int sum = 0;
    omp_init_nest_lock(&nest);
#pragma omp parallel for
    for (int i = 0; i < count; i++) {
        omp_set_nest_lock(&nest);
        sum += i;
        omp_unset_nest_lock(&nest);
    }
    omp_destroy_nest_lock(&nest);
    return sum;
}

static int locked(int count)
{
    int sum = 0;
    omp_init_lock(&lock);
#pragma omp parallel for
    for (int i = 0; i < count; i++) {
        omp_set_lock(&lock);
        sum += i;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    return sum;
}

static int divided(int count)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < count; i++) {
        div_t both = div(i, 3);
        sum += both.quot + both.rem;
    }
    return sum;
}

static int absolute(int count)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < count; i++)
        sum += abs(-i);
    return sum;
}

int main(void)
{
    int i = 2, parts[4] = {1, 1, 3, 1};
#pragma omp parallel for reduction(* : parts[i])
    for (i = 0; i < 4; i++)
        parts[2] *= 2;
    printf("%d %d %d %d %d\n", locked_twice(10), locked(10), divided(10), absolute(10), parts[2]);
    i = 1;
#pragma omp parallel num_threads(2) reduction(+ : parts[i])
    parts[1] += 1;
    printf("%d\n", parts[1]);
    return 0;
}

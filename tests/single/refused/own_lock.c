// error[E0412]: the runtime's headers declare `omp_set_lock` with another type
typedef struct lock { void *content; } omp_lock_t;
void omp_set_lock(omp_lock_t *lock);
static omp_lock_t lock;
int main(void)
{
    omp_set_lock(&lock);
#pragma omp parallel
    ;
    return 0;
}

/*
 * The types of omp.h, which includes this once for each side that has it: without a guard.
 */
typedef struct {
    unsigned int owner; /* its number, plus 1; 0: nobody */
} omp_lock_t;

typedef struct {
    unsigned int owner;
    int count;
} omp_nest_lock_t;

/* What a program expects of those who come to an atomic construct (5.0, 2.17.12): nothing depends on it. */
typedef enum omp_sync_hint_t {
    omp_sync_hint_none = 0,
    omp_lock_hint_none = 0,
    omp_sync_hint_uncontended = 1,
    omp_lock_hint_uncontended = 1,
    omp_sync_hint_contended = 2,
    omp_lock_hint_contended = 2,
    omp_sync_hint_nonspeculative = 4,
    omp_lock_hint_nonspeculative = 4,
    omp_sync_hint_speculative = 8,
    omp_lock_hint_speculative = 8
} omp_sync_hint_t;

typedef omp_sync_hint_t omp_lock_hint_t;

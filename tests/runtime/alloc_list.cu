/* The list of accessible memory: what enters it, what leaves it, and what an entry's neighbours feel. */
#include "region.h"

static bool listed(const volatile void *address)
{
    gpump_alloc_list_t::const_iterator entry = gpump_alloc_list_find(gpump_address(address));
    return entry != gpump_alloc_list().end() && gpump_address(address) - entry->first < entry->second;
}

static float sum(const float *values, int count)
{
    float total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    return total;
}

int main()
{
    /* C's habits: no casts. */
    float *p = gpump_malloc(4 * sizeof(float));
    float *q;
    q = gpump_calloc(4, sizeof *q);
    EXPECT(sum(q, 4) == 0 && sum(gpump_calloc(2, sizeof(float)), 2) == 0);
    double *cast = (double *)gpump_malloc(8);
    void *plain = gpump_malloc(3);
    float (*matrix)[3] = gpump_malloc(2 * sizeof *matrix);
    float *restrict only = p;
    EXPECT(listed(p) && listed(p + 3) && !listed(p + 4) && listed(q) && listed(cast) && listed(plain) &&
           listed(&matrix[1][2]) && only == p);

    /* realloc moves the entry, and keeps the contents. */
    for (int i = 0; i < 4; i++)
        p[i] = i;
    p = gpump_realloc(p, 4000 * sizeof(float));
    EXPECT(listed(p + 3999) && p[3] == 3);
    p = gpump_realloc(p, 2 * sizeof(float));
    EXPECT(listed(p + 1) && !listed(p + 2));
    int *fresh = gpump_realloc(NULL, sizeof(int));
    EXPECT(listed(fresh));
    gpump_free(p);
    EXPECT(!listed(p));
    uintptr_t before = gpump_address(gpump_malloc(5000));
    gpump_free((void *)before);
    EXPECT(gpump_address(gpump_malloc(5000)) == before); /* it went back to the C library */
    gpump_free(NULL);
    gpump_free(q);
    EXPECT(!listed(q));

    /* Nothing is no entry. */
    size_t entries = gpump_alloc_list().size();
    gpump_free((gpump_alloc_list_add(&entries, 0), (void *)NULL));
    EXPECT(gpump_alloc_list().size() == entries);

    /* A new entry drops those that it overlaps, and no neighbour. */
    char memory[100];
    gpump_alloc_list_add(memory, 10);
    gpump_alloc_list_add(memory + 10, 10);
    gpump_alloc_list_add(memory + 20, 10);
    gpump_alloc_list_add(memory + 30, 10);
    gpump_alloc_list_add(memory + 19, 2);
    EXPECT(listed(memory + 9) && !listed(memory + 10) && listed(memory + 19) && listed(memory + 20) &&
           !listed(memory + 21) && listed(memory + 30));
    gpump_alloc_list_add(memory, sizeof memory);
    EXPECT(gpump_alloc_list().size() == entries + 1 && listed(memory + 99));
    gpump_alloc_list_add(memory + 1, 98);
    EXPECT(gpump_alloc_list().size() == entries + 1 && !listed(memory));
    gpump_alloc_list_remove(memory + 1);
    EXPECT(!listed(memory + 1));

    /* The end of one entry is the start of the next: the start counts. */
    gpump_alloc_list_add(memory, 10);
    gpump_alloc_list_add(memory + 10, 10);
    EXPECT(gpump_alloc_list_find(gpump_address(memory + 10))->first == gpump_address(memory + 10));
    EXPECT(gpump_alloc_list_find(gpump_address(memory + 20))->first == gpump_address(memory + 10));
    EXPECT(gpump_alloc_list_find(gpump_address(memory + 21)) == gpump_alloc_list().end());
    printf("ok\n");
}

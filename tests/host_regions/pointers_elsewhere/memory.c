#include <stdlib.h>

struct memory {
    void *(*get)(size_t number, size_t size);
};

static struct memory memory;

static void *get_from(struct memory *from, size_t number, size_t size) { return from->get(number, size); }

void use_library(void) { memory.get = calloc; }
void *get(size_t number, size_t size) { return get_from(&memory, number, size); }
int twice(int value) { return 2 * value; }

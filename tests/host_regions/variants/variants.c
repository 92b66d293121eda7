#include "variants.h"

int in_parallel(int x) { return 100 + x; }
int in_loop(int x) { return 200 + x; }
int in_dispatch(int x) { return 300 + x; }
int plain(int x) { return x; }

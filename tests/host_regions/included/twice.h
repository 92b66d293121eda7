/* Functions with their bodies, which one file includes. */
inline int half(int x) { return x / 2; }
int twice(int x) { return 2 * x; }

/* Functions that one file defines for both, `inline` or not (C17 6.7.4). */
void twice(int *to, int value);
int sum_twice(void);

inline int next_of(int value) { return value + 1; }

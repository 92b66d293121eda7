/* What a header declares outside of functions: addresses of the file's functions and variables, and directives in front of what the file
   does not need. */
static int twice(int);
static int (*const steps[])(int) = {twice};
static long limit = 5;
static long *const limits[] = {&limit};
static long *const in_big[] = {&big[3]};
static const int *const list = (const int[]){1, 2, 3};
int wide(int);
#pragma omp declare variant(wide) match(construct = {parallel})
int base(int);
extern long counted;
#pragma omp threadprivate(counted)
int needed_by_none(void); int thrice(int);

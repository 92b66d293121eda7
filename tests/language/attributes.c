/* Attributes, in each place where gcc takes them. */
__attribute__((constructor)) static void before(void) { }
static __attribute__((noinline)) int among(int x) { return x; }
int __attribute__((const, pure)) after_type(int);
int after(int) __attribute__((nonnull)) __attribute__((__pure__, deprecated("say why")));
int *__attribute__((aligned(8))) pointer, __attribute__((unused)) *second, third __attribute__((unused)) = 3;
extern int renamed(int) __asm__("real_name") __attribute__((nothrow));
int initialised __attribute__((section(".data"), aligned(sizeof(long)))) = 1;
void (__attribute__((noreturn)) *in_parentheses)(void);
void (*__attribute__((cdecl)) behind_star)(void);
int printf_like(const char *, ...) __attribute__((__format__(__printf__, 1, 2)));
typedef int wide __attribute__((__mode__(__DI__)));
typedef struct __attribute__((packed)) packed { char c; int i; } __attribute__((aligned(2))) packed_alias;
struct plain { int x __attribute__((packed)), y; int z : 3 __attribute__((unused)); __attribute__((unused)) int w; } __attribute__((packed));
union __attribute__((transparent_union)) transparent { int *i; float *f; };
enum __attribute__((packed)) small { low __attribute__((deprecated)), high __attribute__((unused)) = 3 } __attribute__((aligned(4)));
struct tail { int n; int x[] __attribute__((aligned(16))); };
__attribute__(()) int empty_list; __attribute__((, unused,)) static int commas;
int parameters(__attribute__((unused)) int a, int b __attribute__((unused)), int __attribute__((unused)) c,
               int *__attribute__((unused)) d, __attribute__((unused)) int, int (*f)(void) __attribute__((unused)),
               void (__attribute__((noreturn)) *g)(void), int (*)(void), const char *h __attribute__((nonstring)));
__attribute__((cold)) int old(a, b) int a __attribute__((unused)); int b; { return b; }
__extension__ typedef long long extended; __extension__ extern __inline int extended_too(void) { return 1; }
__extension__ struct unnamed { __extension__ union { int a; float b; }; };

int statements(int a)
{
    __attribute__((unused)) int local; int __attribute__((unused)) another = 1, third __attribute__((unused));
    __extension__ int extended_local = 2; __attribute__((aligned(8))) int cleaned;
    switch (a) {
    case 1: a = 2; __attribute__((fallthrough));
    case 2: __attribute__((__fallthrough__)); case 3: ;
    }
label: __attribute__((unused)) a = 3;
other: __attribute__((unused));
    for (__attribute__((unused)) int i = 0; i < 3; i++) ;
    typedef int aligned_int __attribute__((aligned(64))), *aligned_pointer;
    aligned_int x; aligned_pointer y = &x;
    return *(int __attribute__((aligned(1))) *)y + sizeof(int __attribute__((vector_size(16)))) + (__attribute__((aligned(4))) int)3;
}

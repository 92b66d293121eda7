/* Declarators, from the inside out. */
int a, *p, **pp, arr[3], *parr[3], (*parrp)[3], f(void), *fp(void), (*pf)(void), (*apf[4])(int);
int (*(*fpf)(int))(double);
int (*fap(int n))[3];
int (*(*table[2])(void))[5];
void (*signal_like(int sig, void (*func)(int)))(int);
int (((deep)));
int ((*(*((x)))))[2];
int variadic(int, ...), variadic2(const char *format, ...);
int abstract(int, int *, int [], int [3], int (*)(int), int (*)[4], int *(*)(void), int (int), int ());
int sizes(int n, int a[n], int b[static 3], int c[const], int d[restrict static 2], int e[static const n], int g[*], int h[n][*]);
int pointers(int n, int (*m)[n], int *const restrict p, int *volatile const *q);
int forward(int n; int a[n], int n);
const int *const *const cccp;
unsigned (plain), (*unsigned_pointer);
extern int after(int), (*after_pointer)(int);

int old_style(a, b, c)
    int a, *b;
    register char c;
{
    return a + *b + c;
}
int old_unused(x, y) { return x + y; }
implicit_int(x) int x; { return x; }
static also_implicit() { return 1; }
*pointer_to_implicit() { return 0; }
old_function_pointer(f, v) int (*f)(), v[]; { return f(v); }
int (*returns_function(int n))(int k) { return n ? 0 : after_pointer; }
int (parenthesized)(int n) { return n; }
double (*row(int n))[3] { static double m[2][3]; return m + n; }

int main(int argc, char **argv)
{
    int n = argc, vla[n], vla2[n][n + 1], (*to_vla)[n] = &vla;
    typedef int row_type[n];
    row_type r; int (*local)(int) = after_pointer;
    extern int elsewhere; static int kept = 3; register int fast; auto int automatic;
    int prototype(int), *another(void);
    sizeof(int (*)[n]); sizeof(int *[3]); (void)(int (*)(int, char *))0; (void)(void (*(*)(int))(int))0;
    return sizeof r + sizeof vla2 + to_vla[0][0];
}

/* Statements, labels and jumps. */
int g(int);
int control(int a, int b)
{
    ;
    {}
    { ; { int a = 1; a++; } }
    if (a) b = 1;
    if (a) b = 1; else b = 2;
    if (a) if (b) a = 1; else b = 1;
    if (a) { } else if (b) { } else { }
    while (a--) ;
    while (b) { if (a) break; else continue; }
    do a++; while (a < 3);
    do { a++; } while (a < 5);
    do do a++; while (a); while (b);
    for (;;) break;
    for (a = 0; a < 3; a++) ;
    for (int i = 0, j = 1; i < j; i++, j--) { }
    for (int i = 0; i; ) for (int i = 1; i; i--) while (i) i--;
    for (struct { int i; } s = { 0 }; s.i < 3; s.i++) ;
    for (register int k = 0; k < 3; k++) ;
    switch (a) { case 1: b = 1; break; case 2: case 3: { b = 2; } default: b = 3; }
    switch (a) case 1: b = 2;
    switch (a) { int x; case 1 ... 5: x = 1; break; case 'a' ... 'z': b = x; break; case 10 ? 1 + 7 : 3: ; }
    switch (a) { default: }
    goto end;
    a = 1;
    int later = a;
again: a = later;
    if (a) goto again;
first: second: third: a = 3;
declared: int after_label = 1;
    switch (b) { case 1: int x = 2; b = x; }
    goto *&&end;
    static void *targets[] = { &&again, &&end };
    static long offsets[] = { &&again - &&end };
    goto *targets[a];
end:
    return a ? g(b) : 0;
}
void nothing(void) { return; }
void label_last(int a) { if (a) goto out; a = 1; out: }
int local_labels(int a)
{
    __label__ here, there;
    __label__ again;
    here: if (a++ < 3) goto here;
    goto there;
    there: again: return ({ __label__ in; in: if (a--) goto in; a; });
}
int nested_functions(int a)
{
    int add(int b) { return a + b; }
    auto int declared_before(int);
    int (*pointer(void))(int) { return add; }
    int declared_before(int c) { int deeper(void) { return c; } return deeper(); }
    void empty(void) {}
    empty();
    return pointer()(1) + declared_before(2);
}

/* Assembler: at file scope, as a name, as a statement. */
asm(".globl nothing");
__asm__("\n\t" ".text");
int named asm("other_name") = 1;
extern int function(int) __asm__("_" "function");
register long stack asm("rsp");

int statements(int a, int *p)
{
    asm("nop"); __asm__ volatile("nop" "\n"); asm volatile inline ("nop" : : );
    asm("mov %1, %0" : "=r"(a) : "r"(p[0]));
    asm("" : "+m"(*p), "=&r"(a) : "0"(a + 1), [input] "r"((long)p) : "memory", "cc");
    asm volatile("" ::: "memory"); asm("" : [out] "=r" (*(int *)p) :: );
    __asm__ __volatile__("" : "=a"(a), "=d"(*p) : "c"(({ int x = a; x; })));
    asm goto("jmp %l0" : : "r"(a) : "cc" : there, elsewhere);
    asm volatile goto("" :::: there);
    register int r asm("eax") = 3;
    if (a) asm("nop"); else asm("nop");
there: elsewhere:
    return r;
}

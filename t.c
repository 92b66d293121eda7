typedef int v4 __attribute__((vector_size(16)));typedef float vf __attribute__((vector_size(16)));enum e{A};typedef _Float16 ef;typedef unsigned long size_t;
void f(void){
 ef x=(ef){0};
#pragma omp for lastprivate(conditional:x)
for(int i=0;i<9;i++)x=x;
}

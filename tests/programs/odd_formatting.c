/*
 * Directives as people really write them: blanks and tabs around the `#`,
 * continuation lines, comments of both kinds, commas between clauses or none.
 * threads: 2
 */
#include <stdio.h>
#	pragma	weak	nobody

int main(void) {
  int i,j,k=2,s=0,t;int v[9];
	#   pragma    omp	parallel	for \
		private ( j )\
   \
	firstprivate(k) , shared( v )
	for( i=0 ;i<9;i ++ ){j=k*i;v [ i ]=j;}
#pragma omp parallel for /* the sum */ reduction /* plus */ ( + /* over */ : s ) // done
	for (i=0;i<9;
	     i++) s
	  +=
	    v[ i ] ; /* and out */ printf("%d\n",s);
        # pragma omp parallel default(shared),private(t) /* a comment
           of two lines */ num_threads( /* two */ 2 )
    { t = 1; /* } */ // }
      if(t)
/* before */ # /* inside */ pragma omp master /* behind */
        v[0]=/* " */'"'; // '
    }
    printf("%d " "%d\n",v[0],
#if 1
     v[8]
#else
     v[7] ) ; #pragma omp nonsense
#endif
     );return 0;}

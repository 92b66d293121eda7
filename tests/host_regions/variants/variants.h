#ifndef VARIANTS_H
#define VARIANTS_H
int in_parallel(int x);
int in_loop(int x);
int in_dispatch(int x);
#pragma omp declare variant(in_parallel) match(construct={parallel})
#pragma omp declare variant(in_loop) match(construct={parallel, for})
#pragma omp declare variant(in_dispatch) match(construct={dispatch})
int plain(int x);
#endif

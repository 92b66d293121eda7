/* Sparse matrix times vector with eight threads for each row: what cuda.cu says of LANES_PER_ROW. For information. */
#define LANES_PER_ROW 8
#include "cuda.cu"

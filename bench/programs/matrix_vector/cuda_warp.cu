/* Matrix times vector with a warp for each row: what cuda.cu says of LANES_PER_ROW. For information. */
#define LANES_PER_ROW 32
#include "cuda.cu"

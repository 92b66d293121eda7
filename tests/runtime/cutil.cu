/* The macros of cutil.h that end a program: argv[1] says which. */
#include <cutil.h>

static CUTBoolean no()
{
    return CUTFalse;
}

int main(int argc, char *argv[])
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "cuda") == 0)
        CUDA_SAFE_CALL(cudaFree(argv));
    if (strcmp(what, "cut") == 0)
        CUT_SAFE_CALL(no());
    if (strcmp(what, "condition") == 0)
        CUT_CONDITION(argc == 1);
    if (strcmp(what, "check") == 0) {
        cudaFree(argv);
        CUT_CHECK_ERROR("it went wrong");
    }
    if (strcmp(what, "init") == 0)
        CUT_DEVICE_INIT(argc, argv);
    if (strcmp(what, "sync") == 0)
        CUDA_SAFE_CALL(cudaThreadSynchronize());
    printf("after\n");
    CUT_EXIT(argc, argv);
    printf("not reached\n");
}

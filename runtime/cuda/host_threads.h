/*
 * The host's own threads. A region that the device cannot have is compiled by the C compiler with -fopenmp, and then a library of
 * the compiler's runs it: libgomp, or clang's libomp. The library routines of such a program are the runtime's all the same, which
 * asks that library about its threads. A program without such regions is linked without it: its host is a team of one, and the library is
 * loaded if the program asks what only the environment says.
 *
 * The library's routines have the same names as the runtime's. These are hidden, so the library does not get them in place of its own,
 * and the loader finds the library's behind them. In a program that is linked statically there is no loader; there the runtime's
 * are weak, and the library's take their place.
 */
#include "host.h"

#include <dlfcn.h>

/* Older C libraries have them in a library of their own, which is not always there. */
extern "C" __attribute__((weak)) decltype(dlsym) dlsym;
extern "C" __attribute__((weak)) decltype(dlopen) dlopen;

namespace gpump {

/* The library's routine of this name, or null. `linked` is what the name means in the program, `own` the runtime's. */
template <class Routine> static Routine *library_routine(const char *name, Routine *volatile linked, Routine *own)
{
    if (linked != own)
        return linked;
    Routine *found = dlsym ? reinterpret_cast<Routine *>(dlsym(RTLD_DEFAULT, name)) : nullptr;
    return found == own ? nullptr : found;
}

/* The same of a routine that only says what the environment does: for that the library is loaded. */
template <class Routine> static Routine *loaded_routine(const char *name, Routine *volatile linked, Routine *own)
{
    if (Routine *found = library_routine(name, linked, own))
        return found;
    static void *const library = dlopen ? dlopen("libgomp.so.1", RTLD_LAZY) : nullptr;
    return library ? reinterpret_cast<Routine *>(dlsym(library, name)) : nullptr;
}

/* Looked for once. */
#define GPUMP_ROUTINE(found, name)                                                         \
    [] {                                                                                   \
        static auto *const routine = gpump::found(#name, &::name, &gpump_own_##name);      \
        return routine;                                                                    \
    }()
#define GPUMP_LIBRARY(name) GPUMP_ROUTINE(library_routine, name)

/* Defines gpump_NAME, which translated files call (takeover.h), and NAME for the rest of the program. A shared library's gpump_NAME may
   be that of the program which it is a part of; gpump_own_NAME is its own. */
#define GPUMP_OMP(type, name, parameters)                                                                  \
    type gpump_##name parameters;                                                                          \
    __attribute__((weak, visibility("hidden"), alias("gpump_" #name))) decltype(gpump_##name) name;        \
    __attribute__((visibility("hidden"), alias("gpump_" #name))) decltype(gpump_##name) gpump_own_##name;  \
    type gpump_##name parameters

/* The same of a routine that is the library's, where there is one; otherwise this is its value. */
#define GPUMP_OMP_OF(found, type, name, parameters, arguments, otherwise) \
    GPUMP_OMP(type, name, parameters)                                     \
    {                                                                     \
        if (auto *library = GPUMP_ROUTINE(found, name))                   \
            return library arguments;                                     \
        return otherwise;                                                 \
    }
#define GPUMP_OMP_OF_LIBRARY(...) GPUMP_OMP_OF(library_routine, __VA_ARGS__)
#define GPUMP_OMP_OF_ENVIRONMENT(...) GPUMP_OMP_OF(loaded_routine, __VA_ARGS__)

} // namespace gpump

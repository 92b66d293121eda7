/*
 * The host's own threads. A region that the device cannot have is compiled by the C compiler with -fopenmp, and then a library of
 * the compiler's runs it: libgomp, or clang's libomp. The library routines of such a program are the runtime's all the same, which
 * asks that library about its threads. A program without such regions is linked without it: its host is a team of one.
 *
 * The library's routines have the same names as the runtime's. These are hidden, so the library does not get them in place of its own,
 * and the loader finds the library's behind them. In a program that is linked statically there is no loader; there the runtime's
 * are weak, and the library's take their place.
 */
#include "host.h"

#include <dlfcn.h>

/* Older C libraries have it in a library of its own, which is not always there. */
extern "C" __attribute__((weak)) decltype(dlsym) dlsym;

namespace gpump {

/* The library's routine of this name, or null. `linked` is what the name means in the program, `own` the runtime's. */
template <class Routine> static Routine *library_routine(const char *name, Routine *volatile linked, Routine *own)
{
    if (linked != own)
        return linked;
    Routine *found = dlsym ? reinterpret_cast<Routine *>(dlsym(RTLD_DEFAULT, name)) : nullptr;
    return found == own ? nullptr : found;
}

/* Looked for once. */
#define GPUMP_LIBRARY(name)                                                                 \
    [] {                                                                                    \
        static auto *const found = gpump::library_routine(#name, &::name, &gpump_own_##name); \
        return found;                                                                       \
    }()

/* Defines gpump_NAME, which translated files call (takeover.h), and NAME for the rest of the program. A shared library's gpump_NAME may
   be that of the program which it is a part of; gpump_own_NAME is its own. */
#define GPUMP_OMP(type, name, parameters)                                                                  \
    type gpump_##name parameters;                                                                          \
    __attribute__((weak, visibility("hidden"), alias("gpump_" #name))) decltype(gpump_##name) name;        \
    __attribute__((visibility("hidden"), alias("gpump_" #name))) decltype(gpump_##name) gpump_own_##name;  \
    type gpump_##name parameters

/* The same of a routine that is the library's, where there is one; otherwise this is its value. */
#define GPUMP_OMP_OF_LIBRARY(type, name, parameters, arguments, otherwise) \
    GPUMP_OMP(type, name, parameters)                                      \
    {                                                                      \
        if (auto *library = GPUMP_LIBRARY(name))                           \
            return library arguments;                                      \
        return otherwise;                                                  \
    }

} // namespace gpump

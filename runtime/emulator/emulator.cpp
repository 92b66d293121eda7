/*
 * The emulator, whole: compile this one file and link it with the program. internal.h has the plan.
 *
 *     g++ -std=gnu++17 -O1 -g -pthread -c emulator.cpp
 *
 * Without -fsanitize=thread, when the program is compiled with that to be checked: see hooks.cpp.
 */
#include "internal.h"

#include "settings.cpp"
#include "symbols.cpp"
#include "report.cpp"
#include "memory.cpp"
#include "check.cpp"
#include "hooks.cpp"
#include "races.cpp"
#include "watch.cpp"
#include "barrier.cpp"
#include "warps.cpp"
#include "turns.cpp"
#include "launch.cpp"
#include "atomics.cpp"
#include "api.cpp"

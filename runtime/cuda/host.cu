/*
 * The host's side of the cuda dialect's runtime: compile this one file and link it with the program. host.h has the
 * plan. It has no device code; it is compiled by nvcc, or with the emulator by g++.
 */
#define GPUMP_HOST 1 /* omp.h: the functions, not the device's */

#include "host.h"

#include "own_pages.h"
#include "errors.h"
#include "early.h"
#include "settings.h"
#include "calls.h"
#include "post.h"
#include "stacks.h"
#include "job.h"
#include "memory.h"
#include "reach.h"
#include "prefetch.h"
#include "host_heap.h"
#include "host_random.h"
#include "main.h"
#include "after.h"
#include "times.h"
#include "device.h"
#include "routines.h"
#include "host_locks.h"
#include "host_devices.h"
#include "allocators.h"
#include "affinity.h"
#include "forks.h"
#include "shape.h"
#include "needs.h"
#include "launch.h"

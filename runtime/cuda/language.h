/*
 * Words of C that C++ has not, and names of the C library that are macros there, for the device's text.
 */
#ifndef GPUMP_CUDA_LANGUAGE_H
#define GPUMP_CUDA_LANGUAGE_H

#include <stdio.h>

#include "library.h"

#define _Bool bool
#define restrict __restrict__

/* The host's standard streams. */
#define gpump_stdout (static_cast<FILE *>(gpump_block()->team.mailbox->standard_output))
#define gpump_stdin (static_cast<FILE *>(gpump_block()->team.mailbox->standard_input))
#define gpump_stderr (static_cast<FILE *>(gpump_block()->team.mailbox->standard_error))

/* What failed and where are of the author's text. */
#define gpump_assert(what, file, line, function, e) ((e) ? (void)0 : gpump___assert_fail(what, file, line, function))

#endif

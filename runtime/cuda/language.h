/*
 * Words of C that C++ has not, and names of the C library that are macros there, for the device's text.
 */
#ifndef GPUMP_CUDA_LANGUAGE_H
#define GPUMP_CUDA_LANGUAGE_H

#include "library.h"

#define _Bool bool
#define restrict __restrict__

/* The standard streams, as gpump_fprintf and its kin know them. */
#define gpump_stdout (gpump_block()->team.mailbox->standard_output)
#define gpump_stdin (gpump_block()->team.mailbox->standard_input)
#define gpump_stderr (gpump_block()->team.mailbox->standard_error)

/* What failed and where are of the author's text. */
#define gpump_assert(what, file, line, function, e) ((e) ? (void)0 : gpump___assert_fail(what, file, line, function))

#endif

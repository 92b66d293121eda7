//! The type names that the headers of the C library declare.
//!
//! A program that says `#include <stdio.h>` may write `FILE *f`, and no parser
//! of C gets through that without knowing that `FILE` is a type. The names are
//! those of C99 (section 7 of the standard), POSIX's `sys/types.h` and
//! `sys/time.h`, and OpenMP's own header.

const SIZE: &[&str] = &["size_t"];

/// The type names that `#include <header>` brings, as a name list for each of
/// the headers it stands for. Empty for a header that is not a standard one.
pub fn type_names(header: &str) -> &'static [&'static str] {
    match header {
        "complex.h" | "ctype.h" | "errno.h" | "float.h" | "iso646.h" | "limits.h" | "math.h" | "tgmath.h" => {
            &["float_t", "double_t"]
        }
        "fenv.h" => &["fenv_t", "fexcept_t"],
        "inttypes.h" | "stdint.h" => &[
            "int8_t",
            "int16_t",
            "int32_t",
            "int64_t",
            "uint8_t",
            "uint16_t",
            "uint32_t",
            "uint64_t",
            "int_least8_t",
            "int_least16_t",
            "int_least32_t",
            "int_least64_t",
            "uint_least8_t",
            "uint_least16_t",
            "uint_least32_t",
            "uint_least64_t",
            "int_fast8_t",
            "int_fast16_t",
            "int_fast32_t",
            "int_fast64_t",
            "uint_fast8_t",
            "uint_fast16_t",
            "uint_fast32_t",
            "uint_fast64_t",
            "intptr_t",
            "uintptr_t",
            "intmax_t",
            "uintmax_t",
            "imaxdiv_t",
            "wchar_t",
        ],
        "locale.h" | "string.h" | "strings.h" => SIZE,
        "setjmp.h" => &["jmp_buf", "sigjmp_buf"],
        "signal.h" => &["sig_atomic_t", "sigset_t", "pid_t"],
        "stdarg.h" => &["va_list"],
        "stdbool.h" => &["bool"],
        "stddef.h" => &["size_t", "ptrdiff_t", "wchar_t", "max_align_t"],
        "stdio.h" => &["FILE", "fpos_t", "size_t", "ssize_t", "off_t", "va_list"],
        "stdlib.h" => &["size_t", "wchar_t", "div_t", "ldiv_t", "lldiv_t"],
        "time.h" => &["clock_t", "time_t", "size_t", "clockid_t", "timer_t"],
        "wchar.h" | "wctype.h" => {
            &["wchar_t", "wint_t", "size_t", "mbstate_t", "wctrans_t", "wctype_t", "va_list"]
        }
        "sys/types.h" | "sys/time.h" | "sys/stat.h" | "unistd.h" => &[
            "size_t",
            "ssize_t",
            "off_t",
            "pid_t",
            "uid_t",
            "gid_t",
            "mode_t",
            "dev_t",
            "ino_t",
            "time_t",
            "suseconds_t",
            "useconds_t",
            "u_char",
            "u_short",
            "u_int",
            "u_long",
            "uint",
            "ushort",
            "ulong",
        ],
        "pthread.h" => &["pthread_t", "pthread_attr_t", "pthread_mutex_t", "pthread_cond_t", "size_t"],
        "omp.h" => &[
            "omp_lock_t",
            "omp_nest_lock_t",
            "omp_sync_hint_t",
            "omp_lock_hint_t",
            "omp_sched_t",
            "omp_proc_bind_t",
            "omp_pause_resource_t",
            "omp_depend_t",
            "omp_event_handle_t",
            "omp_uintptr_t",
            "omp_intptr_t",
            "omp_memspace_handle_t",
            "omp_allocator_handle_t",
            "omp_alloctrait_key_t",
            "omp_alloctrait_value_t",
            "omp_alloctrait_t",
            "omp_control_tool_t",
            "omp_control_tool_result_t",
            "omp_interop_t",
            "omp_interop_property_t",
            "omp_interop_rc_t",
            "omp_interop_fr_t",
        ],
        _ => &[],
    }
}

/// Whether a header is one of those whose type names are known.
pub fn is_standard(header: &str) -> bool {
    !type_names(header).is_empty() || matches!(header, "assert.h" | "alloca.h" | "malloc.h" | "memory.h")
}

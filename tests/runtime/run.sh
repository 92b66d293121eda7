#!/usr/bin/env bash
#
# Builds and runs the tests of runtime/: each program under the emulator, and, where GPUMP_NVCC names an nvcc,
# each compiled by it as well; all of it without a warning. Prints a line for each test and a last one,
# "N passed, N failed". The status is 0 when none failed.
#
#     GPUMP_NVCC        nvcc, e.g. /usr/local/cuda/bin/nvcc; without it nothing is compiled for a GPU
#     GPUMP_ARCH        the architecture for nvcc, sm_90
#     GPUMP_REFERENCE   the reference listings, ../shared/reference beside the repository
#     CXX               the C++ compiler, g++
#     BARRIERS          how many barriers the stress test goes through, 20000
#
# run.sh NAME... runs the tests of these names only (the first column of what it prints).

set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
runtime=$root/runtime
reference=${GPUMP_REFERENCE:-$root/../shared/reference}
cxx=${CXX:-g++}
nvcc=${GPUMP_NVCC:-}
arch=${GPUMP_ARCH:-sm_90}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

only=("$@")
passed=0
failed=0

wanted() {
    [ ${#only[@]} -eq 0 ] && return 0
    local name
    for name in "${only[@]}"; do [ "$name" = "$1" ] && return 0; done
    return 1
}

report() { # status name what
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $2: $3"
    else
        failed=$((failed + 1))
        echo "FAILED  $2: $3"
        sed 's/^/        | /' "$work/output" | head -40
    fi
}

# ---- Building ------------------------------------------------------------------------------------

warnings=(-Wall -Wextra -Werror)
language=(-std=gnu++17 -pthread -I "$here" -I "$runtime" -I "$runtime/emulator" -include gpump_emulator.h)
checks=(-fsanitize=thread,integer-divide-by-zero -fsanitize-undefined-trap-on-error -fstack-clash-protection)

# The launch syntax is the one thing in a .cu file that a C++ compiler does not read. `gpump run` does this
# on tokens; for the programs here a pattern will do.
translate() { # source destination
    {
        echo "#line 1 \"$1\""
        cat "$1"
    } | sed -zE 's/([A-Za-z_0-9]+)[[:space:]]*<<<([^;]*)>>>\(([^;]*)\);/GPUMP_EMULATOR_LAUNCH((\1), (\2), (\3));/g' >"$2"
}

emulator() { # name flags: the emulator, built once for each kind
    [ -f "$work/emulator-$1.o" ] ||
        "$cxx" -std=gnu++17 -pthread "${warnings[@]}" "${@:2}" -c "$runtime/emulator/emulator.cpp" \
            -o "$work/emulator-$1.o"
}

build() { # program sources... [-- flags]
    local program=$1 sources=() objects=() source
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do sources+=("$1"); shift; done
    [ $# -gt 0 ] && shift
    emulator plain -O1 -g || return 1
    for source in "${sources[@]}"; do
        translate "$source" "$work/translated.cu"
        "$cxx" "${language[@]}" -O1 -gdwarf-4 "${warnings[@]}" "${checks[@]}" "$@" \
            -c -x c++ "$work/translated.cu" -o "$work/$(basename "$source").o" || return 1
        objects+=("$work/$(basename "$source").o")
    done
    "$cxx" -pthread "${objects[@]}" "$work/emulator-plain.o" -o "$program"
}

# A build in which a sanitizer, and no check of the emulator's, watches.
build_sanitized() { # program source kind flags...
    local program=$1 source=$2 kind=$3
    shift 3
    emulator "$kind" -O1 -g "$@" || return 1
    translate "$source" "$work/translated.cu"
    "$cxx" "${language[@]}" -O1 -g "${warnings[@]}" "$@" -x c++ "$work/translated.cu" \
        -x none "$work/emulator-$kind.o" -o "$program"
}

compile_with_nvcc() { # name source flags...
    [ -n "$nvcc" ] || return 0
    "$nvcc" -arch="$arch" -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror -I "$here" -I "$runtime" \
        "${@:3}" -c "$2" -o "$work/nvcc.o" >"$work/output" 2>&1
    report $? "$1" "nvcc compiles $(basename "$2") ${*:3}"
}

# ---- Running -------------------------------------------------------------------------------------

# The program runs, exits with the status, and its output (both streams) has a line for each pattern.
expect() { # name what status command... -- patterns...
    local name=$1 what=$2 status=$3 command=() problem=0 got pattern
    shift 3
    while [ "$1" != -- ]; do command+=("$1"); shift; done
    shift
    { timeout 300 "${command[@]}" >"$work/output" 2>&1 </dev/null; } 2>/dev/null
    got=$?
    for pattern in "$@"; do
        grep -qE -- "$pattern" "$work/output" || { problem=1; echo "no line like: $pattern" >>"$work/output"; }
    done
    [ "$got" -eq "$status" ] || { problem=1; echo "status $got, not $status" >>"$work/output"; }
    report $problem "$name" "$what"
}

# A program that prints "ok", under the emulator; and compiled by nvcc.
simple() { # name source [arguments...]
    wanted "$1" || return 0
    build "$work/$1" "$2" >"$work/output" 2>&1 || { report 1 "$1" "builds"; return; }
    expect "$1" "runs" 0 "$work/$1" "${@:3}" -- '^ok$'
    compile_with_nvcc "$1" "$2"
}

# ---- Every file of the runtime by itself -----------------------------------------------------------

if wanted alone; then
    for file in "$runtime"/*.h "$runtime"/*.cu; do
        name=$(basename "$file")
        for barrier in "" -DGPUMP_BARRIER_AS_PRINTED; do
            [ -n "$barrier" ] && [ "$name" != gpump_utils.cu ] && continue
            echo "#include <$name>" >"$work/alone.cu"
            "$cxx" "${language[@]}" "${warnings[@]}" $barrier -O1 -c -x c++ "$work/alone.cu" -o "$work/alone.o" \
                >"$work/output" 2>&1
            report $? alone "$name compiles by itself $barrier"
            # The headers that gpump.cu brings along need not be compiled again.
            case $name in
            omp.h | gpump.cu | gpump_utils.cu) compile_with_nvcc alone "$work/alone.cu" $barrier ;;
            esac
        done
    done
    for file in gpump_emulator.h gpump_emulator_api.h cooperative_groups.h cuda_runtime.h cuda_runtime_api.h cuda.h; do
        echo "#include <$file>" >"$work/alone.cu"
        "$cxx" "${language[@]}" "${warnings[@]}" -c -x c++ "$work/alone.cu" -o "$work/alone.o" >"$work/output" 2>&1
        report $? alone "emulator/$file compiles by itself"
    done
fi

# ---- The thesis's listing ------------------------------------------------------------------------

# Appendix D prints nothing. The check is appended to a copy; the listing itself is not touched.
listing() { # destination
    cat "$reference/a1/expected.cu" - >"$1" <<'CHECK'

int check_a1()
{
    float a[1024], b[1024];
    gpump_alloc_list_add(&a, sizeof a);
    gpump_alloc_list_add(&b, sizeof b);
    for (int i = 0; i < 1024; i++)
        a[i] = 0.5f + (float)i, b[i] = -1;
    a1(1000, a, b);
    for (int i = 0; i < 1024; i++)
        if (b[i] != (i == 0 || i >= 1000 ? -1 : (a[i] + a[i - 1]) / 2.0))
            return printf("b[%d] is %g\n", i, b[i]);
    return printf("ok\n");
}
CHECK
    # The listing's own main ends with its call; there the check comes in.
    sed -i 's/^    a1(1024, a, b);$/    a1(1024, a, b); extern int check_a1(); check_a1();/' "$1"
}

if wanted a1; then
    if [ -f "$reference/a1/expected.cu" ]; then
        listing "$work/a1.cu"
        build "$work/a1" "$work/a1.cu" -- -Wno-unused-parameter >"$work/output" 2>&1
        report $? a1 "Appendix D builds"
        for threads in 1 7 32 100; do
            OMP_NUM_THREADS=$threads expect a1 "Appendix D runs with $threads threads" 0 "$work/a1" -- '^ok$'
        done
        build "$work/a1p" "$work/a1.cu" -- -Wno-unused-parameter -DGPUMP_BARRIER_AS_PRINTED >"$work/output" 2>&1
        report $? a1 "Appendix D builds with the printed barrier"
        OMP_NUM_THREADS=8 expect a1 "and runs in one block" 0 "$work/a1p" -- '^ok$'
        compile_with_nvcc a1 "$reference/a1/expected.cu" -Xcompiler -Wno-unused-parameter
        # What is left out of the list is missed.
        grep -v 'alloc_list_add(&b' "$work/a1.cu" >"$work/a1-unlisted.cu"
        build "$work/a1u" "$work/a1-unlisted.cu" -- -Wno-unused-parameter >"$work/output" 2>&1
        expect a1 "a forgotten transfer is told" 70 "$work/a1u" -- \
            '^gpump: error: `b` holds 0x' 'a1-unlisted.cu:[0-9]+: in region gpump_parallel0 \(function a1\)' \
            'call gpump_copy_to_device\(cfg0'
        # A loop of no iterations divides by zero.
        sed 's/    a1(1024/    a1(1/' "$work/a1.cu" >"$work/a1-zero.cu"
        build "$work/a1z" "$work/a1-zero.cu" -- -Wno-unused-parameter >"$work/output" 2>&1
        expect a1 "a loop of no iterations is told" 70 "$work/a1z" -- \
            'integer division by zero in kernel gpump_parallel0, block [0-9]+, thread [0-9]+' 'in gpump_parallel0'
    else
        echo "not run: a1 ($reference/a1/expected.cu is not there)"
    fi
fi

# ---- The runtime ---------------------------------------------------------------------------------

simple clauses "$here/clauses.cu"
simple pointers "$here/pointers.cu"
simple alloc_list "$here/alloc_list.cu"
simple reductions "$here/reductions.cu"
simple routines "$here/routines.cu"
simple leaks "$here/leaks.cu" 10000
simple barrier "$here/barrier.cu" "${BARRIERS:-20000}"

if wanted barrier; then
    # The emulator's atomics order memory by themselves, so no run here misses a fence of the default barrier:
    # before arriving, before opening it, and after it.
    [ "$(grep -c '__threadfence();' "$runtime/gpump_utils.cu")" -eq 3 ] >"$work/output"
    report $? barrier "has its three fences"
    build "$work/barrierp" "$here/barrier.cu" -- -DGPUMP_BARRIER_AS_PRINTED >"$work/output" 2>&1
    expect barrier "the printed barrier loses a block, and the emulator says so" 70 "$work/barrierp" 100000 -- \
        'deadlock in kernel gpump_parallel0' 'barrier.cu|region.h'
    compile_with_nvcc barrier "$here/barrier.cu" -DGPUMP_BARRIER_AS_PRINTED
fi

if wanted team; then
    build "$work/team" "$here/team.cu" >"$work/output" 2>&1 || report 1 team "builds"
    GPUMP_EMULATOR_MULTIPROCESSORS=16 expect team "16 multiprocessors" 0 "$work/team" -- '^ok$'
    GPUMP_EMULATOR_MULTIPROCESSORS=3 expect team "3 multiprocessors" 0 "$work/team" small -- '^ok$'
    compile_with_nvcc team "$here/team.cu"
fi

if wanted two_files; then
    build "$work/two" "$here/two_files_a.cu" "$here/two_files_b.cu" >"$work/output" 2>&1 || report 1 two_files "builds"
    expect two_files "two files share the list" 0 "$work/two" -- '^ok$'
    compile_with_nvcc two_files "$here/two_files_a.cu"
    compile_with_nvcc two_files "$here/two_files_b.cu"
    if [ -n "$nvcc" ]; then
        lib=$(dirname "$nvcc")/../lib
        "$nvcc" -arch="$arch" -I "$here" -I "$runtime" -L "$lib" -L "${lib}64" "$here"/two_files_[ab].cu -o "$work/two-nvcc" >"$work/output" 2>&1
        report $? two_files "nvcc links them"
    fi
fi

if wanted errors; then
    build "$work/errors" "$here/errors.cu" >"$work/output" 2>&1 || report 1 errors "builds"
    compile_with_nvcc errors "$here/errors.cu"
    err() { # argument patterns...
        expect errors "$1" 70 env ${setting:-A=} "$work/errors" "$1" -- '^before$' '^gpump: error: ' "${@:2}"
        if grep -q '^after' "$work/output"; then report 1 errors "$1 stops the program"; fi
        # What the program had printed comes before the message.
        if ! head -1 "$work/output" | grep -q '^before'; then report 1 errors "$1 flushes the output"; fi
    }
    region='errors.cu:[0-9]+: in region gpump_parallel3 \(function region\), call '
    main='errors.cu:[0-9]+: in function main, call '
    expect errors "no error" 0 "$work/errors" region -- '^after$'
    err unlisted '`values` holds 0x' "${region}gpump_copy_to_device\\(cfg3, sizeof cfg3" '^   \| gpump_copy_to_device\(cfg3,$' 'help: name what'
    err unlisted-element 'element 1 of `rows` holds 0x' "$region"
    err below '`values` holds' "$region"
    err above '`values` holds' "$region"
    err twice '`alias` is 0x.* has been removed from the allocation list already, by gpump_free\(p\) at .*errors.cu:[0-9]+$' "${main}gpump_free\\(alias\\)"
    err removed-twice '`&stack` is 0x.* already, by gpump_alloc_list_remove\(&stack\)' "${main}gpump_alloc_list_remove\\(&stack\\)"
    err never '`stack` is 0x.* not in the allocation list' "${main}gpump_free\\(stack\\)"
    err after-region "${main}gpump_free\\(stack\\)"
    err middle '`p \+ 2` is 0x.* 8 bytes into one' "$main"
    err realloc-never '`stack` is 0x.* not in the allocation list' "${main}gpump_realloc\\(stack, 10\\)"
    err null-entry 'a null pointer cannot be made accessible' "${main}gpump_alloc_list_add\\(NULL, 4\\)"
    err malloc 'no memory left for 1 times 4611686018427387904 bytes' "${main}gpump_malloc\\(huge\\)" '^   \| p = gpump_malloc\(huge\);'
    err calloc 'no memory left' "${main}gpump_calloc\\(huge, huge\\)"
    err realloc 'no memory left' "${main}gpump_realloc\\(p, huge\\)"
    err launch 'the kernel could not be launched: invalid configuration argument \(cudaErrorInvalidConfiguration\)' "${region}cudaThreadSynchronize\\(\\)"
    err num-threads 'num_threads asks for 0 threads' "${region}gpump_utils_get_num_blocks\\(threads\\)"
    err outside 'cannot copy 4 bytes: invalid argument' "${main}cudaMemcpy\\(p, stack, 4, cudaMemcpyDeviceToHost\\)" 'note: cudaMemcpy of 4 bytes: the source at 0x.* should be on the device and is the host.s stack'
    setting=GPUMP_EMULATOR_FAIL=cudaMalloc:1 err region 'no device memory for the 400 bytes that `values` points to: out of memory \(cudaErrorMemoryAllocation\)' "${region}gpump_copy_to_device"
    setting=GPUMP_EMULATOR_FAIL=cudaMalloc:2 err region 'no device memory for [0-9]+ bytes: out of memory' "${region}cudaMalloc\\(\\(void \\*\\*\\)&gpump_li3, sizeof _gpump_li3\\)"
    setting=GPUMP_EMULATOR_FAIL=cudaMemcpy:1 err region 'cannot copy to the device what `values` points to' "${region}gpump_copy_to_device"
    setting=GPUMP_EMULATOR_FAIL=cudaMemcpy:2 err region "cannot copy the region's parameters to the device" "${region}cudaMemcpy\\(gpump_li3, &_gpump_li3"
    setting=GPUMP_EMULATOR_FAIL=cudaMemcpy:3 err region 'cannot copy [0-9]+ bytes: invalid argument' "${region}cudaMemcpy\\(&_gpump_li3, gpump_li3"
    setting=GPUMP_EMULATOR_FAIL=cudaMemcpy:4 err region 'cannot copy back what `values` points to' "${region}gpump_copy_from_device\\(cfg3"
    setting=GPUMP_EMULATOR_FAIL=cudaFree:1 err region "cannot free the device's copy of what .values. points to" "${region}gpump_copy_from_device"
    setting=GPUMP_EMULATOR_FAIL=cudaFree:2 err region "cannot free the region's parameters" "${region}gpump_copy_from_device"
    setting=GPUMP_EMULATOR_FAIL=cudaDeviceSynchronize err region 'the kernel failed: unspecified launch failure' "${region}cudaThreadSynchronize"
    setting=GPUMP_EMULATOR_FAIL=cudaGetDeviceProperties err region 'cannot ask the device for its size' "${region}gpump_utils_get_num_blocks"
    setting=OMP_NUM_THREADS=many err blocks 'OMP_NUM_THREADS is "many", and should be a positive number' "$main"
    setting=OMP_NUM_THREADS=0 err threads 'OMP_NUM_THREADS is "0"' "${main}gpump_utils_get_threads_per_block\\(\\)"
    setting=OMP_NUM_THREADS=-3 err max 'OMP_NUM_THREADS is "-3"' "${main}gpump_get_max_threads\\(\\)"
    setting=GPUMP_NUM_PROCS=8x err procs 'GPUMP_NUM_PROCS is "8x"' "${main}gpump_get_num_procs\\(\\)"
    setting=GPUMP_NUM_PROCS= err blocks 'GPUMP_NUM_PROCS is ""' "$main"
    setting=GPUMP_NUM_BLOCKS=5 err blocks 'GPUMP_NUM_BLOCKS is 5, and the device has only 4 multiprocessors' 'all must run at once'
    setting=GPUMP_THREADS_PER_BLOCK=513 err threads 'GPUMP_THREADS_PER_BLOCK is 513, and a block has at most 512 threads'
    # When the source has gone, messages make do without it.
    cp "$here/errors.cu" "$work/gone.cu"
    build "$work/gone" "$work/gone.cu" >"$work/output" 2>&1
    rm "$work/gone.cu" "$work/translated.cu"
    expect errors "the source has gone" 70 "$work/gone" unlisted -- 'variable 1 of cfg3 holds 0x' 'gone.cu:[0-9]+: in region gpump_parallel3'
fi

if wanted cutil; then
    build "$work/cutil" "$here/cutil.cu" >"$work/output" 2>&1 || report 1 cutil "builds"
    compile_with_nvcc cutil "$here/cutil.cu"
    for case in 'cuda:Cuda error in file .*cutil.cu. in line [0-9]+ : invalid device pointer' \
        'cut:Cut error in file .* : no\(\)' 'condition:Condition failed in file .* : argc == 1' \
        'check:it went wrong in file .* : invalid device pointer'; do
        expect cutil "${case%%:*}" 1 "$work/cutil" "${case%%:*}" -- "${case#*:}"
    done
    GPUMP_EMULATOR_FAIL=cudaGetDeviceCount expect cutil init 1 "$work/cutil" init -- 'Cuda error in file'
    GPUMP_EMULATOR_FAIL=cudaDeviceSynchronize expect cutil sync 1 "$work/cutil" sync -- 'unspecified launch failure'
    GPUMP_EMULATOR_FAIL=cudaDeviceSynchronize:2 expect cutil "sync after the call" 1 "$work/cutil" sync -- 'unspecified launch failure'
    expect cutil "no error" 0 "$work/cutil" sync -- '^after$'
    if grep -q 'not reached' "$work/output"; then report 1 cutil "CUT_EXIT exits"; fi
fi

# ---- The emulator --------------------------------------------------------------------------------

simple device "$here/device.cu"
simple shared "$here/shared.cu"

if wanted faults; then
    build "$work/faults" "$here/faults.cu" >"$work/output" 2>&1 || report 1 faults "builds"
    fault() { # argument patterns...
        expect faults "$1" 70 "$work/faults" "$1" -- '^before$' '^gpump emulator: error: ' "${@:2}"
    }
    expect faults "what is allowed" 0 "$work/faults" fine -- '^after 0 no error$'
    line=$(grep -n 'result = p\[1\]' "$here/faults.cu" | cut -d: -f1)
    fault stack "kernel load, block 0, thread 1 reads 4 bytes at 0x[0-9a-f]+: the host's stack" "  --> $here/faults.cu:$line in load"
    fault heap "thread 1 reads 4 bytes at 0x[0-9a-f]+: the host's heap"
    fault null 'reads 4 bytes at 0x4: a null pointer'
    fault nowhere 'reads 4 bytes at 0x123456789004: no memory at all'
    fault store "kernel store, block 0, thread 0 writes 1 byte at 0x[0-9a-f]+: the host's heap"
    fault past 'writes 1 byte at 0x[0-9a-f]+: just past the end of a device block of 20 bytes'
    fault far-past ': 100 bytes past the end of a device block of 20 bytes'
    fault before ': 1 byte before the start of a device block of 20 bytes'
    fault managed-past ': just past the end of a managed block of 20 bytes'
    fault freed ': byte 4 of a device block of 20 bytes that has been freed'
    fault memcpy "kernel copy, .* reads 10 bytes at .*: the host's heap" 'faults.cu:[0-9]+ in copy'
    fault memcpy-to "kernel copy, .* writes 10 bytes at .*: the host's heap"
    fault memcpy-past 'reads 21 bytes at .*: byte 0 of a device block of 20 bytes, which ends sooner'
    fault memmove "kernel move, .* reads 10 bytes at .*: the host's heap"
    fault memset "kernel fill, .* writes 10 bytes at .*: the host's heap"
    fault global-write "writes 4 bytes at .*: the host's global variable .global_number."
    fault global-read "reads 4 bytes at .*: the host's global variable .global_array."
    fault constant-write 'writes 1 byte at .*: the constant .table.'
    fault atomic "kernel atomic, .* updates 4 bytes at .*: the host's heap" 'faults.cu:[0-9]+ in atomic'
    fault atomic-misaligned 'updates 4 bytes at the misaligned address'
    fault divide 'integer division by zero in kernel divide, block \([01], [01], 0\), thread \([01], 0, [01]\)' 'in divide' 'help: a GPU does not stop here'
    fault recurse 'kernel recurse, block 0, thread 0 has used up its stack of 524288 bytes'
    fault neighbour 'thread 1 writes 4 bytes at .*: the stack of another thread'
    fault deadlock 'deadlock in kernel half_barrier: of 8 threads 4 wait in a barrier, 4 poll memory that nobody changes, 0 have finished' '  --> launched at .*faults.cu:[0-9]+'
    fault jump 'kernel jump, block 0, thread 0 reads address 0x10: a null pointer'
    fault library 'kernel speak, block [01], thread [0-9]+ reads address 0x1000'
    fault host-read 'the host reads device memory at .*: byte 8 of a device block of 20 bytes' 'faults.cu:[0-9]+ in main' 'help: device memory is reached with cudaMemcpy'
    fault host-write 'the host writes device memory at .*: byte 12 of a device block of 20 bytes'
    fault host-memcpy 'the host reads device memory at'
    fault host-freed 'the host reads device memory at .*: byte 0 of a device block of 20 bytes that has been freed'
    expect faults "a kernel nobody waits for" 0 "$work/faults" forgotten -- 'note: kernel store was launched, nobody waited for it, and it has not run'
    expect faults "the host's own crash is left alone" 139 "$work/faults" host-null -- '^before$'
    GPUMP_EMULATOR_CHECK=0 expect faults "with the check off" 0 "$work/faults" heap -- '^after 0'
    GPUMP_EMULATOR_CHECK=on expect faults "a setting that is none" 70 "$work/faults" heap -- 'GPUMP_EMULATOR_CHECK is "on", and should be a number from 0 to 1'
    GPUMP_EMULATOR_STACK=64 expect faults "a smaller stack" 70 "$work/faults" recurse -- 'its stack of 65536 bytes'
    GPUMP_EMULATOR_FAIL=launch expect faults "a launch told to fail" 0 "$work/faults" fine -- 'after 0 unspecified launch failure'
    # Without the compiler's help the locked pages still stop the host, and the processor stops wild pointers.
    "$cxx" "${language[@]}" -O1 -g -x c++ <(translate "$here/faults.cu" /dev/stdout) -x none "$work/emulator-plain.o" \
        -o "$work/unchecked" >"$work/output" 2>&1
    report $? faults "builds without checks"
    expect faults "unchecked: what is allowed" 0 "$work/unchecked" fine -- '^after 0 no error$'
    expect faults "unchecked: host-read" 70 "$work/unchecked" host-read -- 'the host reads device memory'
    expect faults "unchecked: null" 70 "$work/unchecked" null -- 'kernel load, block 0, thread 1 reads address 0x4: a null pointer'
    # The same fault in many threads is told once.
    for i in 1 2 3 4 5; do
        "$work/a1u" >/dev/null 2>&1
        OMP_NUM_THREADS=256 "$work/faults" divide >"$work/output" 2>&1
        [ "$(grep -c 'emulator: error' "$work/output")" -eq 1 ] || { report 1 faults "told once"; break; }
    done
fi

if wanted sanitizers; then
    if echo 'int main() {}' | "$cxx" -fsanitize=thread -x c++ - -o "$work/probe" 2>/dev/null && "$work/probe"; then
        build_sanitized "$work/races" "$here/races.cu" thread -fsanitize=thread >"$work/output" 2>&1
        report $? sanitizers "ThreadSanitizer: builds"
        expect sanitizers "ThreadSanitizer: a program without a race" 0 "$work/races" -- '^ok$'
        expect sanitizers "ThreadSanitizer: a program with one" 66 "$work/races" race -- 'WARNING: ThreadSanitizer: data race' 'gpump_parallel0'
    else
        echo "not run: ThreadSanitizer (it does not work here)"
    fi
    for program in pointers shared; do
        build_sanitized "$work/asan" "$here/$program.cu" address -fsanitize=address,undefined -fno-sanitize-recover >"$work/output" 2>&1
        report $? sanitizers "AddressSanitizer: $program builds"
        ASAN_OPTIONS=detect_leaks=0 expect sanitizers "AddressSanitizer: $program" 0 "$work/asan" -- '^ok$'
    done
fi

[ -n "$nvcc" ] || echo "not run: nvcc (GPUMP_NVCC does not name one)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

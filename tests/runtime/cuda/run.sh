#!/usr/bin/env bash
#
# The specimens of the cuda dialect: for each NAME here, NAME.c is a program, NAME.host.c and NAME.device.cu are its
# translation, written by hand. Each is built and run three ways and has to print the same:
#
#     NAME.c                         by gcc -fopenmp
#     NAME.host.c, NAME.device.cu    in the emulator, with teams of several sizes; once without a device; and once with
#                                    a device that does not reach the host's memory
#     the same                       in the emulator, under ThreadSanitizer, which must have nothing to say
#
# and nvcc compiles the translation for sm_75 and sm_90 without a warning and links it. Where nvidia-smi finds a
# device, it does so for that device, and the program runs there and prints the same. A line in NAME.c that begins
# with "// TEST:" sets for this program: `sizes=...` the teams' sizes, `sort` when the order of
# the lines is free, `openmp` when the host's text has regions for the host's threads, `host=no` when it needs more than one thread, `memory=no` when the device has to reach all memory, `race` when it is not race-free, `alone` when there is
# no original to compare with. A program of two files has NAME_2.* beside it.
#
#     GPUMP_NVCC    nvcc; without it nothing is compiled for a GPU
#     CC, CXX       gcc, g++
#     QUICK=1       without ThreadSanitizer and sm_75
#     GPU=1         only on the device, without the emulator; status 2 where there is no device or no nvcc
#
# run.sh NAME... runs these only. Prints a line for each test, and "N passed, N failed"; the status is 0 when none failed.

set -u
here=$(cd "$(dirname "$0")" && pwd)
runtime=$(cd "$here/../../../runtime" && pwd)
cc=${CC:-gcc}
cxx=${CXX:-g++}
nvcc=${GPUMP_NVCC:-}
# The device's compute capability: 9.0. Old drivers do not tell it.
device=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | grep -E '^[0-9]+\.[0-9]+$')
gpu=${GPU:-}
if [ -n "$gpu" ] && { [ -z "$device" ] || [ -z "$nvcc" ]; }; then
    echo "run.sh: GPU=1 needs a device that nvidia-smi knows, and GPUMP_NVCC" >&2
    exit 2
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export OMP_WAIT_POLICY=passive GOMP_SPINCOUNT=0 # gcc's threads, of which there are far more than processors
export GPUMP_EMULATOR_LIKE_DEVICE=1
export GPUMP_NOTES=0 # of the teams' sizes
export GPUMP_TEST_VALUE='a value' # words.c asks for it
passed=0
failed=0

report() { # status name what
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $2: $3"
    else
        failed=$((failed + 1))
        echo "FAILED  $2: $3"
        head -40 "$work/output" | sed 's/^/        | /'
    fi
}

warnings=(-Wall -Wextra -Werror)
c_flags=(-std=gnu99 -g -O1 -pthread -I "$runtime/cuda")
cxx_flags=(-std=gnu++17 -g -O1 -pthread -I "$runtime/cuda" -I "$runtime" -I "$runtime/emulator" -include gpump_emulator.h)
wrap=-Wl,--wrap=main

runtime_objects() { # kind flags...
    local kind=$1
    shift
    "$cxx" -std=gnu++17 -g -O1 -pthread "${warnings[@]}" "$@" -c "$runtime/emulator/emulator.cpp" -o "$work/emulator-$kind.o" &&
        "$cxx" "${cxx_flags[@]}" "${warnings[@]}" "$@" -c -x c++ "$runtime/cuda/host.cu" -o "$work/host-$kind.o"
}

# The files of a program: NAME, and NAME_2 where there is one.
parts() { # name
    echo "$1"
    [ -f "$here/$1_2.host.c" ] && echo "$1_2"
}

# What the host's text is compiled with, and the program linked.
openmp_of() { # name
    grep -q '^// TEST:.*\bopenmp\b' "$here/$1.c" && echo -fopenmp
}

build() { # name kind flags...
    local name=$1 kind=$2
    shift 2
    local part objects=() openmp
    openmp=$(openmp_of "$name")
    for part in $(parts "$name"); do
        "$cc" "${c_flags[@]}" $openmp "${warnings[@]}" "$@" -c "$here/$part.host.c" -o "$work/$part-h.o" &&
            "$cxx" "${cxx_flags[@]}" "${warnings[@]}" "$@" -c -x c++ "$here/$part.device.cu" -o "$work/$part-d.o" || return 1
        objects+=("$work/$part-h.o" "$work/$part-d.o")
    done
    "$cxx" -pthread $openmp "$@" $wrap "${objects[@]}" "$work/host-$kind.o" "$work/emulator-$kind.o" -lm -o "$work/$name-$kind"
}

# Device code of one file may call that of another: then it is compiled to be linked.
compile_with_nvcc() { # name
    local part objects=() flags=() openmp
    openmp=$(openmp_of "$1")
    [ "$(parts "$1" | wc -l)" -gt 1 ] && flags=(-rdc=true)
    for part in $(parts "$1"); do
        "$cc" "${c_flags[@]}" $openmp -c "$here/$part.host.c" -o "$work/$part-h.o" &&
            "${nv[@]}" "${flags[@]}" -c "$here/$part.device.cu" -o "$work/$part-nv.o" || return 1
        objects+=("$work/$part-h.o" "$work/$part-nv.o")
    done
    "$nvcc" "${archs[@]}" "${flags[@]}" ${openmp:+-Xcompiler $openmp} -L "$lib" -Xlinker --wrap=main "${objects[@]}" "$work/host-nvcc.o" -o "$work/$1-nvcc"
}

# What the program prints, and its status as a last line.
output() { # command...
    { timeout 60 "$@" </dev/null 2>&1; echo "status $?"; } >"$work/raw" 2>&1
    if [ -n "$sort" ]; then sort "$work/raw"; else cat "$work/raw"; fi
}

same() { # name what command...
    local name=$1 what=$2
    shift 2
    output "$@" >"$work/got"
    diff "$work/expected" "$work/got" >"$work/output"
    report $? "$name" "$what"
}

setting() { # file word otherwise
    local found
    found=$(sed -n "s|^// TEST:.*\\b$2=\\([^ ]*\\).*|\\1|p" "$1")
    echo "${found:-$3}"
}

# The runs of a program; `source`, `sizes` and `sort` are its settings.
in_emulator() { # name
    local name=$1 size
    build "$name" plain >"$work/output" 2>&1
    report $? "$name" "builds"
    for size in ${sizes//,/ }; do
        OMP_NUM_THREADS=$size output "$work/$name-gcc" >"$work/expected"
        OMP_NUM_THREADS=$size same "$name" "$size threads" "$work/$name-plain"
    done
    size=${sizes##*,}
    export OMP_NUM_THREADS=$size
    if [ "$(setting "$source" memory yes)" = yes ]; then
        GPUMP_EMULATOR_PAGEABLE=0 GPUMP_HEAP=64 same "$name" "memory of its own" "$work/$name-plain"
    fi
    if [ "$(setting "$source" host yes)" = yes ]; then
        OMP_NUM_THREADS=1 output "$work/$name-gcc" >"$work/expected"
        OMP_NUM_THREADS=1 GPUMP_DEVICE=host same "$name" "no device" "$work/$name-plain"
    fi
    unset OMP_NUM_THREADS
    if [ -z "${QUICK:-}" ] && ! grep -q '^// TEST:.*\brace\b' "$source"; then
        build "$name" tsan -fsanitize=thread -Wno-tsan >"$work/output" 2>&1 || { report 1 "$name" "builds with ThreadSanitizer"; return; }
        for size in 7 64; do
            case ",$sizes," in *,$size,*) ;; *) [ "$sizes" = "1,3,32,33,70" ] || size=${sizes##*,} ;; esac
            OMP_NUM_THREADS=$size output "$work/$name-gcc" >"$work/expected"
            OMP_NUM_THREADS=$size same "$name" "ThreadSanitizer, $size threads" "$work/$name-tsan"
        done
    fi
}

with_nvcc() { # name
    local name=$1 size
    compile_with_nvcc "$name" >"$work/output" 2>&1
    report $? "$name" "nvcc compiles and links it"
    [ -n "$device" ] || return
    # More than a block's threads as well, where the program does not say how many it can take; gcc's then tells.
    [ "$sizes" = "1,3,32,33,70" ] && sizes+=,1100
    # A device that does not reach all memory cannot run a program that needs it.
    [ "$(setting "$source" memory yes)" = no ] && nvidia-smi -q 2>/dev/null | grep -q 'Addressing Mode *: None' && sizes=
    for size in ${sizes//,/ }; do
        OMP_NUM_THREADS=$size output "$work/$name-gcc" >"$work/expected"
        [ "$size" != 1100 ] || grep -q '^status 0$' "$work/expected" || continue
        GPUMP_DEVICE=required OMP_NUM_THREADS=$size same "$name" "$size threads on the device" "$work/$name-nvcc"
    done
    if [ "$(setting "$source" host yes)" = yes ]; then
        OMP_NUM_THREADS=1 output "$work/$name-gcc" >"$work/expected"
        OMP_NUM_THREADS=1 GPUMP_DEVICE=host same "$name" "built by nvcc, no device" "$work/$name-nvcc"
    fi
}

names=("$@")
[ ${#names[@]} -gt 0 ] || for file in "$here"/*[!_2].host.c; do names+=("$(basename "$file" .host.c)"); done

[ -n "$gpu" ] || runtime_objects plain || exit 1
[ -n "${QUICK:-}$gpu" ] || runtime_objects tsan -fsanitize=thread -Wno-tsan || exit 1
if [ -n "$nvcc" ]; then
    lib=$(dirname "$nvcc")/../lib
    archs=(-gencode arch=compute_90,code=sm_90)
    [ -n "${QUICK:-}" ] || archs+=(-gencode arch=compute_75,code=sm_75)
    [ -z "$device" ] || archs=(-gencode "arch=compute_${device/./},code=sm_${device/./}")
    nv=("$nvcc" -std=c++17 "${archs[@]}" -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror -I "$runtime/cuda" -I "$runtime")
    "${nv[@]}" -c "$runtime/cuda/host.cu" -o "$work/host-nvcc.o" >"$work/output" 2>&1
    report $? runtime "nvcc compiles host.cu"
fi

for name in "${names[@]}"; do
    source=$here/$name.c
    sizes=$(setting "$source" sizes "1,3,32,33,70")
    sort=$(grep -o '^// TEST:.*\bsort\b' "$source")
    grep -q '^// TEST: alone' "$source" && continue
    "$cc" "${c_flags[@]:0:4}" -w -fopenmp $(parts "$name" | sed "s|.*|$here/&.c|") -lm -o "$work/$name-gcc" >"$work/output" 2>&1 || { report 1 "$name" "gcc builds it"; continue; }
    [ -n "$gpu" ] || in_emulator "$name"
    [ -z "$nvcc" ] || with_nvcc "$name"
done

# ---- The list of the C library's functions ----

case " ${names[*]} " in *" library "*)
    while read -r function how bare; do
        case $how in
        prefixed) grep -qE "GPUMP_(C|APART) .*\bgpump_$function\(|^GPUMP_COMPLEX\(${function%f}," "$runtime"/cuda/{library_,gpump_complex}*.h || echo "$function: no such function" ;;
        plain) grep -qE "\b$function\(" "$here/mathematics.device.cu" || echo "$function: not tried" ;;
        *) echo "$function: $how" ;;
        esac
        case $bare in
        '') ;;
        bare) grep -qE "^GPUMP_C .*\bgpump_$function\(|^GPUMP_COMPLEX\(${function%f}," "$runtime"/cuda/{library_text,library_numbers,gpump_complex,gpump_complex_functions}.h || echo "$function: is it bare?" ;;
        *) echo "$function: $bare" ;;
        esac
    done <"$runtime/cuda/library.txt" >"$work/output"
    [ ! -s "$work/output" ]
    report $? library "library.txt names what there is"
    # Where the functions stand that need nothing of the team, nothing asks for it.
    ! grep -nE 'gpump_(block|self|seldom|malloc|calloc|call|send|started|thread|threads)\(' "$runtime/cuda/library_text.h" >"$work/output"
    report $? library "functions that are bare ask nothing of the team"
    ;;
esac

# ---- Without a size of the program's own, a bare region has as many threads as it has iterations: grids over loops ----

case " ${names[*]} " in *" bare "*)
    if [ -z "$gpu" ]; then
        OMP_NUM_THREADS=1 output "$work/bare-gcc" >"$work/expected"
        same bare "a grid over the loops" "$work/bare-plain"
        GPUMP_EMULATOR_PAGEABLE=0 GPUMP_HEAP=64 same bare "the same, with memory of its own" "$work/bare-plain"
        [ -n "${QUICK:-}" ] || same bare "the same, ThreadSanitizer" "$work/bare-tsan"
    elif [ -n "$device" ]; then
        OMP_NUM_THREADS=1 output "$work/bare-gcc" >"$work/expected"
        same bare "a grid over the loops, on the device" "$work/bare-nvcc"
    fi
    ;;
esac

# ---- The heap by itself, and as large as a device's memory lets it be ----

case " ${names[*]} " in *" heap "*)
    if [ -z "$gpu" ]; then
        alone() { # flags...
            "$cxx" -std=gnu++17 -g -O1 -pthread "${warnings[@]}" "$@" -I "$runtime/cuda" "$here/heap_alone.cpp" -o "$work/heap-alone"
        }
        { alone && timeout 100 "$work/heap-alone"; } >"$work/output" 2>&1
        report $? heap "by itself"
        if [ -z "${QUICK:-}" ]; then
            { alone -fsanitize=thread -Wno-tsan && timeout 100 "$work/heap-alone" 1000; } >"$work/output" 2>&1
            report $? heap "by itself, ThreadSanitizer"
        fi
        export OMP_NUM_THREADS=7
        output "$work/heap-gcc" >"$work/expected"
        export GPUMP_EMULATOR_PAGEABLE=0 GPUMP_EMULATOR_MEMORY=2048
        same heap "a device of 2 GiB" "$work/heap-plain"
        sized() { # what settings warning
            local large=1
            env $2 "$work/heap-plain" 2>&1 >"$work/got" | grep -v '^ ' >"$work/output"
            grep -q '^512 MiB: 1 1 1$' "$work/got" || large=0
            case $3 in -) [ ! -s "$work/output" ] && [ $large = 1 ] ;; *) [ $large = 0 ] && grep -qE -- "^gpump: warning: $3\$" "$work/output" ;; esac
            report $? heap "$1"
        }
        sized "GPUMP_HEAP within the bound" GPUMP_HEAP=1700 -
        sized "GPUMP_HEAP beyond it" "GPUMP_HEAP=100000 GPUMP_EMULATOR_MEMORY=1024" \
            'GPUMP_HEAP is 100000 MiB; the heap has 8[0-9]{2}, which is what it may take of the 1[0-9]{3} that the device has free'
        sized "one process of four" "GPUMP_HEAP=2000 OMPI_COMM_WORLD_LOCAL_SIZE=4" \
            "GPUMP_HEAP is 2000 MiB; the heap has 4[0-9]{2}, this process's share of the [0-9]* that the device has free for 4 processes"
        sized "one process of six" "GPUMP_HEAP=2000 SLURM_STEP_TASKS_PER_NODE=4(x2),6,1" \
            "GPUMP_HEAP is 2000 MiB; the heap has [0-9]*, this process's share of the [0-9]* that the device has free for 6 processes"
        sized "a GPUMP_HEAP that is none" "GPUMP_HEAP=much OMPI_COMM_WORLD_LOCAL_SIZE=4" \
            'GPUMP_HEAP is "much", and should be a positive number of MiB'
        unset OMP_NUM_THREADS GPUMP_EMULATOR_PAGEABLE GPUMP_EMULATOR_MEMORY
    fi
    ;;
esac

# ---- Complex numbers by themselves ----

case " ${names[*]} " in *" complex "*)
    if [ -z "$gpu" ]; then
        { "$cc" -std=gnu99 -O2 -ffp-contract=off "${warnings[@]}" -c "$here/complex_alone.c" -o "$work/complex-c.o" &&
            "$cxx" "${cxx_flags[@]}" -ffp-contract=off "${warnings[@]}" "$here/complex_alone.cpp" "$work/complex-c.o" -lm -o "$work/complex-alone" &&
            timeout 100 "$work/complex-alone"; } >"$work/output" 2>&1
        report $? complex "by itself, against gcc"
    fi
    ;;
esac

# ---- The host's threads ----

case " ${names[*]} " in *" threads "*)
    if [ -z "$gpu" ]; then
        # Three regions go to the device; the one that is met in a team of the host's does not.
        rm -f "$work/times"
        GPUMP_TIMES=$work/times "$work/threads-plain" >"$work/output" 2>&1
        cut -d, -f2 "$work/times" | diff - <(printf '%s_parallel0\n' count_on_device sum_to team_is) >"$work/output"
        report $? threads "regions within the host's run there"
    fi
    ;;
esac

# ---- How many threads there are to be (sizes.c), on whichever side the next region runs ----

sizes_are() { # what settings line
    env GPUMP_HEAP=64 $2 timeout 60 "$work/${program:-sizes-plain}" </dev/null >"$work/got" 2>"$work/warned"
    echo "$3" | diff - "$work/got" >"$work/output"
    report $? sizes "$1"
}

case " ${names[*]} " in *" sizes "*)
    if [ -z "$gpu" ]; then
        build sizes plain >"$work/output" 2>&1
        report $? sizes builds
        here_are=$(nproc)
        sizes_are "nothing is set" A=1 "$here_are threads, $here_are processors; $here_are and $here_are in the host's; set: 5"
        sizes_are "more than the device holds" OMP_NUM_THREADS=600 "600 threads, $here_are processors; 600 and $here_are in the host's; set: 5"
        sizes_are "GPUMP_DEVICE=host" GPUMP_DEVICE=host \
            "$here_are threads, $here_are processors; $here_are and $here_are in the host's; set: 5"
        # Without a region for the device, and with the library or without it.
        cat >"$work/regionless.c" <<'END'
#include <takeover.h>
#include <omp.h>
#include <stdio.h>
int main(void)
{
    int seen = 0;
#pragma omp parallel reduction(+ : seen)
    seen++;
    printf("%d threads, %d processors\n", omp_get_max_threads(), seen ? omp_get_num_procs() : 0);
    return 0;
}
END
        for flag in -fopenmp -fno-openmp; do
            "$cc" "${c_flags[@]}" "${warnings[@]}" -Wno-unknown-pragmas $flag -c "$work/regionless.c" -o "$work/regionless.o" &&
                "$cxx" -pthread $flag $wrap "$work"/{regionless,host-plain,emulator-plain}.o -lm -o "$work/regionless"
            program=regionless sizes_are "no region, $flag" A=1 \
                "$here_are threads, $here_are processors"
        done
        # Linked statically, the library has to be there as a whole, and the runtime tells where it is not.
        statically() { # libraries...
            "$cxx" -static -pthread -fopenmp $wrap "$work"/{sizes-h,sizes-d,host-plain,emulator-plain}.o -lm "$@" -o "$work/sizes-static" \
                2>"$work/output"
        }
        program=sizes-static
        if statically -Wl,--whole-archive -lgomp -Wl,--no-whole-archive; then
            sizes_are "linked statically" OMP_NUM_THREADS=7 "7 threads, $here_are processors; 7 and $here_are in the host's; set: 5"
            statically && "$work/sizes-static" 2>&1 >"$work/output" | grep -q '^gpump: warning: .* statically, and in part'
            report $? sizes "linked statically, and in part"
        fi
        program=
    fi
    ;;
esac

# ---- What the environment says (levels.c) ----

environment_says() { # what settings lines...
    local what=$1 settings=$2
    shift 2
    env GPUMP_HEAP=64 $settings timeout 60 "$work/levels-plain" </dev/null 2>&1 | grep -v "^  -->" >"$work/got"
    printf '%s\n' "$@" | diff - "$work/got" >"$work/output"
    report $? levels "$what"
}

case " ${names[*]} " in *" levels "*)
    if [ -z "$gpu" ]; then
        build levels plain >"$work/output" 2>&1
        report $? levels builds
        all=$(nproc)
        environment_says "nothing" A=1 "$all threads, $all to be, level 1 1, schedule 2 1, limit 2147483647, levels 1"
        environment_says "a list of numbers" OMP_NUM_THREADS=5,3,2 "5 threads, 5 to be, level 1 1, schedule 2 1, limit 2147483647, levels 1"
        environment_says "a limit" "OMP_NUM_THREADS=50 OMP_THREAD_LIMIT=6" "6 threads, 6 to be, level 1 1, schedule 2 1, limit 6, levels 1"
        environment_says "a limit alone" OMP_THREAD_LIMIT=1 "1 threads, 1 to be, level 1 0, schedule 2 1, limit 1, levels 1"
        environment_says "no active level" OMP_MAX_ACTIVE_LEVELS=0 "1 threads, $all to be, level 1 0, schedule 2 1, limit 2147483647, levels 0"
        environment_says "several levels" OMP_MAX_ACTIVE_LEVELS=7 "$all threads, $all to be, level 1 1, schedule 2 1, limit 2147483647, levels 7"
        environment_says "a modifier" "OMP_SCHEDULE=monotonic:dynamic,4" "$all threads, $all to be, level 1 1, schedule 2 4, limit 2147483647, levels 1"
        environment_says "a modifier alone" "OMP_SCHEDULE=nonmonotonic:guided" "$all threads, $all to be, level 1 1, schedule 3 1, limit 2147483647, levels 1"
        environment_says "auto" OMP_SCHEDULE=auto "$all threads, $all to be, level 1 1, schedule 4 1, limit 2147483647, levels 1"
        usual="$all threads, $all to be, level 1 1, schedule 2 1, limit 2147483647, levels 1"
        environment_says "a list that is none" OMP_NUM_THREADS=4,x \
            'gpump: warning: OMP_NUM_THREADS is "4,x", and should be a positive number, or a list of them' "$usual"
        environment_says "a limit that is none" OMP_THREAD_LIMIT=0 \
            'gpump: warning: OMP_THREAD_LIMIT is "0", and should be a positive number' "$usual"
        environment_says "a number of levels that is none" OMP_MAX_ACTIVE_LEVELS=-1 \
            'gpump: warning: OMP_MAX_ACTIVE_LEVELS is "-1", and should be a whole number' "$usual"
        environment_says "a modifier that is none" OMP_SCHEDULE=slowly:static \
            'gpump: warning: OMP_SCHEDULE is "slowly:static", and should be static, dynamic, guided or auto, with or without a chunk size' \
            "$usual"
    fi
    ;;
esac

# ---- What goes wrong ----

expect() { # what status environment argument patterns...
    local what=$1 status=$2 setting=$3 argument=$4 problem=0 pattern
    shift 4
    { env $setting timeout 60 "$work/failures-$built" "$argument" </dev/null; got=$?; } >"$work/output" 2>&1
    [ "$got" -eq "$status" ] || { problem=1; echo "status $got, not $status" >>"$work/output"; }
    for pattern in "$@"; do
        grep -qE -- "$pattern" "$work/output" || { problem=1; echo "no line like: $pattern" >>"$work/output"; }
    done
    report $problem failures "$what${on:-}"
}

fails_the_same_everywhere() {
    expect "nothing" 0 A=1 "" '^before$' '^after 4$'
    expect "a pointer to a function that is not on the device" 70 A=1 pointer \
        'a call through a pointer to a function that has no version for the device: 0x' "$place"
    expect "an assertion" 134 A=1 assert '^before$' "failures.c:20: .*Assertion .1 == 2' failed"
    expect "a block that is none" 70 A=1 free 'free in a region, of what is no block in use: 0x' "$place"
    expect "a text that is too long for the mailbox" 70 A=1 text 'error: a text that the host is to read or format is longer than' "$place"
    expect "an allocator without memory" 70 A=1 allocator \
        "omp_alloc in a region: the allocator's fallback is abort_fb, and there is no memory left for so many bytes: 0x8" "$place"
    expect "a wrong setting" 0 OMP_SCHEDULE=statik "" 'warning: OMP_SCHEDULE is "statik"' '^after 4$'
}

case " ${names[*]} " in *" failures "*)
    place='--> failures.c:35: in region failures_parallel0'
    if [ -z "$gpu" ]; then
        build failures plain >"$work/output" 2>&1
        report $? failures builds
        built=plain
        fails_the_same_everywhere
        expect "a pointer that the device does not reach" 70 "GPUMP_EMULATOR_PAGEABLE=0 GPUMP_HEAP=64" unreached \
            '^before$' '`values` is 0x.*, which the device does not reach: the memory comes from' "$place"
        expect "memory that it does reach" 0 "GPUMP_EMULATOR_PAGEABLE=0 GPUMP_HEAP=64" "" '^after 4$'
        expect "a team that is too large" 0 "GPUMP_EMULATOR_MULTIPROCESSORS=2 GPUMP_EMULATOR_THREADS=64" large \
            'warning: the region asks for 1048576 threads, and the device holds 128' "$place" '^after 128$'
        expect "the same with OMP_DYNAMIC" 0 "GPUMP_EMULATOR_MULTIPROCESSORS=2 GPUMP_EMULATOR_THREADS=64" dynamic '^after 128$'
        expect "a launch that fails" 70 GPUMP_EMULATOR_FAIL=launch "" 'the device failed: unspecified launch failure' \
            "$place, call cudaLaunchKernel"
        expect "a bare region that asks for its team" 134 A=1 bare '^before$' \
            'gpump: a region that was entered by gpump_enter_bare needs what its team shares'
        expect "a region that fails" 70 GPUMP_EMULATOR_FAIL=cudaDeviceSynchronize "" 'the device failed' "$place, call cudaStreamQuery"
    fi
    if [ -n "$device" ] && [ -n "$nvcc" ]; then
        compile_with_nvcc failures >"$work/output" 2>&1
        report $? failures "nvcc compiles and links it"
        built=nvcc
        on=", on the device"
        fails_the_same_everywhere
    fi
    ;;
esac

# ---- Devices that lack something, and ends of programs (devices.c) ----

# The program prints these lines and nothing more, but for a warning that is like the pattern; "-" is none.
device_lacks() { # what status settings argument pattern lines...
    local what=$1 status=$2 settings=$3 argument=$4 pattern=$5 problem=0 got
    shift 5
    env GPUMP_HEAP=64 $settings timeout 60 "$work/devices-$built" $argument </dev/null >"$work/got" 2>"$work/warned"
    got=$?
    { [ $# -eq 0 ] || printf '%s\n' "$@"; } | diff - "$work/got" >"$work/output" || problem=1
    [ "$got" -eq "$status" ] || { problem=1; echo "status $got, not $status" >>"$work/output"; }
    if [ "$pattern" = - ]; then [ ! -s "$work/warned" ]; else grep -qE -- "$pattern" "$work/warned"; fi || problem=1
    [ "$(wc -l <"$work/warned")" -le 2 ] || problem=1
    cat "$work/warned" >>"$work/output"
    report $problem devices "$what${on:-}"
}

ends() { # settings team
    device_lacks "main returns, $1" 0 "$1" "" - "main: $2"
    device_lacks "exit in main, $1" 3 "$1" exit - "main: $2" "at exit: $2"
    device_lacks "exit in a region, $1" 4 "$1" end - "main: $2" "at exit: ${3:-on the host}"
}

case " ${names[*]} " in *" devices "*)
    if [ -z "$gpu" ]; then
        build devices plain >"$work/output" 2>&1
        report $? devices builds
        built=plain
        team='40 threads' host='on the host'
        for memory in 0 1 2; do ends "GPUMP_EMULATOR_PAGEABLE=$memory" "$team"; done
        ends GPUMP_DEVICE=host "$host"
        own=GPUMP_EMULATOR_PAGEABLE=0 tables=GPUMP_EMULATOR_PAGEABLE=1
        for memory in $own $tables; do
            device_lacks "no managed memory, $memory" 0 "$memory GPUMP_EMULATOR_FAIL=cudaMallocManaged:*" exit_0 \
                'cannot be used: there is no memory that host and device share: .*; regions run on the host' \
                "main: $host" "at exit: $host"
            device_lacks "a device that does not start, $memory" 0 "$memory GPUMP_EMULATOR_FAIL=cudaMemGetInfo:*" exit_0 \
                'cannot be used: it does not start: .*; regions run on the host' "main: $host" "at exit: $host"
        done
        device_lacks "pages of the program's file" 0 GPUMP_EMULATOR_PAGEABLE=2 file - "main: $team" "1, in pages of a file" \
            "at exit: $team"
        device_lacks "pages of the program's file, $tables" 0 $tables file - "main: $team" "1, in pages of no file" \
            "at exit: $team"
        device_lacks "a device that is demanded" 70 "$own GPUMP_DEVICE=required GPUMP_EMULATOR_FAIL=cudaMemGetInfo:*" "" \
            'error: the device cannot be used, and GPUMP_DEVICE=required demands it: it does not start'
        device_lacks "nothing of CUDA's is called before main" 70 "$own GPUMP_DEVICE=required GPUMP_EMULATOR_FAIL=cudaGetDeviceCount:*" \
            early 'error: the device cannot be used, and GPUMP_DEVICE=required demands it: CUDA finds none' constructed
        device_lacks "no device, and it is demanded" 70 "GPUMP_DEVICE=required GPUMP_EMULATOR_FAIL=cudaGetDeviceCount:*" "" \
            'error: the device cannot be used, and GPUMP_DEVICE=required demands it: CUDA finds none'
        device_lacks "no device" 0 "GPUMP_EMULATOR_FAIL=cudaGetDeviceCount:*" "" - "main: $host"
        device_lacks "memory that cannot be registered" 70 "$own GPUMP_EMULATOR_FAIL=cudaHostRegister:*" "" \
            '`shared` is 0x.*, which the device does not reach'
        device_lacks "no room for a kernel" 0 "$tables GPUMP_EMULATOR_FAIL=launch-memory:*" exit_0 \
            'warning: the device has no memory left for the region' "main: $host" "at exit: $host"
        # A job's processes, and the devices that they use.
        used() { # what settings place
            device_lacks "$1" 0 "GPUMP_SHOW_DEVICE=1 GPUMP_EMULATOR_DEVICES=4 $2" exit_0 "^gpump: process $3; heap of 64 MiB\$" "main: $team" "at exit: $team"
        }
        here() { echo "$1 on this machine: device $2 of 4 \(gpump emulator, 0000:0$(($2 + 1)):00\), shared by $3"; }
        ompi='OMPI_COMM_WORLD_LOCAL_RANK=6 OMPI_COMM_WORLD_LOCAL_SIZE=7' slurm='SLURM_LOCALID=5 SLURM_STEP_TASKS_PER_NODE=4,6(x2)'
        used "no job" A=1 "$(here "0 of 1" 0 1)"
        used "Open MPI" "$ompi" "$(here "6 of 7" 2 2)"
        used "Open MPI within Slurm" "$ompi SLURM_LOCALID=0 SLURM_STEP_TASKS_PER_NODE=1" "$(here "6 of 7" 2 2)"
        used "MVAPICH" "MV2_COMM_WORLD_LOCAL_RANK=3 MV2_COMM_WORLD_LOCAL_SIZE=4" "$(here "3 of 4" 3 1)"
        used "MPICH, Intel MPI" "MPI_LOCALRANKID=4 MPI_LOCALNRANKS=9" "$(here "4 of 9" 0 3)"
        used "Cray" "PALS_LOCAL_RANKID=1 PALS_LOCAL_SIZE=2" "$(here "1 of 2" 1 1)"
        used "PMI" "PMI_LOCAL_RANK=1" "$(here "1 of 2" 1 1)"
        used "Slurm" "$slurm" "$(here "5 of 6" 1 2)"
        used "devices of a task's own" "$slurm SLURM_GPUS_PER_TASK=a100:4" "$(here "5 of 6" 1 1)"
        used "fewer of a task's own than it sees" "$slurm SLURM_GPUS_PER_TASK=1" "$(here "5 of 6" 1 2)"
        used "OMP_DEFAULT_DEVICE" "$slurm OMP_DEFAULT_DEVICE=3" "$(here "5 of 6" 3 6)"
        used "GPUMP_DEVICE_PROCESSES" "$slurm OMP_DEFAULT_DEVICE=3 GPUMP_DEVICE_PROCESSES=2" "$(here "5 of 6" 3 2)"
        used "a rank that is none" "OMPI_COMM_WORLD_LOCAL_RANK=x" "$(here "0 of 1" 0 1)"
        device_lacks "an OMP_DEFAULT_DEVICE that is not there" 0 "OMP_DEFAULT_DEVICE=4 GPUMP_EMULATOR_DEVICES=4" exit_0 \
            '^gpump: warning: OMP_DEFAULT_DEVICE is 4, and the devices that CUDA finds are 0 to 3: device 0 is used$' "main: $team" "at exit: $team"
        device_lacks "a GPUMP_DEVICE_PROCESSES that is none" 0 GPUMP_DEVICE_PROCESSES=0 exit_0 \
            '^gpump: warning: GPUMP_DEVICE_PROCESSES is "0", and should be a positive number$' "main: $team" "at exit: $team"
        device_lacks "a device that cannot be taken" 0 "OMP_DEFAULT_DEVICE=1 GPUMP_EMULATOR_DEVICES=2 GPUMP_EMULATOR_FAIL=cudaSetDevice:*" exit_0 \
            'cannot be used: it does not start: .*; regions run on the host' "main: $host" "at exit: $host"
        device_lacks "no room for the copies of all threads" 0 "GPUMP_EMULATOR_MEMORY=8" "" - "main: 31 threads"
    fi
    if [ -n "$nvcc" ]; then
        compile_with_nvcc devices >"$work/output" 2>&1
        report $? devices "nvcc compiles and links it"
        built=nvcc
        on=", built by nvcc"
        [ -z "$device" ] || ends GPUMP_DEVICE=required '40 threads'
        ends GPUMP_DEVICE=host 'on the host'
        # CUDA begins by looking for the driver's library.
        LD_DEBUG=libs GPUMP_DEVICE=host "$work/devices-nvcc" 2>&1 | grep libcuda >"$work/output"
        [ ! -s "$work/output" ] && LD_DEBUG=libs "$work/devices-nvcc" 2>&1 | grep -q libcuda
        report $? devices "with GPUMP_DEVICE=host CUDA does not begin"
    fi
    ;;
esac

# ---- What is moved to the device before a region begins, and back (moves.c), and how long regions take ----

moved() { # what settings sizes...
    local what=$1 settings=$2 size
    shift 2
    rm -f "$work/moved"
    for size in "$@"; do
        case $size in back:*) echo "${size#back:} bytes to the host" ;; *) echo "$size bytes to the device" ;; esac
    done >"$work/expected"
    env $settings GPUMP_HEAP=64 GPUMP_EMULATOR_PREFETCHES="$work/moved" "$work/moves-plain" >"$work/got" || echo "status $?" >>"$work/expected"
    touch "$work/moved"
    # A block is sent back in two pieces, on either side of its witness.
    awk '/host$/ { back += $1; next } back { print back " bytes to the host"; back = 0 } { print }' "$work/moved" >"$work/joined"
    mv "$work/joined" "$work/moved"
    # An array on the stack may happen to begin with a page: then it has one more.
    sed -i 's/^1044480 /1048576 /' "$work/expected" "$work/moved"
    { diff "$work/printed" "$work/got" && diff "$work/expected" "$work/moved"; } >"$work/output"
    report $? moves "$what"
}

case " ${names[*]} " in *" moves "*)
    if [ -z "$gpu" ]; then
        rm -f "$work/times"
        GPUMP_TIMES=$work/times "$work/moves-plain" >"$work/printed"
        seconds='[0-9]+\.[0-9]{9}'
        grep -qvE "^region,(sweep|report|main)_parallel0,moves\.c,[0-9]+,$seconds,$seconds,$seconds\$" "$work/times" >"$work/output"
        [ $? -eq 1 ] && [ "$(grep -c '^region,sweep_parallel0,moves.c,13,' "$work/times")" -eq 111 ]
        report $? moves "GPUMP_TIMES has a line for each region"
        { "$cxx" -std=gnu++17 -g -O1 "${warnings[@]}" -I "$runtime/cuda" "$here/predict_alone.cpp" -o "$work/predict-alone" &&
            "$work/predict-alone"; } >"$work/output" 2>&1
        report $? moves "what is predicted, by itself"
    fi
    # The whole block at first; when the host has filled it again; its end, where that is all that the host has
    # touched; the array on main's stack, or what lies within it; the block when it has grown. Then the host takes it six times in a row:
    # after two it is sent back each time, until it comes for nothing.
    if [ -z "$gpu" ] && head -c 8 /proc/self/pagemap >"$work/output" 2>&1; then
        all=1048576 within=1044480
        grown=$((2 * all)) back=back:$((2 * all - 65536))
        moved "memory of its own" GPUMP_EMULATOR_PAGEABLE=0 $all $all 65536 $within $grown $grown \
            $grown $back $grown $back $grown $back $grown $back $grown $back $grown
        moved "page tables of its own" GPUMP_EMULATOR_PAGEABLE=1 $all $all 65536 $within $within $grown $grown $grown $grown $grown $grown $grown
        moved "the host's page tables" GPUMP_EMULATOR_PAGEABLE=2
        moved "GPUMP_PREFETCH=0" "GPUMP_EMULATOR_PAGEABLE=0 GPUMP_PREFETCH=0"
        moved "a device that refuses" "GPUMP_EMULATOR_PAGEABLE=0 GPUMP_EMULATOR_FAIL=cudaMemPrefetchAsync"
    fi
    ;;
esac

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

"""The programs and the measurements of scripts/growth."""

import math
import os
import resource
import subprocess
import sys
import tempfile

SECONDS = float(os.environ.get("SECONDS_OF_GROWTH", "20"))
START, DOUBLINGS = 250, 5


def function(body, before=""):
    return f"{before}\nvoid f(int n, double *restrict a)\n{{\n{body}\n}}\n"


def lines(n, text):
    return "\n".join(text.replace("@", str(i)) for i in range(n))


LOOP = "#pragma omp parallel for\n    for (int i = 0; i < n; i++) a[i] = a[i] * @ + 1;"
NAMES = "v@, "

# Each kind is a function from a size to a program.
KINDS = {
    "regions in a function": lambda n: function(lines(n, LOOP)),
    "loops in a region": lambda n: function(
        "#pragma omp parallel\n{\n"
        + lines(n, "#pragma omp for\n    for (int i = 0; i < n; i++) a[i] += @;")
        + "\n}"
    ),
    "orphaned loops in a function": lambda n: function(
        lines(n, "#pragma omp for\n    for (int i = 0; i < n; i++) a[i] += a[i] * @;")
    )
    + "void g(int n, double *a)\n{\n#pragma omp parallel\n    f(n, a);\n}\n",
    "orphaned loops over a function's variables": lambda n: function(
        "int i, j; double s;\n"
        + lines(
            n,
            "#pragma omp for\n    for (i = 0; i < n; i++) { s = 0; for (j = 0; j < n; j++) s += a[j] * @; a[i] = s; }",
        )
    )
    + "void g(int n, double *a)\n{\n#pragma omp parallel\n    f(n, a);\n}\n",
    "functions with a region": lambda n: lines(
        n, "void f@(int n, double *a)\n{\n#pragma omp parallel for\n    for (int i = 0; i < n; i++) a[i] = @;\n}"
    ),
    "functions that a region calls": lambda n: lines(n, "static double f@(double x) { return x * @; }")
    + function("#pragma omp parallel for\n    for (int i = 0; i < n; i++) {\n" + lines(n, "a[i] = f@(a[i]);") + "}"),
    "a chain of calls": lambda n: "static double f0(double x) { return x; }\n"
    + "\n".join(f"static double f{i}(double x) {{ return f{i - 1}(x); }}" for i in range(1, n))
    + function(f"#pragma omp parallel for\n    for (int i = 0; i < n; i++) a[i] = f{n - 1}(a[i]);"),
    "variables in private": lambda n: function(
        "int "
        + ", ".join(f"v{i}" for i in range(n))
        + ";\n#pragma omp parallel private("
        + ", ".join(f"v{i}" for i in range(n))
        + ")\n{\n"
        + lines(n, "v@ = 1;")
        + "\n}"
    ),
    "clauses": lambda n: function(
        lines(n, "int v@;") + "\n#pragma omp parallel " + " ".join(f"private(v{i})" for i in range(n)) + "\n;"
    ),
    "shared variables": lambda n: function(
        lines(n, "int v@ = 0;") + "\n#pragma omp parallel\n{\n" + lines(n, "a[v@] = v@;") + "\n}"
    ),
    "globals in a region": lambda n: lines(n, "int v@;")
    + function("#pragma omp parallel\n{\n" + lines(n, "a[v@] = v@;") + "\n}"),
    "statements in a loop": lambda n: function(
        "#pragma omp parallel for\n    for (int i = 0; i < n; i++) {\n" + lines(n, "a[i] += @;") + "\n}"
    ),
    "macros": lambda n: lines(n, "#define M@(x) ((x) + @)")
    + function(
        "#pragma omp parallel for\n    for (int i = 0; i < n; i++) {\n" + lines(n, "a[i] = M@(a[i]);") + "\n}"
    ),
    "structures": lambda n: lines(n, "struct s@ { int a, b; double c; };")
    + lines(n, "struct s@ g@;")
    + function("#pragma omp parallel\n{\n" + lines(n, "g@.a = g@.b;") + "\n}"),
    "string literals": lambda n: "#include <stdio.h>\n"
    + function("#pragma omp parallel\n{\n" + lines(n, 'printf("line @\\n");') + "\n}"),
    "critical sections": lambda n: function(
        "#pragma omp parallel\n{\n" + lines(n, "#pragma omp critical(c@)\n    a[@] += 1;") + "\n}"
    ),
    "nested blocks": lambda n: function("#pragma omp parallel\n" + "{" * n + "a[0] = 1;" + "}" * n),
    "errors in one line": lambda n: function("int x;\n#pragma omp parallel " + "private(x) " * n + "\n;"),
    "functions that need a header": lambda n: "#include <math.h>\n#include <stdio.h>\n"
    + lines(n, "void f@(int n, double *a) { for (int i = 0; i < n; i++) a[i] = sqrt(a[i]); }"),
    "nested parentheses": lambda n: function("#pragma omp parallel\na[0] = " + "(" * n + "1" + ")" * n + ";"),
    "nested loops": lambda n: function(
        "#pragma omp parallel for\n"
        + "".join(f"for (int i{i} = 0; i{i} < n; i{i}++)\n" for i in range(min(n // 50, 120)))
        + "a[0] = 1;"
    ),
    "declarations without regions": lambda n: lines(n, "int v@; static int f@(int x) { return x + v@; }"),
}


def measure(gpump, kind, command, path):
    """Processor seconds and peak MiB of one run, or nothing where it took too long or failed."""
    child = subprocess.Popen(
        [gpump, *command.split(), path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit
    )
    error = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    # 1: the program is wrong, as those are that have errors.
    if child.returncode != (1 if kind.startswith("errors") else 0):
        last = error.decode(errors="replace").strip().splitlines()
        sys.stderr.write(f"growth: {command} {path}: status {child.returncode}: {last[0] if last else ''}\n")
        return None
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def commands(kind):
    match kind.split()[0]:
        case "errors":
            return ("check",)
        case "nested":
            return ("check", "translate", "explain --tree")
        case _:
            return ("check", "translate")


def limit():
    seconds = int(SECONDS * 6)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def main():
    gpump, wanted = sys.argv[1], sys.argv[2:]
    unknown = [kind for kind in wanted if kind not in KINDS]
    if unknown:
        sys.exit(f"growth: no such kind: {', '.join(unknown)}\nkinds: {'; '.join(KINDS)}")
    print("| what grows | command | how many | s | MiB | exponent |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for kind, program in KINDS.items():
            if wanted and kind not in wanted:
                continue
            for command in commands(kind):
                before = now = None
                for size in (START * 2**i for i in range(DOUBLINGS + 1)):
                    path = os.path.join(folder, "program.c")
                    with open(path, "w") as file:
                        file.write(program(size))
                    found = measure(gpump, kind, command, path)
                    if found is None:
                        break
                    before, now = now, (size, *found)
                    if found[0] > SECONDS:
                        break
                if now is None:
                    print(f"| {kind} | {command} | {START} | fails | | |")
                    continue
                exponent = f"{math.log2(now[1] / before[1]):.2f}" if before and before[1] > 0 else ""
                print(f"| {kind} | {command} | {now[0]} | {now[1]:.2f} | {now[2]:.0f} | {exponent} |", flush=True)


main()

//! The compiler that the book builds: what it writes runs and means what the
//! program means, and what it cannot do it says.

mod support;

use gpump_book::mini::translate::translate;
use support::{Shell, read, root};

fn errors(text: &str) -> String {
    match translate(text) {
        Ok(translation) => panic!("no error, but\n{translation}"),
        Err(errors) => errors.join("\n"),
    }
}

/// Every program of the book that has a `main`, by the compiler of the book, by gpump in both
/// dialects, and by gcc.
#[test]
fn the_programs_print_the_same_everywhere() {
    let shell = Shell::new();
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("book/programs")).expect("the programs").flatten() {
        let is_program = entry.path().is_file() && read(&entry.path()).contains("int main()");
        if !is_program {
            continue;
        }
        count += 1;
        let name = entry.file_name().to_string_lossy().into_owned();
        let program = format!("book/programs/{name}");
        let printed = |command: &str| {
            let output = shell.run(command);
            assert!(output.status.success(), "{command}\n{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).expect("text")
        };
        let expected = printed(&format!("gcc -fopenmp -o program {program} && ./program"));
        assert!(!expected.is_empty(), "{name} prints nothing");
        for command in [
            format!("book/try minimp {program} > mini.cu && gpump run --device emulator mini.cu"),
            format!("gpump run --device emulator {program}"),
            format!("gpump run --dialect thesis --device emulator {program}"),
        ] {
            assert_eq!(printed(&command), expected, "{command}");
        }
    }
    assert!(count >= 2, "{count} programs");
}

/// nvcc reads what the compiler of the book writes, where there is one.
#[test]
fn nvcc_compiles_the_translation() {
    let Some(nvcc) = std::env::var_os("GPUMP_NVCC") else {
        eprintln!("GPUMP_NVCC is not set: skipped");
        return;
    };
    let nvcc = nvcc.to_string_lossy();
    let command =
        format!("book/try minimp book/programs/minimal.c > mini.cu && '{nvcc}' -c -o mini.o mini.cu");
    let output = Shell::new().run(&command);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_program_without_a_directive_comes_out_as_it_went_in() {
    let text = "/* a */\r\nint f(int n)\t{ return n*2 ; } // b";
    assert_eq!(translate(text).as_deref(), Ok(text));
}

#[test]
fn what_it_cannot_do_it_says() {
    let region = |inside: &str| {
        format!("int n;\nvoid g() {{ }}\nvoid f(float *p)\n{{\n    int i, a[4];\n{inside}\n}}\n")
    };
    for (inside, message) in [
        ("#pragma omp parallel\n p[0] = 1;", "6: `p` is a pointer"),
        ("#pragma omp parallel\n g();", "7: the region calls `g`"),
        ("#pragma omp parallel\n x = 1;", "7: `x` is not declared"),
        ("#pragma omp parallel private(x)\n n = 1;", "6: `x` is not declared"),
        ("#pragma omp parallel private(n) shared(n)\n n = 1;", "6: `n` is in two clauses"),
        ("#pragma omp parallel firstprivate(a)\n a[0] = 1;", "6: `a` is an array"),
        ("#pragma omp parallel\n {\n#pragma omp parallel\n n = 1; }", "8: a region inside of a region"),
        ("#pragma omp parallel for shared(i)\n for (i = 0; i < 4; i++) ;", "6: `i` counts the loop"),
        ("#pragma omp parallel for\n for (i = 0; n < 4; i++) ;", "7: the loop's variable is `i`"),
    ] {
        let found = errors(&region(inside));
        assert!(found.contains(message), "`{inside}`: {found}");
    }
    let nested = format!("int x = {}1{};", "(".repeat(50_000), ")".repeat(50_000));
    assert!(!errors(&nested).is_empty(), "what nests too deeply is no crash");
    assert!(errors("int f( {").starts_with("1:"), "a syntax error has its place");
    assert!(errors("int @;").starts_with("1:5 "), "so has a character that is in no token");
}

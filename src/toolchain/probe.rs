//! Whether a C file is any of gpump's business: whether it has a directive, or
//! uses a routine, of OpenMP or gpump.
//!
//! Most files of a project have none, and the C compiler is to have them as
//! they are. The answer must hold for headers and macros too, and it must not
//! depend on how much of the language gpump understands: so the C compiler
//! preprocesses the file, and the result is searched. A file that it cannot
//! preprocess is left to it as well: it says best what is wrong.
//!
//! On the way the names are noted that CUDA has too, in the project's headers as
//! well: a translation cannot use them as they are ([`super::c_linkage`]).

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::Stdio;

use super::Error;
use super::c_compiler::CCompiler;

/// What a file that may have to be translated says besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    /// The names that the project and CUDA both have, and the system does not.
    pub cuda_names: BTreeSet<String>,
}

/// Looks at a file that is compiled with these flags: nothing, if it is not
/// gpump's business. What comes on standard input comes here as `input`.
///
/// # Errors
///
/// The compiler does not start.
pub fn look_at(
    compiler: &CCompiler,
    flags: &[OsString],
    file: &OsStr,
    input: Option<&[u8]>,
) -> Result<Option<Traces>, Error> {
    let mut command = compiler.command();
    command.args(flags).args(["-w", "-E", "-x", "c"]).arg(file);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    let preprocessed = (|| {
        let mut child = command.spawn()?;
        if let (Some(mut pipe), Some(input)) = (child.stdin.take(), input) {
            let input = input.to_owned();
            // It writes while it reads. Whether it reads all is its business.
            std::thread::spawn(move || pipe.write_all(&input));
        }
        child.wait_with_output()
    })();
    let output = preprocessed.map_err(|cause| Error::Start { tool: compiler.name(), cause })?;
    Ok(if output.status.success() { traces(&output.stdout) } else { None })
}

/// Whether C that is not preprocessed may have traces: where it has not, preprocessing it makes none. Comments count, and
/// so does a word that a line's end divides.
pub fn may_have_traces(text: &[u8]) -> bool {
    // Both names end in `mp`.
    let mut ends = memchr::memmem::find_iter(text, b"mp");
    let is_name = |at: usize| {
        let (before, rest) = (&text[..at], &text[at + 2..]);
        let before = before.strip_suffix(b"o").or_else(|| before.strip_suffix(b"gpu"));
        before.is_some_and(|before| !before.last().is_some_and(|&byte| is_word(byte)))
            && rest.first().is_none_or(|&byte| byte == b'_' || !is_word(byte))
    };
    let is_divided = |at: usize| {
        let (before, rest) = (&text[..at], &text[at + 1..]);
        let behind = rest.strip_prefix(b"\n").or_else(|| rest.strip_prefix(b"\r\n"));
        before.last().is_some_and(|&byte| is_word(byte))
            && behind.and_then(<[u8]>::first).is_some_and(|&byte| is_word(byte))
    };
    ends.any(is_name) || memchr::memchr_iter(b'\\', text).any(is_divided)
}

/// The traces of preprocessed C, if it has a directive or a name of OpenMP or
/// gpump, that of `<omp.h>` itself aside.
fn traces(text: &[u8]) -> Option<Traces> {
    let mut is_found = false;
    let (mut in_omp_header, mut in_system_header) = (false, false);
    let (mut own, mut systems) = (BTreeSet::new(), BTreeSet::new());
    for line in text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii) {
        let Some(directive) = line.strip_prefix(b"#").map(<[u8]>::trim_ascii_start) else {
            for name in names(line) {
                is_found |= !in_omp_header && (name.starts_with(b"omp_") || name.starts_with(b"gpump_"));
                let names = if in_system_header { &mut systems } else { &mut own };
                if let Ok(name) = std::str::from_utf8(name)
                    && gpump::own_name(name).is_some()
                {
                    names.insert(name.to_owned());
                }
            }
            continue;
        };
        if let Some(pragma) = directive.strip_prefix(b"pragma").map(<[u8]>::trim_ascii_start) {
            is_found |= matches!(word_at(pragma, 0), b"omp" | b"gpump");
        } else if directive.first().is_some_and(u8::is_ascii_digit) {
            in_omp_header = names_omp_header(directive);
            in_system_header =
                directive.rsplit(|&byte| byte == b'"').next().is_some_and(|flags| flags.contains(&b'3'));
        }
    }
    is_found.then(|| Traces { cuda_names: &own - &systems })
}

/// Whether `# 1 "path/omp.h" 1 3 4` says that the next lines are of `<omp.h>`.
fn names_omp_header(marker: &[u8]) -> bool {
    let mut parts = marker.split(|&byte| byte == b'"');
    parts.nth(1).is_some_and(|path| path == b"omp.h" || path.ends_with(b"/omp.h"))
}

/// The names and numbers in a line. What strings say does not count.
fn names(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < line.len() {
            match line[at] {
                quote @ (b'"' | b'\'') => {
                    at += 1;
                    while at < line.len() && line[at] != quote {
                        at += if line[at] == b'\\' { 2 } else { 1 };
                    }
                    at += 1;
                }
                byte if is_word(byte) => {
                    let word = word_at(line, at);
                    at += word.len();
                    return Some(word);
                }
                _ => at += 1,
            }
        }
        None
    })
}

fn word_at(line: &[u8], at: usize) -> &[u8] {
    let length = line[at..].iter().take_while(|&&byte| is_word(byte)).count();
    &line[at..at + length]
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_and_routines_are_found() {
        for text in [
            "int a;\n#pragma omp parallel\n",
            " # pragma  gpump accessible\n",
            "double t = omp_get_wtime();",
            "p = (int *)gpump_malloc(4);",
            "# 1 \"/usr/include/omp.h\" 1 3 4\nint omp_get_thread_num(void);\n# 3 \"a.c\" 2\nomp_lock_t lock;\n",
        ] {
            assert!(traces(text.as_bytes()).is_some(), "{text}");
        }
    }

    #[test]
    fn what_may_have_traces_is_told_before_it_is_preprocessed() {
        for text in [
            "#pragma omp parallel",
            "#define P(x) _Pragma(#x)\nP(omp parallel)",
            "_Pragma(\"omp parallel\")",
            "#define GET(x) omp_ ## x",
            "#define CAT(x) omp##x",
            "gpump_malloc",
            "#pragma o\\\nmp parallel",
            "#pragma om\\\r\np parallel",
            "/* no omp */",
            "omp",
        ] {
            assert!(may_have_traces(text.as_bytes()), "{text}");
        }
        for text in
            ["", "complex compare ompi_x xomp_y _OPENMP", "#define A b \\\n c\nx = a \\\n;", "thumps gpumps"]
        {
            assert!(!may_have_traces(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn names_that_are_cudas_are_told() {
        let text = "# 1 \"/usr/include/math.h\" 1 3 4\nvoid sincos(double);\n# 1 \"a.h\" 1\n\
                    double norm(int); int x = sincos(1); char *s = \"max\";\n# 2 \"a.c\" 2\nomp_lock_t min;\n";
        let found = traces(text.as_bytes()).unwrap().cuda_names;
        assert_eq!(found.iter().collect::<Vec<_>>(), ["min", "norm"]);
    }

    #[test]
    fn other_files_have_none() {
        for text in [
            "",
            "int comp_x, xomp_y;\n#pragma GCC diagnostic push\n#pragma ompx\n",
            "puts(\"omp_get_wtime() \\\" gpump_malloc\"); c = 'o';",
            "# 1 \"a.c\"\n# 1 \"/usr/lib/omp.h\" 1 3 4\nint omp_get_thread_num(void);\n# 2 \"a.c\" 2\nint a;\n",
        ] {
            assert!(traces(text.as_bytes()).is_none(), "{text}");
        }
    }
}

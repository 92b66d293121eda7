//! Files that are no C, though they came as such: said once, in place of a syntax error at the first word that C has not.

use std::ops::Range;

/// A language that OpenMP has, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    CPlusPlus,
    Fortran,
}

impl Language {
    pub fn name(self) -> &'static str {
        match self {
            Language::CPlusPlus => "C++",
            Language::Fortran => "Fortran",
        }
    }
}

/// What lines of C++ begin with.
const CPLUSPLUS: [&str; 4] = ["using namespace ", "template <", "template<", "namespace "];
const FORTRAN: [&str; 3] = ["!$omp", "c$omp", "*$omp"];

/// The other language that a text is in as far as one can see, and the line that shows it, in bytes. It is for texts that are no C
/// for certain: one in C may have such a line in a comment. A text that asks for `__cplusplus` is in both languages.
pub fn other_than_c(text: &str) -> Option<(Language, Range<usize>)> {
    if text.contains("__cplusplus") {
        return None;
    }
    let mut start = 0;
    text.split_inclusive('\n').find_map(|line| {
        let from = start + (line.len() - line.trim_start().len());
        start += line.len();
        let shown = line.trim();
        language_of(shown).map(|language| (language, from..from + shown.len()))
    })
}

fn language_of(line: &str) -> Option<Language> {
    if CPLUSPLUS.iter().any(|words| line.starts_with(words)) || includes_cplusplus(line) {
        return Some(Language::CPlusPlus);
    }
    // Fortran is read without regard to case.
    let is_begun =
        |words: &&&str| line.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words));
    FORTRAN.iter().find(is_begun).map(|_| Language::Fortran)
}

/// Whether a line includes one of C++'s own headers: their names have no ending.
fn includes_cplusplus(line: &str) -> bool {
    let included = line.strip_prefix('#').and_then(|rest| rest.trim_start().strip_prefix("include"));
    let name = included.and_then(|rest| rest.trim_start().strip_prefix('<')?.split_once('>'));
    let is_bare = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    name.is_some_and(|(name, _)| !name.is_empty() && is_bare(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_tell_languages_apart() {
        let found = |text| other_than_c(text).map(|(language, span)| (language, &text[span]));
        assert_eq!(
            found("int a;\n#include <iostream>\n"),
            Some((Language::CPlusPlus, "#include <iostream>"))
        );
        assert_eq!(
            found("  template <class T> T f();"),
            Some((Language::CPlusPlus, "template <class T> T f();"))
        );
        assert_eq!(found("      end\n!$OMP parallel\n"), Some((Language::Fortran, "!$OMP parallel")));
        assert_eq!(found("#include <stdio.h>\nint namespaces;\n"), None);
        assert_eq!(found("#ifdef __cplusplus\nusing namespace std;\n#endif\n"), None);
    }
}

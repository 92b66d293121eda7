//! What the C library has and the device has not, by the way that it is called:
//! directives of `printf`, and functions for every type.

use super::super::File;
use crate::diagnostics::Diagnostic;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// Whether a name is what gcc's `<tgmath.h>`, or clang's, makes of a function.
fn is_type_generic(name: &str) -> bool {
    name.starts_with("__builtin_tgmath") || name.starts_with("__tg_")
}

impl File<'_> {
    /// Whether a macro of `<tgmath.h>` made a token; the macro is refused as a whole.
    pub(super) fn is_in_type_generic(&self, token: usize) -> bool {
        let list = self.tokens;
        let type_generic = self.cuda.index.type_generic.get_or_init(|| {
            let made = list.invocations().iter().map(|found| found.made.clone());
            (0..)
                .zip(made)
                .filter(|(_, made)| made.clone().any(|at| is_type_generic(list.text(at))))
                .map(|(at, _)| at)
                .collect()
        });
        !type_generic.is_empty()
            && list.invocation_at(token).is_some_and(|number| type_generic.contains(&number))
    }

    /// A use of the library that is refused, if the first of some tokens begins one.
    pub(super) fn refused_library(&self, visible: &[usize]) -> Option<Diagnostic> {
        let &first = visible.first().filter(|&&first| self.tokens[first].kind == kind::IDENTIFIER)?;
        let text = self.tokens.text(first);
        if is_type_generic(text) {
            let message = "a function of <tgmath.h> cannot be on the device";
            let label = "C++ has no type-generic functions; <math.h> has one for each type, such as `sqrtf`";
            return Some(self.refused(first, message).label(label));
        }
        self.refused_format(visible)
    }

    /// A call of `printf` or its kin whose format has a directive that the
    /// runtime has not: the host formats what it gets from a region.
    fn refused_format(&self, call: &[usize]) -> Option<Diagnostic> {
        let name = self.tokens.text(call[0]);
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let place: usize = match name {
            "printf" | "vprintf" => 0,
            "fprintf" | "sprintf" | "vfprintf" | "vsprintf" => 1,
            "snprintf" | "vsnprintf" => 2,
            _ => return None,
        };
        let list = self.tokens;
        // The name may stand in parentheses.
        let behind = call[1..].iter().find(|&&index| list[index].kind != kind::RIGHT_PAREN);
        let open = *behind.filter(|&&index| list[index].kind == kind::LEFT_PAREN)?;
        let close = list.partner(open)?;
        let mut commas =
            list.outside_brackets(&(open + 1..=close - 1)).filter(|&index| list[index].kind == kind::COMMA);
        let start = place.checked_sub(1).map_or(Some(open), |before| commas.nth(before))? + 1;
        let end = commas.next().unwrap_or(close);
        let is_literal = |&index: &usize| list[index].kind == kind::STRING_LITERAL;
        let mut text = String::new();
        for index in (start..end).filter(is_literal) {
            // Those that stand side by side are one.
            text.push_str(list.text(index).trim_matches('"'));
            if list.visible_from(index + 1).as_ref().is_some_and(is_literal) {
                continue;
            }
            if let Some(directive) = foreign_directive(&std::mem::take(&mut text)) {
                let message = format!("`{directive}` of `{name}` cannot be on the device");
                let label =
                    "the runtime formats numbers, characters and strings, in the order of the arguments";
                return Some(self.refused(index, &message).label(label));
            }
        }
        None
    }
}

/// The first directive of a format that a region cannot have: one that names its argument by number, one that stores,
/// and those for wide characters.
fn foreign_directive(format: &str) -> Option<&str> {
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        rest = &rest[at..];
        let is_of_type = |letter: char| letter.is_ascii_alphabetic() && !"hlLjztq".contains(letter);
        let end = rest[1..].find(|letter| is_of_type(letter) || matches!(letter, '%' | '"' | '\\'))? + 2;
        let directive = rest.get(..end)?;
        let is_wide = directive.contains('l') && directive.ends_with(['s', 'c']);
        let is_foreign = directive.contains('$') || is_wide || directive.ends_with(['n', 'S', 'C']);
        if is_foreign {
            return Some(directive);
        }
        rest = &rest[end..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::foreign_directive;

    #[test]
    fn directives_that_the_device_has_not() {
        for (format, found) in [
            ("\"%2$s %1$d\"", Some("%2$s")),
            ("\"%5d%ls\"", Some("%ls")),
            ("\"100%% %-8.3lf %hhn\"", Some("%hhn")),
            ("\"%lc\"", Some("%lc")),
            ("\"%s %ld %zu %c %5.*f%%n\"", None),
            ("\"%\"", None),
            ("\"\u{e4}%\u{e4}s\"", None),
        ] {
            assert_eq!(foreign_directive(format), found, "{format}");
        }
    }
}

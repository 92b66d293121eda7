//! Which lines of the source a text has that is made of it, and the `#line`s that say so to a compiler.
//!
//! A stream that renders its tokens puts *marks* into the text, wherever what follows is not from the line that comes next
//! by counting. A mark is made of characters that no source has, since [`source::decode`](crate::source::decode) keeps them
//! for bytes that are ASCII anyway: so it goes along with the text, whatever is put around that. Of the whole text,
//! [`unmarked`] and [`with_directives`] take the marks out again.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::LineDirectives;
use crate::rewrite::Tokens as _;
use crate::source::quoted::string_literal;
use crate::source::{Source, Stretch, escape, unescape};
use crate::syntax::directives::Macro;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Origin, Token, TokenList};

/// What is said of the text behind it. Lines are those of the source's text, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is the source's text from this line on.
    Kept(usize),
    /// The same, and the next token asks where it stands, as `__LINE__` does.
    Asks(usize),
    /// It was written for what stands in this line.
    Made(usize),
    /// It is gpump's own.
    Own,
}

/// How many bits of a number one character of a mark has, and how many characters have the number.
const BITS: usize = 7;
const DIGITS: usize = 5;

fn digit(value: usize) -> char {
    escape((value & 127) as u8)
}

fn value(c: char) -> Option<usize> {
    unescape(c).filter(u8::is_ascii).map(usize::from)
}

impl Mark {
    /// Puts it behind a text.
    pub fn put(self, text: &mut String) {
        let (kind, line) = match self {
            Mark::Kept(line) => (0, line),
            Mark::Asks(line) => (1, line),
            Mark::Made(line) => (2, line),
            Mark::Own => (3, 0),
        };
        text.push(digit(kind));
        text.extend((0..DIGITS).map(|at| digit(line >> (BITS * at))));
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.put(&mut text);
        f.write_str(&text)
    }
}

/// Divides a text into its first mark, if it begins with one, and the rest.
fn first_mark(text: &str) -> (Option<Mark>, &str) {
    let mut chars = text.chars();
    let Some(kind) = chars.next().and_then(value) else { return (None, text) };
    let digits = chars.by_ref().take(DIGITS).enumerate();
    let line = digits.map(|(digit, c)| value(c).unwrap_or(0) << (BITS * digit)).sum();
    let mark = match kind {
        0 => Mark::Kept(line),
        1 => Mark::Asks(line),
        2 => Mark::Made(line),
        _ => Mark::Own,
    };
    (Some(mark), chars.as_str())
}

/// Where the first mark in a text begins. Most texts have nothing else with that byte.
fn next_mark(text: &str) -> Option<usize> {
    let mut bytes = [0; 4];
    let first = escape(0).encode_utf8(&mut bytes).as_bytes()[0];
    memchr::memchr_iter(first, text.as_bytes())
        .find(|&at| text[at..].chars().next().and_then(value).is_some())
}

/// The parts of a text, each with the marks directly in front of it.
pub fn parts(mut text: &str) -> impl Iterator<Item = (Vec<Mark>, &str)> {
    std::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let mut marks = Vec::new();
        while let (Some(mark), rest) = first_mark(text) {
            marks.push(mark);
            text = rest;
        }
        let end = next_mark(text).unwrap_or(text.len());
        let (part, rest) = text.split_at(end);
        text = rest;
        Some((marks, part))
    })
}

/// A text without its marks.
pub fn unmarked(text: &str) -> String {
    parts(text).map(|(_, part)| part).collect()
}

/// Where the lines of a source's text are from, as its compiler has it: files that were written into it, and its own `#line`
/// directives, are heeded.
#[derive(Clone, Debug, Default)]
pub struct Places {
    stretches: Vec<Renumbered>,
    /// Words of the file's invocations that may ask where they stand.
    asking: HashSet<String>,
}

/// From this line of the text on, the file and the line are others.
#[derive(Clone, Debug)]
struct Renumbered {
    from: usize,
    file: Arc<str>,
    line: usize,
}

impl Places {
    /// Of a file with these macros. `is_others`: whether a name is a macro that the file did not define.
    pub fn new(
        source: &Source,
        tokens: &TokenList,
        macros: &[Macro],
        is_others: impl Fn(&str) -> bool,
    ) -> Self {
        let whole = Renumbered { from: 1, file: source.name().into(), line: 1 };
        let stretch = |found: &Stretch| Renumbered {
            from: tokens.line_at(found.start),
            file: found.file.clone(),
            line: found.line,
        };
        let mut found: Vec<Renumbered> =
            std::iter::once(whole).chain(source.stretches().iter().map(stretch)).collect();
        let is_directive = |&(_, token): &(usize, &Token)| token.kind == kind::DIRECTIVE;
        for (index, token) in tokens.iter().enumerate().filter(is_directive) {
            let directive = line_directive(tokens.text(index));
            let Some((line, file)) = directive.filter(|_| tokens.origin(index) == Origin::File) else {
                continue;
            };
            let from = tokens.line_at(token.span.end);
            let at = found.partition_point(|before| before.from <= from);
            let file = file.unwrap_or_else(|| found[at - 1].file.clone());
            found.insert(at, Renumbered { from, file, line });
        }
        Places { stretches: found, asking: asking(tokens, macros, is_others) }
    }

    /// The file and the line that a line of the text is in.
    pub fn at(&self, line: usize) -> (&str, usize) {
        let after = self.stretches.partition_point(|found| found.from <= line);
        let found = &self.stretches[after.saturating_sub(1)];
        (&found.file, found.line + line.saturating_sub(found.from))
    }
}

/// Of the words that invocations are typed with, those that may ask where they stand: macros of the file's in whose text, or in
/// that of a macro which it uses, one of [`NAMES`] is, and all macros of which the text is not at hand.
fn asking(tokens: &TokenList, macros: &[Macro], is_others: impl Fn(&str) -> bool) -> HashSet<String> {
    let mut asking: HashSet<String> = HashSet::new();
    loop {
        let before = asking.len();
        for found in macros {
            if found.names().any(|name| NAMES.contains(&name) || asking.contains(name) || is_others(name)) {
                asking.insert(found.name.clone());
            }
        }
        if asking.len() == before {
            break;
        }
    }
    let own: HashSet<&str> = macros.iter().map(|found| found.name.as_str()).collect();
    let typed = tokens.invocations().iter().flat_map(|found| {
        // What is invoked is a macro, whatever has become of its definition; but for a number that goes on behind a backslash.
        let is_name = |word: &&str| word.starts_with(|c: char| c == '_' || c.is_alphabetic());
        let name = Some(tokens.text(*found.typed.start())).filter(is_name).filter(|name| !own.contains(name));
        let words = found.typed.clone().map(|index| tokens.text(index));
        words.filter(|word| is_others(word)).chain(name)
    });
    asking.extend(typed.map(str::to_owned));
    asking
}

/// The number and the file that a line such as `#line 5 "a.y"` or `# 5 "a.y"` says.
fn line_directive(text: &str) -> Option<(usize, Option<Arc<str>>)> {
    let rest = text.trim().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let (number, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    let name = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    Some((number.parse().ok()?, name.map(|(name, _)| name.replace("\\\\", "\\").into())))
}

/// What a compiler takes a line to be.
#[derive(Clone, Copy, PartialEq)]
struct Believed<'p> {
    file: &'p str,
    line: usize,
}

/// The text without marks, and with `#line` directives: in front of each line that another would be taken for, or of those
/// alone that ask where they stand. gpump's own lines are those of the file `own`. `source` is the text that it was made of.
pub fn with_directives(
    text: &str,
    source: &str,
    places: &Places,
    own: &str,
    which: LineDirectives,
) -> String {
    let plain = unmarked(text);
    let asks = || {
        names_one(&plain)
            || parts(text).any(|(marks, _)| marks.iter().any(|mark| matches!(mark, Mark::Asks(_))))
    };
    // A file that stays as it is does not get any because it asks, either.
    if which == LineDirectives::Nowhere || which == LineDirectives::WhereAsked && (plain == source || !asks())
    {
        return plain;
    }
    let inside = lines_inside_tokens(&plain);
    let (text, mut out) = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (rest, BYTE_ORDER_MARK.to_string()),
        None => (text, String::new()),
    };
    let (mut believed, mut written) = (None, 1);
    let mut state = Mark::Own;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let is_inside = inside.contains(&number);
        let mut found: Vec<(Mark, bool, &str)> = Vec::new();
        for (marks, part) in parts(line) {
            let last = marks.last().copied();
            let mark = match last.unwrap_or(state) {
                Mark::Made(line) if names_one(part) => Mark::Asks(line),
                mark => mark,
            };
            state = match last.unwrap_or(state) {
                Mark::Asks(line) => Mark::Kept(line),
                mark => mark,
            };
            found.push((mark, last.is_some(), part));
        }
        let is_directive = !is_inside && found.iter().find_map(|(.., part)| first_char(part)) == Some('#');
        let counts = |mark: Mark| match which {
            LineDirectives::Everywhere => matches!(mark, Mark::Kept(_) | Mark::Asks(_)),
            _ => matches!(mark, Mark::Asks(_)),
        };
        let visible = found.iter().filter(|(.., part)| first_char(part).is_some());
        let first = visible.clone().map(|(mark, ..)| *mark).find(|&mark| counts(mark));
        let any = visible.map(|(mark, ..)| *mark).next().filter(|_| which == LineDirectives::Everywhere);
        let mut say = |mark: Mark, out: &mut String, written: &mut usize| {
            let (Mark::Kept(line) | Mark::Asks(line) | Mark::Made(line)) = mark else {
                if believed != Some(Believed { file: own, line: *written }) {
                    *written += 1;
                    believed = Some(Believed { file: own, line: *written });
                    out.push_str(&format!("#line {written} {}\n", string_literal(own)));
                }
                return;
            };
            let (file, line) = places.at(line);
            if believed != Some(Believed { file, line }) {
                let is_amid = !out.is_empty() && !out.ends_with(['\n', BYTE_ORDER_MARK]);
                let begin = if is_amid { "\n" } else { "" };
                *written += 1 + usize::from(is_amid);
                believed = Some(Believed { file, line });
                out.push_str(&format!("{begin}#line {line} {}\n", string_literal(file)));
            }
        };
        if let Some(mark) = first.or(any).filter(|_| !is_inside) {
            say(mark, &mut out, &mut written);
        }
        for (mark, is_marked, part) in found {
            if is_marked && counts(mark) && !is_directive {
                say(mark, &mut out, &mut written);
            }
            out.push_str(part);
        }
        if line.ends_with('\n') {
            written += 1;
            believed = believed.map(|Believed { file, line }| Believed { file, line: line + 1 });
            if let Mark::Kept(line) = &mut state {
                *line += 1;
            }
        }
    }
    out
}

const BYTE_ORDER_MARK: char = '\u{feff}';

fn first_char(text: &str) -> Option<char> {
    text.chars().find(|c| !c.is_whitespace())
}

/// The lines, from 0, that begin inside a comment, a literal, or a line of the preprocessor that goes on.
fn lines_inside_tokens(text: &str) -> HashSet<usize> {
    let list = TokenList::lex(text);
    let mut inside = HashSet::new();
    let mut number = 0;
    for index in 0..list.len() {
        let token = list.text(index);
        let is_blank = token.trim().is_empty();
        for (at, _) in token.match_indices('\n') {
            number += 1;
            if !is_blank && at + 1 < token.len() {
                inside.insert(number);
            }
        }
    }
    inside
}

/// What asks where it stands.
const NAMES: [&str; 6] =
    ["__LINE__", "__FILE__", "__FILE_NAME__", "__BASE_FILE__", "__builtin_LINE", "__builtin_FILE"];

fn names_one(text: &str) -> bool {
    // Nearly all texts have neither.
    let may_name = text.contains("_LINE") || text.contains("_FILE");
    may_name && NAMES.iter().any(|name| text.contains(name))
}

/// Whether a token that is shown asks where it stands: `__LINE__`, and the use of a macro that has it.
pub fn asks_for_place(tokens: &TokenList, index: usize, places: &Places) -> bool {
    let text = tokens.text(index);
    match tokens[index].kind {
        kind::DIRECTIVE => return names_one(text),
        _ if NAMES.contains(&text) => return true,
        _ if !tokens.is_preprocessed() => return text == "assert",
        _ => {}
    }
    let Some(found) = tokens.invocation_at(index).and_then(|number| tokens.invocation(number)) else {
        return false;
    };
    if *found.typed.start() != index {
        return false;
    }
    let may_ask = |index: usize| {
        let text = tokens.text(index);
        NAMES.contains(&text) || places.asking.contains(text)
    };
    if !found.typed.clone().any(may_ask) {
        return false;
    }
    // What came out of it may say so by chance; then the line is right in vain.
    let line = |index: usize| tokens.line_at(tokens[index].span.start);
    let typed = line(index)..=line(*found.typed.end());
    let said = typed.flat_map(|line| {
        let (file, number) = places.at(line);
        [number.to_string(), string_literal(file).trim_matches('"').to_owned()]
    });
    let said: Vec<String> = said.collect();
    found.made.clone().any(|made| said.iter().any(|said| tokens.text(made).contains(said.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translator::{Dialect, Layout, Options, translate};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn marks_come_out_of_any_text(parts in prop::collection::vec(("\\PC*", 0..1_usize << 34), 0..5)) {
            let (mut text, mut plain) = (String::new(), String::new());
            for (part, line) in parts {
                let part = crate::source::decode(part.as_bytes());
                for mark in [Mark::Kept(line), Mark::Asks(line), Mark::Made(line), Mark::Own] {
                    let marked = mark.to_string();
                    prop_assert_eq!(first_mark(&marked), (Some(mark), ""));
                    text.push_str(&marked);
                }
                text.push_str(&part);
                plain.push_str(&part);
            }
            prop_assert_eq!(unmarked(&text), plain);
        }
    }

    const PROGRAM: &str = "int n = 3;\nint f(int *a)\n{\n    int s = 0;\n#pragma omp parallel\n    {\n        a[0] = n;\n#pragma \
                           omp barrier\n        s = a[1] /\n            a[2];\n    }\n    return s;\n}\n";

    fn translated(text: &str, line_directives: LineDirectives) -> [String; 2] {
        let options =
            Options { dialect: Dialect::Cuda, layout: Layout::Pair, line_directives, ..Options::default() };
        let done = translate(&Source::new("f.c", text.as_bytes()), &options).unwrap_or_default();
        [done.text, done.device.unwrap_or_default()]
    }

    /// What a compiler takes the line with these words to be.
    fn place_of(text: &str, words: &str) -> Option<(String, usize)> {
        let mut place = None;
        for line in text.lines() {
            if let Some((number, file)) = line_directive(line) {
                place = Some((file.map_or(String::new(), |file| file.to_string()), number));
            } else if line.contains(words) {
                return place;
            } else {
                place = place.map(|(file, number)| (file, number + 1));
            }
        }
        None
    }

    #[test]
    fn statements_and_directives_have_their_lines() {
        let [host, device] = translated(PROGRAM, LineDirectives::Everywhere);
        for (text, words, line) in [
            (&device, "a[0] = n;", 7),
            (&device, "gpump_barrier(", 8),
            (&device, "s = a[1] /", 9),
            (&device, "    a[2];", 10),
            (&device, "__global__", 5),
            (&host, "int n = 3;", 1),
            (&host, "gpump_parallel(", 5),
            (&host, "a[0] = n;", 7),
            (&host, "return s;", 12),
        ] {
            assert_eq!(place_of(text, words), Some(("f.c".to_owned(), line)), "{words}: {text}");
        }
        assert_eq!(place_of(&device, "namespace program").unwrap().0, "f.device.cu");
    }

    #[test]
    fn who_reads_a_translation_sees_directives_where_they_matter_alone() {
        assert_eq!(
            translated(PROGRAM, LineDirectives::WhereAsked),
            translated(PROGRAM, LineDirectives::Nowhere)
        );
        let asking = PROGRAM.replace("return s;", "return s + __LINE__;");
        let [host, device] = translated(&asking, LineDirectives::WhereAsked);
        assert_eq!(host.matches("#line").count(), 1, "{host}");
        assert!(host.contains("#line 12 \"f.c\"\n    return s + __LINE__;"), "{host}");
        assert!(!device.contains("#line"), "{device}");
    }

    #[test]
    fn the_authors_own_numbers_count() {
        let renumbered = format!("#line 70 \"g.y\"\n{PROGRAM}");
        let [host, _] = translated(&renumbered, LineDirectives::Everywhere);
        assert_eq!(place_of(&host, "return s;"), Some(("g.y".to_owned(), 81)), "{host}");
    }

    #[test]
    fn a_comment_is_not_torn() {
        let text = PROGRAM.replace("barrier\n", "barrier /* a\n   b */\n");
        let [_, device] = translated(&text, LineDirectives::Everywhere);
        assert_eq!(unmarked(&device), device);
        let plain: String = device
            .lines()
            .filter(|line| !line.starts_with("#line"))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(plain, translated(&text, LineDirectives::Nowhere)[1]);
    }
}

//! Where each token comes from, and how far each invocation reaches.
//!
//! `rucc_pp` says of a token which name in the file began its expansion. How
//! far the invocation reaches is seen from the other side: whatever is
//! written in the active text and did not come out as itself was consumed by
//! one. So each stretch of such tokens is divided among the invocations that
//! begin in it.

use std::collections::HashSet;
use std::ops::Range;

use rucc_base::{Interner, Symbol};
use rucc_diag::{SourceFile, SourceMap, Span};
use rucc_lex::{PpTokenKind, Punct, TokenFlags};
use rucc_pp::{MacroDef, Preprocessor, Tok};

use super::main_file::{MainFile, Written};
use super::pragma_marks::{PRAGMA_BEGINS, PRAGMA_ENDS, PRAGMA_GOES_ON};
use super::report::{BUILT_IN, COMMAND_LINE, Translator};
use super::words::{Word, Words};
use super::{
    DefinedAt, HeaderInfo, Inclusion, Invocation, MacroInfo, Place, PpKind, PpToken, Preprocessed,
    bracket_inclusion,
};

/// A run that has ended, to be looked through.
pub struct Survey<'r, 't> {
    pub main: &'r MainFile<'t>,
    /// Where the main file begins in the source map.
    pub start: u32,
    pub sources: &'r SourceMap,
    pub preprocessor: &'r Preprocessor,
    pub tokens: &'r [Tok],
}

/// What became of a token of the file, in bits.
type Fate = u8;
/// It came out as itself.
const ITSELF: Fate = 1;
/// It begins an invocation out of which a token came.
const MADE: Fate = 2;
/// It came out in some way.
const CAME_OUT: Fate = 4;

impl Survey<'_, '_> {
    pub fn result(&self, mut interner: Interner) -> Preprocessed {
        let mut fates = vec![0; self.main.tokens().len()];
        let mut tokens = self.places(&mut fates, &mut interner);
        let inactive = self.inactive(&fates);
        let consumed = self.consumed_by(&fates, &inactive, &interner);
        number_invocations(&mut tokens, &consumed);
        Preprocessed {
            tokens,
            diagnostics: self.translator().diagnostics(self.preprocessor.diagnostics()),
            headers: self.headers(),
            macros: self.macros(),
            invocations: self.invocations(&consumed, &fates),
            directives: self.main.directives().collect(),
            inactive,
            inclusions: self.inclusions(),
            words: Words::new(interner),
        }
    }

    fn translator(&self) -> Translator<'_, '_> {
        Translator { main: self.main, start: self.start, sources: self.sources }
    }

    /// The place in the main file's marked text of a place in the source map.
    fn in_main(&self, at: u32) -> Option<u32> {
        let at = at.checked_sub(self.start)?;
        (at as usize <= self.main.marked_length()).then_some(at)
    }

    /// The tokens with their places; that of one that a macro made has the
    /// number of the invocation's first token, until it is known which tokens
    /// begin one. Notes down what became of the file's tokens on the way.
    fn places(&self, fates: &mut [Fate], interner: &mut Interner) -> Vec<PpToken> {
        let mut walk = Walk::new(self);
        let mut punctuators: [Option<Word>; 256] = [None; 256];
        // The span of the `_Pragma` whose tokens follow: all have its place.
        let mut pragma = None;
        let mut tokens = Vec::with_capacity(self.tokens.len());
        let marks = [PRAGMA_BEGINS, PRAGMA_ENDS, PRAGMA_GOES_ON].map(|mark| interner.find(mark));
        let is_mark = |token: &Tok| {
            token.kind == PpTokenKind::Ident && token.value.is_some() && marks.contains(&token.value)
        };
        let mut starts_line = false;
        for token in self.tokens {
            if is_mark(token) {
                starts_line = token.value != marks[2];
                continue;
            }
            if token.flags.has(TokenFlags::START_OF_LINE) || pragma.is_some_and(|span| span != token.span) {
                pragma = None;
            }
            let place = walk.place(token, pragma.is_some(), fates);
            if matches!(place, Place::Expansion { .. }) && token.is(Punct::Hash) && token.expansion.is_dummy()
            {
                pragma = Some(token.span);
            }
            let word = match (token.kind, token.value) {
                (PpTokenKind::Punct(punct), _) => *punctuators[punct as usize & 0xFF]
                    .get_or_insert_with(|| interner.intern(punct.as_str()).into()),
                (_, Some(value)) => value.into(),
                (_, None) => interner.intern("").into(),
            };
            tokens.push(PpToken {
                word,
                place,
                kind: kind(token.kind),
                space_before: token.flags.has(TokenFlags::LEADING_SPACE),
                starts_line: std::mem::take(&mut starts_line) | token.flags.has(TokenFlags::START_OF_LINE),
            });
        }
        tokens
    }

    fn inactive(&self, fates: &[Fate]) -> Vec<Range<usize>> {
        let lines = self.preprocessor.line_directives().iter();
        let mut read: Vec<u32> = lines.filter_map(|line| line.span.lo.checked_sub(self.start)).collect();
        read.sort_unstable();
        self.main.inactive(&read, |number| fates[number] & CAME_OUT != 0)
    }

    /// The first and the last token of each invocation.
    fn consumed_by(
        &self,
        fates: &[Fate],
        inactive: &[Range<usize>],
        interner: &Interner,
    ) -> Vec<(usize, usize)> {
        let written = self.main.tokens();
        let defined = self.defined_names(interner);
        let operator = interner.find("_Pragma");
        let mut invocations = Vec::new();
        let mut consumed = self.consumed(fates, inactive).peekable();
        while let Some(first) = consumed.next() {
            let (mut last, mut open) = (first, 0_usize);
            while let Some(&next) = consumed.peek() {
                // Tokens that came out as themselves lie between.
                let mut apart = written[last + 1..next].iter().zip(&fates[last + 1..next]);
                if apart.any(|(token, fate)| fate & ITSELF != 0 && !token.in_directive) {
                    break;
                }
                // What made a token by itself is no one's argument.
                let is_open = written[next].is(Punct::LParen);
                let may_begin = open == 0 && !is_open;
                if fates[next] & MADE != 0
                    || (may_begin && self.may_be_macro(&written[next], &defined, operator))
                {
                    break;
                }
                open = if is_open {
                    open + 1
                } else {
                    open.saturating_sub(usize::from(written[next].is(Punct::RParen)))
                };
                last = next;
                consumed.next();
            }
            invocations.push((first, last));
        }
        invocations
    }

    /// Tokens of the active text that did not come out as themselves.
    fn consumed(&self, fates: &[Fate], inactive: &[Range<usize>]) -> impl Iterator<Item = usize> {
        let mut inactive = inactive.iter().peekable();
        let tokens = self.main.tokens().iter().zip(fates).enumerate();
        tokens.filter_map(move |(number, (token, fate))| {
            let start = token.start as usize;
            while inactive.next_if(|range| range.end <= start).is_some() {}
            let active = inactive.peek().is_none_or(|range| start < range.start);
            (fate & MADE != 0 || (active && !token.in_directive && fate & ITSELF == 0)).then_some(number)
        })
    }

    /// Whether a name may be a macro's: one that is defined at the end, or
    /// that the file has defined at any time.
    fn may_be_macro(&self, token: &Written, defined: &HashSet<Symbol>, operator: Option<Symbol>) -> bool {
        let Some(name) = token.name() else { return false };
        defined.contains(&name) || self.preprocessor.macros().is_defined(name) || operator == Some(name)
    }

    /// Names that the main file defines.
    fn defined_names(&self, interner: &Interner) -> HashSet<Symbol> {
        let Some(define) = interner.find("define") else { return HashSet::new() };
        let directives = self.main.directive_tokens();
        let defined = directives.filter_map(|line| match line {
            [_, word, name, ..] if word.name() == Some(define) => name.value,
            _ => None,
        });
        defined.collect()
    }

    fn invocations(&self, consumed: &[(usize, usize)], fates: &[Fate]) -> Vec<Invocation> {
        let written = self.main.tokens();
        let invocation = |&(first, last): &(usize, usize)| Invocation {
            range: written[first].range().start..written[last].range().end,
            name: written[first].value.map_or_else(Word::default, Word::from),
            leaves_tokens: fates[first] & MADE != 0,
        };
        consumed.iter().map(invocation).collect()
    }

    fn headers(&self) -> Vec<HeaderInfo> {
        let files = self.sources.files().iter();
        let starts_as_system =
            |file: &SourceFile| file.system_from == Some(file.start) && !calls_itself_systems(file);
        let system: HashSet<_> = files
            .filter(|file| starts_as_system(file))
            .map(|file| rucc_session::path_key(file.name.as_ref()))
            .collect();
        let info = |found: &rucc_pp::Dependency| HeaderInfo {
            path: found.path.clone(),
            system: found.is_system || system.contains(&found.path),
        };
        self.preprocessor.dependencies().iter().map(info).collect()
    }

    fn inclusions(&self) -> Vec<Inclusion> {
        let translator = self.translator();
        let is_of_system = |file: &SourceFile| {
            let path = rucc_session::path_key(file.name.as_ref());
            self.preprocessor.dependencies().iter().any(|found| found.is_system && found.path == path)
        };
        let mut inclusions: Vec<Inclusion> = Vec::with_capacity(self.sources.files().len());
        for file in self.sources.files() {
            // A file stands in the map behind the one that includes it.
            let from = file.included_from;
            let outer = from.and_then(|span| {
                let index = self.sources.lookup_file(span.lo)?.index();
                let offset = span.lo.saturating_sub(self.sources.files()[index].start);
                inclusions.get(index).map(|outer| (index, outer, offset))
            });
            let include = match (from.and_then(|span| translator.in_main(span)), outer) {
                (Some(include), _) => include,
                (None, Some((_, outer, _))) => outer.include.clone(),
                (None, None) => 0..0,
            };
            let comes_with = outer.and_then(|(index, outer, offset)| {
                outer.comes_with.or_else(|| outer.is_system(offset).then_some(index))
            });
            let line = outer.and_then(|(_, outer, offset)| outer.line_at(offset));
            let bracketed = line.and_then(bracket_inclusion).map(str::to_owned);
            let comes_from_system = outer.is_some_and(|(_, outer, offset)| outer.is_system(offset));
            let system_from = file
                .system_from
                .filter(|_| comes_from_system || !calls_itself_systems(file) || is_of_system(file));
            let of_library = bracketed.is_some() || outer.is_some_and(|(_, outer, _)| outer.of_library);
            inclusions.push(Inclusion {
                file: file.name.clone(),
                include,
                comes_with,
                bracketed,
                of_library,
                system_from: system_from.map_or(u32::MAX, |from| from.saturating_sub(file.start)),
                text: file.shared_bytes(),
            });
        }
        inclusions
    }

    fn macros(&self) -> Vec<MacroInfo> {
        let mut walk = Walk::new(self);
        let all = self.preprocessor.macros().sorted();
        all.into_iter().filter_map(|def| self.macro_info(def, &mut walk)).collect()
    }

    /// `None` for one that is predefined.
    fn macro_info(&self, def: &MacroDef, walk: &mut Walk<'_, '_, '_>) -> Option<MacroInfo> {
        let defined = match self.in_main(def.span.lo) {
            Some(at) => {
                let number = self.main.token_at(at).unwrap_or_else(|after| after);
                let written = self.main.tokens().get(number)?;
                DefinedAt::Source { start: written.start, end: written.end }
            }
            None => {
                let (inclusion, offset) = walk.elsewhere(def.span.lo);
                match self.sources.files().get(inclusion as usize).map(|file| file.name.as_str()) {
                    Some(BUILT_IN) | None => return None,
                    Some(COMMAND_LINE) => DefinedAt::CommandLine,
                    Some(_) => DefinedAt::Header { inclusion, offset },
                }
            }
        };
        Some(MacroInfo { name: def.name.into(), function_like: def.function_like, defined })
    }
}

/// Whether a header says that it is the system's. Compilers do not warn of what is in it then, but only the program has it.
fn calls_itself_systems(file: &SourceFile) -> bool {
    let from = file.system_from.and_then(|from| from.checked_sub(file.start));
    let line = from.and_then(|from| file.bytes().get(from as usize..)).unwrap_or_default();
    let line = line.split(|&byte| byte == b'\n').next().and_then(|line| std::str::from_utf8(line).ok());
    let words = line.and_then(|line| line.strip_prefix('#')).unwrap_or_default();
    words.split_whitespace().take(3).eq(["pragma", "GCC", "system_header"])
}

/// Puts the number of its invocation in the place of each token that a macro
/// made, instead of the number of the token that begins it.
fn number_invocations(tokens: &mut [PpToken], consumed: &[(usize, usize)]) {
    // Those of one invocation come one after the other.
    let (mut first, mut number) = (u32::MAX, 0);
    for token in tokens {
        if let Place::Expansion { invocation, .. } = &mut token.place {
            if *invocation != first {
                first = *invocation;
                number = consumed.partition_point(|&(begin, _)| begin < first as usize) as u32;
            }
            *invocation = number;
        }
    }
}

/// Finds places one after the other, each near the last.
struct Walk<'w, 's, 't> {
    survey: &'w Survey<'s, 't>,
    /// The token of the file behind the last that was found, and the one
    /// behind the last that was found as a spelling.
    next: usize,
    spelled: usize,
    /// The extent in the source map of the other file of the last place, and
    /// its number.
    file: Range<u32>,
    inclusion: u32,
}

impl<'w, 's, 't> Walk<'w, 's, 't> {
    fn new(survey: &'w Survey<'s, 't>) -> Self {
        Walk { survey, next: 0, spelled: 0, file: 0..0, inclusion: 0 }
    }

    fn place(&mut self, token: &Tok, in_pragma: bool, fates: &mut [Fate]) -> Place {
        let at = token.report_span();
        let written = self.survey.main.tokens();
        let Some(marked) = self.survey.in_main(at.lo).filter(|_| !written.is_empty()) else {
            let (inclusion, offset) = self.elsewhere(at.lo);
            return Place::Header { inclusion, offset };
        };
        // Where no token of the file begins, the one around it is meant.
        let number = find(written, &mut self.next, marked).unwrap_or_else(|after| after.saturating_sub(1));
        let one = &written[number];
        let same = one.marked == marked && one.kind == token.kind && one.value == token.value;
        if same && token.expansion.is_dummy() && !in_pragma {
            fates[number] |= ITSELF | CAME_OUT;
            return Place::Source { start: one.start, end: one.end };
        }
        fates[number] |= MADE | CAME_OUT;
        let (start, end) = match self.exactly(token.span) {
            Some(spelled) => {
                fates[spelled] |= CAME_OUT;
                let spelling = &written[spelled];
                let same = spelling.kind == token.kind && spelling.value == token.value;
                if same && spelled != number { (spelling.start, spelling.end) } else { (0, 0) }
            }
            None => (0, 0),
        };
        Place::Expansion { invocation: number as u32, start, end }
    }

    /// The token of the file that a span is exactly.
    fn exactly(&mut self, span: Span) -> Option<usize> {
        let tokens = self.survey.main.tokens();
        let number = find(tokens, &mut self.spelled, self.survey.in_main(span.lo)?).ok()?;
        (span.hi.checked_sub(span.lo)? == tokens[number].end - tokens[number].start).then_some(number)
    }

    /// The number of another file, and the place in it.
    fn elsewhere(&mut self, at: u32) -> (u32, u32) {
        if !self.file.contains(&at) {
            let sources = self.survey.sources;
            // A place in no file is one in what is built in.
            let Some(id) = sources.lookup_file(at) else { return (0, 0) };
            let file = sources.file(id);
            self.file = file.start..file.end.saturating_add(1);
            self.inclusion = id.index() as u32;
        }
        (self.inclusion, at - self.file.start)
    }
}

/// As [`MainFile::token_at`], for places that are mostly near each other: the
/// search goes out from `hint` in steps that double, and leaves it behind what
/// it found.
fn find(tokens: &[Written], hint: &mut usize, marked: u32) -> Result<usize, usize> {
    let mut step = 8;
    let (mut low, mut high) = (*hint, *hint);
    if tokens.get(low).is_some_and(|token| token.marked <= marked) {
        if tokens[low].marked == marked {
            *hint += 1;
            return Ok(low);
        }
        while high < tokens.len() && tokens[high].marked <= marked {
            (low, high) = (high, high + step);
            step *= 2;
        }
        high = high.min(tokens.len());
    } else {
        (low, high) = (low.min(tokens.len()), high.min(tokens.len()));
        while low > 0 {
            low = low.saturating_sub(step);
            if tokens[low].marked <= marked {
                break;
            }
            high = low;
            step *= 2;
        }
    }
    let found = tokens[low..high].binary_search_by_key(&marked, |token| token.marked);
    let found = found.map(|at| low + at).map_err(|at| low + at);
    *hint = found.map_or_else(|after| after, |at| at + 1);
    found
}

fn kind(kind: PpTokenKind) -> PpKind {
    match kind {
        PpTokenKind::Ident => PpKind::Identifier,
        PpTokenKind::Number => PpKind::Number,
        PpTokenKind::CharConst => PpKind::Character,
        PpTokenKind::StringLit => PpKind::String,
        PpTokenKind::Punct(_) => PpKind::Punctuator,
        PpTokenKind::HeaderName | PpTokenKind::Other | PpTokenKind::Eof => PpKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_search_from_anywhere_finds_what_a_search_of_all_finds(
            places in proptest::collection::btree_set(0_u32..200, 0..60),
            mut hint in 0_usize..80,
            marked in 0_u32..210,
        ) {
            let token = |&marked: &u32| Written {
                value: None,
                start: marked,
                end: marked,
                marked,
                kind: PpTokenKind::Other,
                flags: TokenFlags::EMPTY,
                in_directive: false,
            };
            let tokens: Vec<Written> = places.iter().map(token).collect();
            let expected = tokens.binary_search_by_key(&marked, |token| token.marked);
            prop_assert_eq!(find(&tokens, &mut hint, marked), expected);
            prop_assert_eq!(find(&tokens, &mut hint, marked), expected);
        }
    }
}

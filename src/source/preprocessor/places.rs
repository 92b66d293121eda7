//! Where each token comes from, and how far each invocation reaches.
//!
//! `rucc_pp` says of a token which name in the file began its expansion. How
//! far the invocation reaches is seen from the other side: whatever is
//! written in the active text and did not come out as itself was consumed by
//! one. So each stretch of such tokens is divided among the invocations that
//! begin in it.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use rucc_base::{Interner, Symbol};
use rucc_diag::{SourceFile, SourceMap, Span};
use rucc_lex::{PpTokenKind, Punct, TokenFlags};
use rucc_pp::{MacroDef, Preprocessor, Tok};

use super::main_file::{MainFile, Written};
use super::report::{BUILT_IN, COMMAND_LINE, Translator};
use super::{DefinedAt, HeaderInfo, Invocation, MacroInfo, Place, PpKind, PpToken, Preprocessed};

/// A run that has ended, to be looked through.
pub struct Survey<'r, 't> {
    pub main: &'r MainFile<'t>,
    /// Where the main file begins in the source map.
    pub start: u32,
    pub interner: &'r Interner,
    pub sources: &'r SourceMap,
    pub preprocessor: &'r Preprocessor,
    pub tokens: &'r [Tok],
}

/// Where a token comes from, before it is known how far invocations reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// It is this token of the file.
    Written(usize),
    /// The invocation that begins with this token of the file made it.
    Made(usize),
    /// It is from this place of another file.
    Elsewhere(u32),
}

impl Survey<'_, '_> {
    pub fn result(&self) -> Preprocessed {
        let origins = self.origins();
        let inactive = self.inactive(&origins);
        let reaches = self.reaches(&origins, &inactive);
        let mut writer = Writer::new(self);
        let tokens = writer.tokens(&origins, &reaches);
        Preprocessed {
            tokens,
            diagnostics: self.translator().diagnostics(self.preprocessor.diagnostics()),
            headers: self.headers(),
            macros: self.macros(&mut writer),
            invocations: self.invocations(&reaches, &mut writer),
            directives: self.main.directives().collect(),
            inactive,
        }
    }

    fn translator(&self) -> Translator<'_, '_> {
        Translator { main: self.main, start: self.start, sources: self.sources }
    }

    /// The place in the main file's text of a place in the source map.
    fn in_main(&self, at: u32) -> Option<usize> {
        let at = (at as usize).checked_sub(self.start as usize)?;
        (at <= self.main.marked_text().len()).then(|| self.main.unmarked(at))
    }

    /// The token of the file that a span is exactly.
    fn written(&self, span: Span) -> Option<usize> {
        let number = self.main.token_at(self.in_main(span.lo)?)?;
        (self.in_main(span.hi)? == self.main.tokens()[number].end).then_some(number)
    }

    fn origins(&self) -> Vec<Origin> {
        // The span of the `_Pragma` whose tokens follow: all have its place.
        let mut pragma = None;
        let mut origins = Vec::with_capacity(self.tokens.len());
        for token in self.tokens {
            if token.flags.has(TokenFlags::START_OF_LINE) || pragma.is_some_and(|span| span != token.span) {
                pragma = None;
            }
            let origin = self.origin(token, pragma.is_some());
            if matches!(origin, Origin::Made(_)) && token.is(Punct::Hash) && token.expansion.is_dummy() {
                pragma = Some(token.span);
            }
            origins.push(origin);
        }
        origins
    }

    fn origin(&self, token: &Tok, in_pragma: bool) -> Origin {
        let at = token.report_span();
        let Some(place) = self.in_main(at.lo) else { return Origin::Elsewhere(at.lo) };
        let number = match self.main.token_at(place) {
            Some(number) => number,
            // No token of the file begins there; the one around it does.
            None => self.main.tokens().partition_point(|written| written.start <= place).saturating_sub(1),
        };
        let same = |written: &Written| {
            written.start == place && written.kind == token.kind && written.value == token.value
        };
        let itself = token.expansion.is_dummy() && !in_pragma;
        match self.main.tokens().get(number) {
            Some(written) if itself && same(written) => Origin::Written(number),
            Some(_) => Origin::Made(number),
            None => Origin::Elsewhere(at.lo),
        }
    }

    fn inactive(&self, origins: &[Origin]) -> Vec<Range<usize>> {
        let base = self.start;
        let mut read: Vec<u32> = self
            .preprocessor
            .line_directives()
            .iter()
            .filter_map(|line| line.span.lo.checked_sub(base))
            .collect();
        read.sort_unstable();
        let mut came_out: Vec<usize> = Vec::new();
        for (token, origin) in self.tokens.iter().zip(origins) {
            match origin {
                Origin::Written(number) => came_out.push(self.main.tokens()[*number].start),
                Origin::Made(_) => {
                    came_out.extend(self.written(token.span).map(|n| self.main.tokens()[n].start))
                }
                Origin::Elsewhere(_) => {}
            }
        }
        came_out.sort_unstable();
        self.main.inactive(&read, |range| {
            let first = came_out.partition_point(|&at| at < range.start);
            came_out.get(first).is_some_and(|&at| at < range.end)
        })
    }

    /// For each token of the file that begins an invocation: its last token.
    fn reaches(&self, origins: &[Origin], inactive: &[Range<usize>]) -> Reaches {
        let written = self.main.tokens();
        let mut reaches = Reaches { last: vec![NONE; written.len()], made: vec![false; written.len()] };
        let mut itself = vec![false; written.len()];
        for origin in origins {
            match *origin {
                Origin::Written(number) => itself[number] = true,
                Origin::Made(number) => reaches.made[number] = true,
                Origin::Elsewhere(_) => {}
            }
        }
        let defined = self.defined_names();
        let begins =
            |number: usize, made: &[bool]| made[number] || self.may_be_macro(&written[number], &defined);
        let mut consumed = self.consumed(&itself, inactive).into_iter().peekable();
        while let Some(first) = consumed.next() {
            let (mut last, mut open) = (first, 0_usize);
            while let Some(&next) = consumed.peek() {
                // Tokens that came out as themselves lie between.
                let apart = written[last + 1..next].iter().zip(&itself[last + 1..next]);
                if apart.into_iter().any(|(token, itself)| *itself && !token.in_directive) {
                    break;
                }
                if open == 0 && !written[next].is(Punct::LParen) && begins(next, &reaches.made) {
                    break;
                }
                open = if written[next].is(Punct::LParen) {
                    open + 1
                } else {
                    open.saturating_sub(usize::from(written[next].is(Punct::RParen)))
                };
                last = next;
                consumed.next();
            }
            reaches.last[first] = last;
        }
        reaches
    }

    /// Tokens of the active text that did not come out as themselves.
    fn consumed(&self, itself: &[bool], inactive: &[Range<usize>]) -> Vec<usize> {
        let mut inactive = inactive.iter().peekable();
        let mut consumed = Vec::new();
        for (number, token) in self.main.tokens().iter().enumerate() {
            while inactive.next_if(|range| range.end <= token.start).is_some() {}
            let active = inactive.peek().is_none_or(|range| token.start < range.start);
            if active && !token.in_directive && !itself[number] {
                consumed.push(number);
            }
        }
        consumed
    }

    /// Whether a name may be a macro's: one that is defined at the end, or
    /// that the file has defined at any time.
    fn may_be_macro(&self, token: &Written, defined: &HashSet<Symbol>) -> bool {
        let Some(name) = token.value.filter(|_| token.kind == PpTokenKind::Ident) else { return false };
        defined.contains(&name)
            || self.preprocessor.macros().is_defined(name)
            || self.interner.resolve(name) == "_Pragma"
    }

    /// Names that the main file defines.
    fn defined_names(&self) -> HashSet<Symbol> {
        let tokens = self.main.tokens();
        let is = |token: &Written, word: &str| token.value.is_some_and(|v| self.interner.resolve(v) == word);
        tokens
            .windows(3)
            .filter(|w| w[0].in_directive && w[0].is(Punct::Hash) && is(&w[1], "define"))
            .filter_map(|w| w[2].value)
            .collect()
    }

    fn invocations(&self, reaches: &Reaches, writer: &mut Writer<'_, '_, '_>) -> Vec<Invocation> {
        let written = self.main.tokens();
        let firsts = (0..written.len()).filter(|&number| reaches.last[number] != NONE);
        firsts
            .map(|first| Invocation {
                range: written[first].start..written[reaches.last[first]].end,
                name: writer.text(written[first].kind, written[first].value),
                leaves_tokens: reaches.made[first],
            })
            .collect()
    }

    fn headers(&self) -> Vec<HeaderInfo> {
        let info = |found: &rucc_pp::Dependency| {
            let named = |file: &&SourceFile| rucc_session::path_key(file.name.as_ref()) == found.path;
            let file = self.sources.files().iter().find(named);
            let system = found.is_system || file.is_some_and(|file| file.system_from == Some(file.start));
            HeaderInfo { path: found.path.clone(), system }
        };
        self.preprocessor.dependencies().iter().map(info).collect()
    }

    fn macros(&self, writer: &mut Writer<'_, '_, '_>) -> Vec<MacroInfo> {
        let all = self.preprocessor.macros().sorted();
        let mut macros: Vec<MacroInfo> =
            all.into_iter().filter_map(|def| self.macro_info(def, writer)).collect();
        macros.sort_by(|a, b| a.name.cmp(&b.name));
        macros
    }

    /// Nothing for one that is predefined.
    fn macro_info(&self, def: &MacroDef, writer: &mut Writer<'_, '_, '_>) -> Option<MacroInfo> {
        let defined = match self.in_main(def.span.lo) {
            Some(at) => DefinedAt::Source(match self.main.token_at(at) {
                Some(number) => self.main.tokens()[number].range(),
                None => at..at,
            }),
            None => match writer.elsewhere(def.span.lo) {
                Place::Header { file, .. } if *file == *BUILT_IN => return None,
                Place::Header { file, .. } if *file == *COMMAND_LINE => DefinedAt::CommandLine,
                Place::Header { file, line, system, .. } => DefinedAt::Header { file, line, system },
                Place::Source(_) | Place::Expansion { .. } => return None,
            },
        };
        let name = writer.text(PpTokenKind::Ident, Some(def.name));
        Some(MacroInfo { name, function_like: def.function_like, defined })
    }
}

const NONE: usize = usize::MAX;

/// How far invocations reach, by the number of their first token.
struct Reaches {
    /// The last token of the invocation that this one begins, or [`NONE`].
    last: Vec<usize>,
    /// Whether a token came out of it.
    made: Vec<bool>,
}

/// Makes the tokens, each text and each file name once.
struct Writer<'r, 's, 't> {
    survey: &'r Survey<'s, 't>,
    texts: Vec<Option<Arc<str>>>,
    punctuators: Vec<Option<Arc<str>>>,
    file: Option<OpenFile>,
}

/// The header of the last token, as what its next tokens need of it.
struct OpenFile {
    range: Range<u32>,
    name: Arc<str>,
    include: Range<usize>,
    system_from: u32,
    /// A place, and the line on which it is: the next is not far behind it.
    line: (u32, u32),
}

impl<'r, 's, 't> Writer<'r, 's, 't> {
    fn new(survey: &'r Survey<'s, 't>) -> Self {
        Writer { survey, texts: Vec::new(), punctuators: vec![None; 64], file: None }
    }

    fn tokens(&mut self, origins: &[Origin], reaches: &Reaches) -> Vec<PpToken> {
        let mut tokens = Vec::with_capacity(origins.len());
        for (token, &origin) in self.survey.tokens.iter().zip(origins) {
            tokens.push(PpToken {
                kind: kind(token.kind),
                text: self.text(token.kind, token.value),
                place: self.place(token, origin, reaches),
                space_before: token.flags.has(TokenFlags::LEADING_SPACE),
                starts_line: token.flags.has(TokenFlags::START_OF_LINE),
            });
        }
        tokens
    }

    fn text(&mut self, kind: PpTokenKind, value: Option<Symbol>) -> Arc<str> {
        let (slots, at, text) = match (kind, value) {
            (PpTokenKind::Punct(punct), _) => (&mut self.punctuators, punct as usize, punct.as_str()),
            (_, Some(symbol)) => {
                (&mut self.texts, symbol.raw() as usize, self.survey.interner.resolve(symbol))
            }
            (_, None) => return Arc::from(""),
        };
        if slots.len() <= at {
            slots.resize(at + 1, None);
        }
        Arc::clone(slots[at].get_or_insert_with(|| Arc::from(text)))
    }

    fn place(&mut self, token: &Tok, origin: Origin, reaches: &Reaches) -> Place {
        let written = self.survey.main.tokens();
        match origin {
            Origin::Written(number) => Place::Source(written[number].range()),
            Origin::Elsewhere(at) => self.elsewhere(at),
            Origin::Made(first) => {
                let last = if reaches.last[first] == NONE { first } else { reaches.last[first] };
                let invocation = written[first].start..written[last].end;
                let spelled = self.spelled(token, first);
                let within =
                    |range: &Range<usize>| invocation.start < range.start && range.end <= invocation.end;
                Place::Expansion {
                    name: self.text(written[first].kind, written[first].value),
                    in_arguments: spelled.as_ref().is_some_and(within),
                    spelled,
                    invocation,
                }
            }
        }
    }

    /// Where a token that a macro made is spelled in the file.
    fn spelled(&self, token: &Tok, first: usize) -> Option<Range<usize>> {
        let number = self.survey.written(token.span).filter(|&number| number != first)?;
        let written = &self.survey.main.tokens()[number];
        (written.kind == token.kind && written.value == token.value).then(|| written.range())
    }

    /// A place in a header, or in what the command line defines.
    fn elsewhere(&mut self, at: u32) -> Place {
        if !self.file.as_ref().is_some_and(|file| file.range.contains(&at)) {
            self.file = self.open(at);
        }
        let Some(file) = &mut self.file else {
            return Place::Header { include: 0..0, file: Arc::from(BUILT_IN), line: 0, system: true };
        };
        let sources = self.survey.sources;
        if at != file.line.0 {
            file.line = (at, sources.lookup(at).map_or(0, |location| location.line));
        }
        Place::Header {
            include: file.include.clone(),
            file: Arc::clone(&file.name),
            line: file.line.1,
            system: at >= file.system_from,
        }
    }

    fn open(&self, at: u32) -> Option<OpenFile> {
        let sources = self.survey.sources;
        let file = sources.file(sources.lookup_file(at)?);
        Some(OpenFile {
            range: file.start..file.end + 1,
            name: Arc::from(file.name.as_str()),
            include: self.survey.translator().include_of(at),
            system_from: file.system_from.unwrap_or(u32::MAX),
            line: (u32::MAX, 0),
        })
    }
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

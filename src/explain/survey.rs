//! What an editor shows of a file: its regions with their variables, and the texts that it becomes; and, of one that is
//! wrong, what is left without what is wrong.

use super::file::Numbers;
use super::model::{Link, LinkKind, Operation, Output, Region, Span};
use super::{operations, outputs, regions, texts};
use crate::diagnostics::{Diagnostic, Severity};
use crate::rewrite::Tokens as _;
use crate::source::Source;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;
use crate::translator::{self, Layout, Observed, Options};

/// A file's regions, and what they become.
#[derive(Clone, Debug)]
pub struct Survey {
    /// What was translated in the end. Spans are bytes of its text.
    pub source: Source,
    pub outputs: Vec<Output>,
    pub regions: Vec<Region>,
    /// For each region, what stands in its place in the first output.
    pub launches: Vec<Span>,
    /// Whether parts of the file were left out, since they are wrong.
    pub is_partial: bool,
}

/// How often headers are written into the file, or what is wrong is left out: behind it more may come to light.
const ATTEMPTS: usize = 8;

/// Surveys a file in the dialect of the options. Where something is wrong, directives with errors are left out, and else what
/// stands in the braces around it: their text becomes blanks, so that all else stays where it is.
///
/// `None` if nothing can be known.
pub fn survey(source: &Source, options: &Options) -> Option<Survey> {
    let options = Options { layout: Layout::Pair, ..options.clone() };
    let mut known = source.clone();
    let mut is_partial = false;
    for _ in 0..ATTEMPTS {
        match translator::observe(&known, &options, |observed| Survey::of(&observed, options.dialect)) {
            Ok((_, found)) => return Some(Survey { is_partial, ..found }),
            Err(errors) => match options.with_headers(&known, &errors) {
                Some(whole) => known = whole,
                None => {
                    known = without(&known, &errors)?;
                    is_partial = true;
                }
            },
        }
    }
    None
}

impl Survey {
    fn of(observed: &Observed<'_>, dialect: translator::Dialect) -> Survey {
        let is_cuda = dialect == translator::Dialect::Cuda;
        let operations: Vec<Operation> = operations(observed, &Numbers::of(observed.tokens));
        let found = outputs::outputs(observed, &operations);
        let regions = regions::regions(observed, &found.pieces, is_cuda);
        let launches = regions.iter().map(|region| launch(region, &found.links)).collect();
        let outputs = texts(observed, is_cuda);
        Survey { source: observed.source.clone(), outputs, regions, launches, is_partial: false }
    }
}

/// What replaces a region's directive in the first output.
fn launch(region: &Region, links: &[Link]) -> Span {
    let is_kernel =
        |range: Span| region.output == 0 && region.range[0] <= range[0] && range[1] <= region.range[1];
    let of_region = links.iter().filter(|link| {
        let begins = link.source.is_some_and(|source| source[0] == region.source[0]);
        begins && link.output == 0 && link.kind == LinkKind::Changed && !is_kernel(link.range)
    });
    of_region.map(|link| link.range).reduce(|all, part| [all[0], part[1]]).unwrap_or_default()
}

/// The file without what errors are about; `None` if that is nothing.
fn without(source: &Source, errors: &[Diagnostic]) -> Option<Source> {
    let list = TokenList::lex(source.text());
    let mut spans = Vec::new();
    for error in errors.iter().filter(|error| error.severity == Severity::Error) {
        let places =
            std::iter::once(&error.span).chain(error.notes.iter().filter_map(|note| note.span.as_ref()));
        let pragma = places.filter_map(|place| pragma_at(&list, place.start)).next();
        let [start, end] = pragma.or_else(|| list.outermost_braces(error.span.start))?;
        spans.push(start..end);
    }
    let known = source.with_blanks(&spans);
    (known.text() != source.text()).then_some(known)
}

/// The pragma that a byte is in, up to its newline.
fn pragma_at(list: &TokenList, at: usize) -> Option<Span> {
    let first = list.pragma_at(at)?;
    let end = (first..list.len()).find(|&index| list[index].kind == kind::NEW_LINE)?;
    Some([list[first].span.start, list[end].span.start])
}

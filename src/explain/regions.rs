//! The parallel regions: their variables, and where these live on the device.

use super::file::{bytes, span, type_of};
use super::model::{Optimisation, PartKernel, Region, Span, Variable};
use super::sharing::{self, Function, Row};
use crate::c::symbols::SymbolId;
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;
use crate::openmp::restrictions::types::Class;
use crate::syntax::TokenList;
use crate::translator::Observed;
use crate::translator::recording::{Recording, RegionRecord};

/// The regions in the order of the file. `pieces` says where the kernels stand.
pub fn regions(observed: &Observed<'_>, pieces: &[(Tokens, usize, Span)], is_cuda: bool) -> Vec<Region> {
    let (list, recording) = (observed.tokens, &observed.recording);
    let functions = functions(recording, list);
    let mut records: Vec<&RegionRecord> = recording.regions.iter().collect();
    records.sort_by_key(|record| *record.construct.tokens.start());
    let region = |(number, record): (usize, &RegionRecord)| {
        let construct = &record.construct;
        let piece = |construct: &Construct| {
            let piece = pieces.iter().find(|(tokens, ..)| *tokens == construct.tokens);
            piece.map_or((0, [0, 0]), |(_, output, range)| (*output, *range))
        };
        let (first, last) = match record.parts.as_slice() {
            [first, .., last] => (piece(&first.construct), piece(&last.construct)),
            [only] => (piece(&only.construct), piece(&only.construct)),
            [] => (piece(construct), piece(construct)),
        };
        let (output, range) = (first.0, [first.1[0], last.1[1].max(first.1[1])]);
        let line = |construct: &Construct| {
            1 + list.source_text()[..bytes(list, &construct.tokens)[0]].matches('\n').count()
        };
        let part = |part: &RegionRecord| PartKernel {
            kernel: part.kernel.clone(),
            directive: one_line(list, &part.construct.directive),
            line: line(&part.construct),
            range: piece(&part.construct).1,
            optimisations: optimisations(part),
        };
        let is_several = record.parts.len() > 1;
        let mut made: Vec<Optimisation> = optimisations(record);
        if let [only] = record.parts.as_slice() {
            made.extend(optimisations(only));
        }
        let source = bytes(list, &construct.tokens);
        // What belongs to `target` and its kin is not found by the rules of 2.5.
        let rows = match construct.kind.is_host_only() {
            true => Vec::new(),
            false => sharing::rows(construct, recording, &functions, list),
        };
        let places = Places { record, list, recording, is_cuda };
        let around = functions.iter().find(|function| function.tokens.contains(construct.tokens.start()));
        Region {
            number,
            construct: construct.written.name,
            directive: one_line(list, &construct.directive),
            source,
            line: line(construct),
            function: around.map(|function| function.name.clone()),
            kernel: record.kernel.clone(),
            output,
            range,
            variables: rows.into_iter().map(|row| places.variable(row)).collect(),
            kernels: if is_several { record.parts.iter().map(part).collect() } else { Vec::new() },
            undivided: record.one_because.clone(),
            host: record.stays_because.clone(),
            optimisations: made,
        }
    };
    records.into_iter().enumerate().map(region).collect()
}

fn optimisations(record: &RegionRecord) -> Vec<Optimisation> {
    let all = record.optimisations.iter();
    all.map(|(name, says)| Optimisation { name, says: says.clone() }).collect()
}

/// Tokens as typed, in one line.
pub fn one_line(list: &TokenList, tokens: &Tokens) -> String {
    let [start, end] = bytes(list, tokens);
    let typed = list.source_text().get(start..end).unwrap_or_default();
    let words: Vec<&str> = typed.split_whitespace().filter(|word| *word != "\\").collect();
    words.join(" ")
}

/// The functions that the file defines.
fn functions(recording: &Recording, list: &TokenList) -> Vec<Function> {
    let scopes = recording.scopes.iter().filter(|scope| scope.rule == "function_definition");
    let mut found = Vec::new();
    for scope in scopes {
        let around = scope.parent.and_then(|parent| recording.scopes.get(parent));
        let declared = around.into_iter().flat_map(|scope| &scope.declarations);
        let name = declared
            .map(|&symbol| recording.symbols.get(symbol))
            .find(|declared| declared.is_function() && scope.tokens.contains(&declared.token));
        if let Some(declared) = name.filter(|declared| !list.is_in_header(declared.token) || !scope.in_header)
        {
            found.push(Function { name: declared.name.clone(), tokens: scope.tokens.clone() });
        }
    }
    found
}

/// Where the variables of a region live.
struct Places<'p> {
    record: &'p RegionRecord,
    list: &'p TokenList,
    recording: &'p Recording,
    is_cuda: bool,
}

impl Places<'_> {
    fn variable(&self, row: Row<'_>) -> Variable {
        let declared = self.recording.symbols.get(row.symbol);
        let device = self.place(&row);
        let uses = row.uses.iter().map(|&token| span(&self.list.stands_for(token, false))).collect();
        Variable {
            name: declared.name.clone(),
            ty: type_of(declared),
            device,
            declared: span(&self.list.stands_for(declared.token, false)),
            attribute: row.rule.attribute,
            determined: row.rule.determined,
            section: row.rule.section,
            because: row.rule.because,
            construct: row.inner.map(|inner| inner.written.name),
            function: row.function,
            clauses: row.clauses,
            uses,
        }
    }

    fn recorded(&self, symbol: SymbolId) -> Option<&str> {
        let found = self.record.places.iter().find(|(other, _)| *other == symbol);
        found.map(|(_, place)| place.as_str())
    }

    fn place(&self, row: &Row<'_>) -> String {
        let declared = self.recording.symbols.get(row.symbol);
        let attribute = row.rule.attribute.as_str();
        if self.record.stays_because.is_some() {
            return "the host's memory: the region stays there".to_owned();
        }
        let class = Class::of(&declared.ty);
        let local = match class {
            Class::Array => "each thread's own array, in its local memory",
            Class::Structure => "each thread's own, in registers or its local memory",
            _ if row.uses.iter().any(|token| self.recording.addressed.contains(token)) => {
                "each thread's own, in registers or, since its address is taken, its local memory"
            }
            _ => "each thread's own, in a register",
        };
        let is_static = declared.is_static || declared.is_extern || declared.depth == 0;
        let name = &declared.name;
        if attribute == "threadprivate" {
            return self.recorded(row.symbol).map_or_else(
                || format!("a copy for each of the device's threads, in device memory: `gpump_mine({name})`"),
                str::to_owned,
            );
        }
        if row.function.is_some() || row.is_own {
            let is_copy = !is_static || attribute != "shared";
            return match (is_static && !is_copy, self.is_cuda) {
                (false, true) if class == Class::Pointer && !attribute.starts_with("reduction") => {
                    format!("{local}; what it points to lies where it lay, in the one address space")
                }
                (false, _) => local.to_owned(),
                (true, true) if self.recording.constants.contains(&row.symbol) => {
                    "a constant of the function: the program says the value, which never changes".to_owned()
                }
                (true, true) => {
                    "the host's variable in its page, which the device reaches through the file's table \
                     `gpump_globals`, an address in constant memory"
                        .to_owned()
                }
                (true, false) => "the host's memory".to_owned(),
            };
        }
        let is_copy = attribute != "shared";
        match (self.recorded(row.symbol), row.inner) {
            (Some(place), None) => place.to_owned(),
            (Some(place), Some(_)) if is_copy && attribute != "private" => {
                format!("{local}; its original is {place}")
            }
            (_, _) if is_copy => local.to_owned(),
            (Some(place), _) => place.to_owned(),
            (None, _) if self.is_of_schedules(&row.uses) => {
                "with the host alone: only a schedule names it, and that one is left aside".to_owned()
            }
            (None, _) => "nowhere: the region does not use it".to_owned(),
        }
    }

    /// Whether tokens stand in chunk sizes of the region's schedules.
    fn is_of_schedules(&self, uses: &[usize]) -> bool {
        let mut chunks: Vec<Tokens> = Vec::new();
        self.record.construct.walk(&mut |construct| {
            let schedule = construct.clauses.schedule.as_ref();
            chunks.extend(schedule.and_then(|schedule| schedule.chunk.clone()));
        });
        uses.iter().all(|token| chunks.iter().any(|chunk| chunk.contains(token)))
    }
}

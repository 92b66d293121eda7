//! What the cuda dialect keeps while the file is read.
//!
//! The thesis's dialect translates a region when it comes to the region's end.
//! This one cannot: whether a function gets a version for the device depends on
//! who calls it, further down or through others. So functions, declarations and
//! directives are kept, and looked at when all of the file is read.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::functions::Function as OpenFunction;
use super::super::lines::Places;
use super::super::{Optimisation, Translator};
use super::aligned::Aligned;
use super::definitions::{Declaration, Function};
use super::index::Index;
use super::transformations::Transformed;
use crate::c::declarators::Specifiers;
use crate::c::symbols::SymbolId;
use crate::codegen::cuda::host_file::{Entry, HeapArray};
use crate::codegen::cuda::needs::Needs;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, restrictions, sharing};
use crate::rewrite::Tokens as _;

/// The file, as far as it has been read.
#[derive(Default)]
pub struct Model {
    pub functions: Vec<Function>,
    pub declarations: Vec<Declaration>,
    /// The functions that the file has declared `static` so far.
    pub static_functions: HashSet<String>,
    /// `threadprivate` and `accessible`, which say something of a variable and
    /// leave no code.
    pub hints: Vec<Tokens>,
    pub index: Index,
    /// The order of atomic operations that say none, and the directive that requires it.
    pub default_order: Option<(String, Tokens)>,
    /// The loops that directives make others of.
    pub transformed: Vec<Transformed>,
    /// The alignments that directives ask for.
    pub aligned: Vec<Aligned>,
    /// Declarations that were written for the device, for the types they name.
    pub spelled: RefCell<FxHashSet<String>>,
    /// What is known of it from elsewhere.
    pub given: Given,
    /// What becomes of it.
    pub decided: Decided,
}

/// What the options and the file's surroundings say.
#[derive(Default)]
pub struct Given {
    /// The name of the source, without its folder.
    pub source: String,
    /// What the names that the translation adds begin with, where other files may have the same.
    pub identifier: String,
    /// Which files and lines its text is from.
    pub places: Places,
    /// The value of `__STDC_VERSION__`.
    pub c_version: Option<String>,
    /// The macros that uses of macros name and that the file does not define there: those of the program's headers and of
    /// the command line.
    pub header_macros: HashSet<String>,
    /// Those of the system's headers.
    pub system_macros: HashSet<String>,
    /// The macros that hide a name of the program.
    pub hiding_macros: HashSet<String>,
    /// The `#include`s whose headers the C++ compiler would read otherwise, by their bytes in the file, with the reason.
    pub other_headers: Vec<(Range<usize>, String)>,
    /// The `#include`s of libraries' headers that say by themselves what has C's linkage.
    pub headers_of_both: Vec<Range<usize>>,
    /// The optimisations that are to be left out.
    pub without: BTreeSet<Optimisation>,
    /// Whether host and device get one text.
    pub is_single: bool,
    /// Whether no other file of the program can use this one's variables.
    pub is_alone: bool,
    /// Whether the linker decides which functions of other files have a version for the device: they are asked for one by one.
    pub is_linked_later: bool,
    /// Whether all functions that other files see may be called through pointers.
    pub is_for_library: bool,
    /// Whether other files of the program are known to have regions.
    pub has_regions_elsewhere: bool,
    /// The functions of other files that cannot be on the device, with the reason.
    pub not_on_device: BTreeMap<String, String>,
    /// Those that cannot and whose address other files take, by the shapes of their types.
    pub lacked_elsewhere: BTreeMap<String, String>,
}

/// What is decided of a file before it is written ([`super::settle`]).
#[derive(Default)]
pub struct Decided {
    /// Whether something is known to be wrong with the program.
    pub is_wrong: bool,
    /// Whether the host's text keeps its directives, for the C compiler to read.
    pub keeps_directives: bool,
    /// The regions that have others within, and run on the host where these are to have several threads.
    pub around_others: Vec<Tokens>,
    /// Those that cannot: their inner regions have one thread each.
    pub around_serial: Vec<Tokens>,
    /// Those that may be cancelled.
    pub cancelled: Vec<Tokens>,
    /// What regions need of other files then, by the regions' first tokens.
    pub needs: BTreeMap<usize, Needs>,
    /// What is wrong with the program, by token, and C compilers take all the same: they decide what it means.
    pub condoned: Vec<(usize, Diagnostic)>,
    /// What is known to be in the way of regions and functions, by their first tokens: found while they were translated the last time.
    pub obstacles: BTreeMap<usize, Diagnostic>,
    /// The variables that were declared `static` in functions, and their names
    /// on the host now.
    pub hoisted: HashMap<SymbolId, String>,
    /// The declarations in functions that define types which these variables name, by their first token: what of
    /// them went with the variables, and what is left in its place.
    pub moved_types: BTreeMap<usize, (Tokens, String)>,
    /// The variables that threads update one after the other.
    pub contended: HashSet<SymbolId>,
    /// The variables that lie in the heap, by their names on the host.
    pub heap_arrays: BTreeMap<String, HeapArray>,
    /// What stands on the host for variables whose names are written anew at each use.
    pub host_forms: HashMap<SymbolId, String>,
    /// The constructs in regions that add nothing to the loops which they are, by their first tokens, and whether they say that none
    /// of the iterations depends on another one.
    pub plain_loops: FxHashMap<usize, bool>,
    /// The loops of regions that become a kernel each, as regions by themselves, by their first tokens.
    pub split: BTreeMap<usize, Construct>,
}

impl Decided {
    /// What the host's text calls a variable of this name: a static variable that was moved has another one.
    pub fn name_of<'a>(&'a self, symbol: impl Into<Option<SymbolId>>, name: &'a str) -> &'a str {
        let hoisted = symbol.into().and_then(|symbol| self.hoisted.get(&symbol));
        hoisted.map_or(name, String::as_str)
    }
}

/// What the dialect has written besides the two streams.
#[derive(Default)]
pub struct Written {
    /// The table of what the device reaches of the host.
    pub entries: Vec<Entry>,
    /// Declarations of variables that functions declare `extern`.
    pub externs: BTreeSet<String>,
    /// The names of the regions' kernels.
    pub kernels: Vec<String>,
    /// Those of the parts of regions that have several.
    pub parts: Vec<String>,
    /// The threadprivate variables that the device uses.
    pub threadprivate: HashSet<String>,
    /// The types of functions that kernels have.
    pub local_types: Vec<Tokens>,
    /// Names in headers of the program that have other names in a single file.
    pub header_names: Vec<(String, String)>,
}

impl Translator<'_> {
    /// Looks at a region when it is complete.
    pub(in super::super) fn check_region(&mut self, construct: &Construct) {
        self.check_constructs(construct);
        let references = self.file.references_in(&construct.tokens).to_vec();
        let model = sharing::analyse(
            construct,
            &references,
            &self.file.scopes,
            &self.file.threadprivate,
            self.file.tokens,
        );
        if let Err(errors) = model {
            self.out.diagnostics.extend(errors);
        }
    }

    /// Keeps a function that is complete.
    pub(in super::super) fn keep_function(&mut self, function: OpenFunction, end: usize) {
        for construct in super::super::orphan_constructs(&function.orphans) {
            if !construct.kind.is_parallel() {
                self.check_constructs(construct);
            }
        }
        self.out.diagnostics.extend(restrictions::nesting::orphans(&function.orphans, self.file.tokens));
        let Some(symbol) = self.file.scopes.lookup(&function.name) else { return };
        let is_variadic = matches!(
            self.file.scopes.get(symbol).ty.resolved(),
            crate::c::symbols::Type::Function { variadic: true, .. }
        );
        let is_static = (function.start..function.name_token)
            .any(|index| self.file.tokens[index].is_visible() && self.file.tokens.text(index) == "static")
            || self.file.cuda.static_functions.contains(&function.name);
        self.file.cuda.functions.push(Function {
            symbol,
            name_token: function.name_token,
            range: function.start..=end,
            body: function.body,
            parts: self.file.parts_around_regions(function.orphans),
            on_host: Vec::new(),
            is_static,
            in_header: function.in_header,
            is_system: self.file.is_system(function.name_token),
            is_variadic,
            name: function.name,
        });
    }

    /// Keeps a declaration that is complete.
    pub(in super::super) fn keep_declaration(&mut self, range: &Tokens, specifiers: &Specifiers) {
        let is_system = self.file.is_system(*range.start());
        let depth = self.file.scopes.depth();
        // The last that were declared.
        let mut symbols: Vec<SymbolId> = self
            .file
            .scopes
            .all()
            .rev()
            .take_while(|(_, found)| range.contains(&found.token))
            .filter(|(_, found)| found.depth == depth)
            .map(|(symbol, _)| symbol)
            .collect();
        symbols.reverse();
        if specifiers.is_static && depth == 0 {
            let declared = symbols.iter().map(|&symbol| self.file.scopes.get(symbol));
            let functions = declared.filter(|found| found.is_function()).map(|found| found.name.clone());
            self.file.cuda.static_functions.extend(functions);
        }
        self.file.cuda.declarations.push(Declaration {
            range: range.clone(),
            is_local: self.parse.function.is_some(),
            is_static: specifiers.is_static,
            is_extern: specifiers.is_extern,
            is_typedef: specifiers.is_typedef,
            is_system,
            symbols,
        });
    }

    /// Keeps a directive that leaves no code.
    pub(in super::super) fn keep_hint(&mut self, tokens: Tokens) {
        self.file.cuda.hints.push(tokens);
    }
}

impl Model {
    /// The declarations that begin in a range of tokens, in the order in which they ended.
    pub(super) fn declarations_in(
        &self,
        range: &Tokens,
    ) -> impl Iterator<Item = (usize, &Declaration)> + use<'_> {
        let all = self.index.declarations.get_or_init(|| {
            let starts = self.declarations.iter().map(|found| *found.range.start());
            let mut all: Vec<(usize, usize)> = starts.zip(0..).collect();
            all.sort_unstable();
            all
        });
        let from = all.partition_point(|(start, _)| start < range.start());
        let to = all.partition_point(|(start, _)| start <= range.end());
        let mut found: Vec<usize> = all[from..to.max(from)].iter().map(|&(_, number)| number).collect();
        found.sort_unstable();
        found.into_iter().map(|number| (number, &self.declarations[number]))
    }

    /// The loop with a kernel to itself that a token is in.
    pub(super) fn split_at(&self, token: usize) -> Option<&Construct> {
        let (_, part) = self.decided.split.range(..=token).next_back()?;
        part.tokens.contains(&token).then_some(part)
    }

    /// The function of this name that the file, or a header of the program,
    /// defines.
    pub fn function_named(&self, name: &str) -> Option<usize> {
        self.index.function_named(name, &self.functions)
    }

    /// The function around a token.
    pub fn function_at(&self, token: usize) -> Option<usize> {
        // They are in the order of the file, and apart from each other.
        let after = self.functions.partition_point(|function| *function.range.start() <= token);
        after.checked_sub(1).filter(|&number| self.functions[number].range.contains(&token))
    }
}

//! Arrays of static storage that lie in the heap.
//!
//! A device that does not reach the host's pages reads the program's static data over the bus, each time anew, while
//! blocks of the heap lie where they are used. So a large array of the file becomes a pointer to a block, under a
//! name of its own, and the array's name a macro for what that points to. All else stays as it is typed:
//!
//! ```text
//! static double (*gpump_u)[N][N];
//! #define u (*gpump_u)
//! ```
//!
//! Where the name means something else, too, behind the declaration, each use is written so instead. The array must not
//! need an address before the program runs.

use std::collections::{HashMap, HashSet};

use super::super::reading::Surroundings;
use super::super::{Optimisation, Options, Translator};
use super::reach::Reach;
use crate::codegen::cuda::host_file::{Entry, What};
use crate::openmp::{Construct, Reference, Sharing};
use crate::rewrite::Tokens as _;
use crate::symbols::{DeclInfo, SymbolId};
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;
use crate::types::Kind;

/// Bytes from which on an array is worth it: a page.
const LEAST: u64 = 4096;
const REASON: &str = "the array lies in the memory that host and device share";

/// An array of the file, by its name.
struct Candidate {
    /// All its declarations.
    symbols: HashSet<SymbolId>,
    /// The token of its name in the first of them.
    first: usize,
}

/// How the name comes to mean what the pointer points to.
enum Form {
    /// By a macro before this line, which includes the header that declares the array.
    MacroBefore(usize),
    /// By a macro behind the declaration that ends with this token.
    MacroBehind(usize),
    /// Wherever it stands, by itself.
    EachUse,
}

impl Translator<'_> {
    /// Finds the arrays that are to lie in the heap, and declares them so.
    pub(super) fn put_arrays_into_heap(
        &mut self,
        reach: &Reach,
        options: &Options,
        surroundings: &Surroundings,
    ) {
        if self.cuda.without.contains(&Optimisation::Arrays) {
            return;
        }
        let mut candidates = self.large_arrays(options);
        if candidates.is_empty() {
            return;
        }
        let used = self.used_on_device(reach);
        candidates.retain(|name, found| {
            let is_renamed = self.cuda.is_single && self.name_on_host(name) != *name;
            !is_renamed && found.symbols.iter().any(|symbol| used.contains(symbol))
        });
        self.retain_movable(&mut candidates);
        let unread = surroundings.last_unread(candidates.keys().map(String::as_str));
        let mut chosen: Vec<(String, Candidate, Form)> = Vec::new();
        for (name, found) in candidates {
            let Some(mut form) = self.macro_for(&found) else { continue };
            let from = match form {
                Form::MacroBefore(include) => include,
                _ => found.first + 1,
            };
            let is_read = unread.get(&name).is_none_or(|&at| at < self.tokens[from].span.start);
            if !is_read || !self.means_nothing_else(&name, &found, from) {
                form = Form::EachUse;
            }
            if !matches!(form, Form::EachUse) || self.can_change_each_use(&found) {
                chosen.push((name, found, form));
            }
        }
        chosen.sort_by_key(|(_, found, _)| found.first);
        for (name, found, form) in chosen {
            self.put_into_heap(&name, &found, &form);
        }
    }

    /// The entries of arrays in the heap say so.
    pub(super) fn heap_entries(&self, entries: &mut [Entry]) {
        for entry in entries {
            if let What::Variable(name) = &entry.what
                && let Some(pointer) = self.cuda.heap_arrays.get(name)
            {
                entry.what = What::HeapArray(pointer.clone());
            }
        }
    }

    /// The arrays of the file that no other file knows of, and that begin with zeros.
    fn large_arrays(&self, options: &Options) -> HashMap<String, Candidate> {
        let mut found: HashMap<String, Vec<(SymbolId, &DeclInfo)>> = HashMap::new();
        for (symbol, declaration) in self.scopes.all() {
            if declaration.is_variable() && (declaration.depth == 0 || declaration.is_extern) {
                found.entry(declaration.name.clone()).or_default().push((symbol, declaration));
            }
        }
        let is_own = |declarations: &[(SymbolId, &DeclInfo)]| {
            let is_static = declarations.iter().any(|(_, declaration)| declaration.is_static);
            let is_defined = declarations.iter().any(|(_, declaration)| !declaration.is_extern);
            is_static || (options.is_alone && is_defined)
        };
        let is_plain = |&(symbol, declaration): &(SymbolId, &DeclInfo)| {
            declaration.depth == 0
                && self.threadprivate.directive(symbol, &self.scopes).is_none()
                && !self.is_system(declaration.token)
                && matches!(self.tokens.origin(declaration.token), Origin::File | Origin::Header { .. })
                && self.tokens[self.after_declarator(declaration.token)].kind != kind::ASSIGN
                && self.is_declared_plainly(declaration.token)
        };
        found
            .into_iter()
            .filter(|(name, declarations)| {
                is_own(declarations) && declarations.iter().all(is_plain) && self.is_large(name)
            })
            .map(|(name, declarations)| {
                let first = declarations.iter().map(|(_, declaration)| declaration.token).min().unwrap_or(0);
                let symbols = declarations.into_iter().map(|(symbol, _)| symbol).collect();
                (name, Candidate { symbols, first })
            })
            .collect()
    }

    /// Whether a name means a large array at the end of the file, which can be written to.
    fn is_large(&self, name: &str) -> bool {
        let Some(ty) = self.type_at(name, self.tokens.len() - 1) else { return false };
        let mut element = &ty;
        while let Kind::Array { of, .. } = &element.kind {
            element = of;
        }
        let is_array = matches!(ty.kind, Kind::Array { .. });
        is_array
            && !element.qualifiers.constant
            && self.types().size_of(&ty).is_some_and(|size| size >= LEAST)
    }

    /// Whether the declaration of a name has no attributes, no alignment and the like, and stands in no macro.
    fn is_declared_plainly(&self, name: usize) -> bool {
        let Some(declaration) =
            self.cuda.declarations.iter().find(|declaration| declaration.range.contains(&name))
        else {
            return false;
        };
        declaration.range.clone().all(|index| {
            !matches!(
                self.tokens[index].kind,
                kind::ATTRIBUTE | kind::ALIGNAS | kind::ASM | kind::THREAD_LOCAL | kind::THREAD_LOCAL_GNU
            )
        })
    }

    /// The variables that regions, and functions of the device, name.
    fn used_on_device(&self, reach: &Reach) -> HashSet<SymbolId> {
        let mut used = HashSet::new();
        for (number, function) in self.cuda.functions.iter().enumerate() {
            if reach.functions.contains(&number) {
                used.extend(self.references_in(&function.range).iter().filter_map(|found| found.symbol));
            } else {
                for region in function.regions() {
                    used.extend(self.references_in(&region.tokens).iter().filter_map(|found| found.symbol));
                }
            }
        }
        used
    }

    /// Leaves out arrays whose address something needs before the program runs, and those of which threads have
    /// copies.
    fn retain_movable(&self, candidates: &mut HashMap<String, Candidate>) {
        let is_static = |token: usize| {
            let mut locals = self.cuda.declarations.iter().filter(|found| found.is_local && found.is_static);
            locals.any(|found| found.range.contains(&token))
        };
        let mut fixed: HashSet<SymbolId> = HashSet::new();
        for reference in &self.references {
            let Some(symbol) = reference.symbol else { continue };
            let is_known =
                candidates.get(&reference.name).is_some_and(|found| found.symbols.contains(&symbol));
            if is_known && (self.cuda.function_at(reference.token).is_none() || is_static(reference.token)) {
                fixed.insert(symbol);
            }
        }
        for function in &self.cuda.functions {
            for construct in function.constructs() {
                construct.walk(&mut |inner: &Construct| {
                    let items = inner.clauses.items.iter().filter(|item| item.sharing != Sharing::Shared);
                    fixed.extend(items.filter_map(|item| item.symbol));
                });
            }
        }
        candidates.retain(|_, found| found.symbols.is_disjoint(&fixed));
    }

    fn macro_for(&self, found: &Candidate) -> Option<Form> {
        match self.tokens.origin(found.first) {
            Origin::Header { include, .. } => Some(Form::MacroBefore(include)),
            _ => {
                let mut declarations = self.cuda.declarations.iter();
                let declaration = declarations.find(|other| other.range.contains(&found.first))?;
                Some(Form::MacroBehind(*declaration.range.end()))
            }
        }
    }

    fn uses_of<'s>(&'s self, found: &'s Candidate) -> impl Iterator<Item = &'s Reference> {
        let is_one =
            |reference: &&Reference| reference.symbol.is_some_and(|one| found.symbols.contains(&one));
        self.references.iter().filter(is_one)
    }

    /// Whether declarations and uses all stand in the file.
    fn can_change_each_use(&self, found: &Candidate) -> bool {
        let is_in_header = |token| self.tokens.is_in_header(token);
        !found.symbols.iter().any(|&symbol| is_in_header(self.scopes.get(symbol).token))
            && !self.uses_of(found).any(|reference| is_in_header(reference.token))
    }

    /// Whether all that is called so from a token on is the array, and no line of the preprocessor asks for it.
    fn means_nothing_else(&self, name: &str, found: &Candidate, from: usize) -> bool {
        let mut places: HashSet<usize> =
            found.symbols.iter().map(|&symbol| self.scopes.get(symbol).token).collect();
        places.extend(self.uses_of(found).map(|reference| reference.token));
        for construct in self.cuda.functions.iter().flat_map(super::model::Function::constructs) {
            construct.walk(&mut |inner: &Construct| {
                let items = inner.clauses.items.iter();
                places.extend(items.filter(|item| item.name == name).map(|item| item.token));
            });
        }
        (from..self.tokens.len()).all(|index| match self.tokens[index].kind {
            kind::IDENTIFIER | kind::TYPEDEF_NAME => {
                self.tokens.text(index) != name || places.contains(&index) || self.is_opened(index)
            }
            kind::DIRECTIVE => !is_asked_for(self.tokens.text(index), name),
            _ => true,
        })
    }

    /// Whether a token of the file was read as what a macro made of it.
    fn is_opened(&self, index: usize) -> bool {
        let invocation = self.tokens.invocation_at(index).and_then(|number| self.tokens.invocation(number));
        invocation.is_some_and(|found| found.typed.contains(&index))
    }

    fn put_into_heap(&mut self, name: &str, found: &Candidate, form: &Form) {
        const RULE: &str = "declaration";
        let mut pointer = format!("gpump_{name}");
        while self.cuda.hoisted.values().any(|other| *other == pointer) {
            pointer.push('_');
        }
        let array = format!("(*{pointer})");
        match *form {
            Form::MacroBefore(include) => {
                self.insert_before(include, format!("#define {name} {array}\n"), RULE, REASON);
            }
            Form::MacroBehind(end) => {
                let rest = if self.goes_on_behind(end) { "\n" } else { "" };
                self.insert_after(end, format!("\n#define {name} {array}{rest}"), RULE, REASON);
                self.replace(found.first..=found.first, array, RULE, REASON);
            }
            Form::EachUse => {
                for &symbol in &found.symbols {
                    let token = self.scopes.get(symbol).token;
                    self.replace(token..=token, array.clone(), RULE, REASON);
                }
                let uses: Vec<Reference> = self.uses_of(found).cloned().collect();
                for reference in uses {
                    self.rewrite_use(&reference, array.clone(), false, REASON);
                }
            }
        }
        self.cuda.heap_arrays.insert(name.to_owned(), pointer);
    }
}

/// Whether a line of the preprocessor tests a name, or undefines it, or makes it a macro.
fn is_asked_for(line: &str, name: &str) -> bool {
    let mut words = line.split(|c: char| !(c == '_' || c.is_alphanumeric())).filter(|word| !word.is_empty());
    match words.next() {
        Some("define") => words.next() == Some(name),
        Some("undef" | "if" | "ifdef" | "ifndef" | "elif") => words.any(|word| word == name),
        _ => false,
    }
}

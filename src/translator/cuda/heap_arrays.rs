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
use std::ops::Range;

use super::super::reading::Surroundings;
use super::super::{Optimisation, Options, Translator};
use super::capture::Capture;
use super::reach::Reach;
use crate::codegen::cuda::host_file::{Entry, What};
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, Reference, Sharing};
use crate::rewrite::Tokens as _;
use crate::symbols::{DeclInfo, SymbolId};
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;
use crate::types::{Kind, Type};

/// Bytes from which on an array is worth it: a page.
const LEAST: u64 = 4096;
/// Words of the text that the translation adds behind the declaration, which are no names of its own.
const WORDS: [&str; 3] = ["constructor", "memcpy", "unused"];
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
    /// By a macro from this line to behind it; the file's own uses are changed.
    MacroAround(usize),
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
        self.put_statics_into_heap();
        let mut candidates = self.large_arrays(options);
        if candidates.is_empty() {
            return;
        }
        let used = self.used_on_device(reach);
        candidates.retain(|name, found| {
            let is_renamed = self.cuda.is_single && self.name_on_host(name) != *name;
            let mut symbols = found.symbols.iter();
            !is_renamed && symbols.any(|&symbol| used.contains(&symbol) || self.may_lead_there(symbol, reach))
        });
        let fixed = self.fixed_in_place(|reference| candidates.contains_key(&reference.name));
        candidates.retain(|_, found| found.symbols.is_disjoint(&fixed));
        let unread = surroundings.last_unread(candidates.keys().map(String::as_str));
        let mut chosen: Vec<(String, Candidate, Form)> = Vec::new();
        for (name, found) in candidates {
            if let Some(form) = self.form_in_heap(&name, &found, unread.get(&name).copied()) {
                chosen.push((name, found, form));
            }
        }
        chosen.sort_by_key(|(_, found, _)| found.first);
        for (name, found, form) in chosen {
            let first = found.first..=found.first;
            self.recorder.step("declaration", "put_into_heap", Some(&first), || {
                format!("Declares a pointer for the large array `{name}`, whose memory is to be of the heap.")
            });
            self.put_into_heap(&name, &found, &form);
        }
    }

    /// The entries of arrays in the heap say so. Returns the pointers to those that have none.
    pub(super) fn heap_entries(&self, entries: &mut [Entry]) -> Vec<String> {
        let mut others = self.cuda.heap_arrays.clone();
        for entry in entries {
            if let What::Variable(name) = &entry.what
                && let Some(pointer) = self.cuda.heap_arrays.get(name)
            {
                others.remove(name);
                entry.what = What::HeapArray(pointer.clone());
            }
        }
        others.into_values().collect()
    }

    /// Whether a variable is an array in the heap.
    pub(super) fn is_in_heap(&self, capture: &Capture) -> bool {
        let name = self.cuda.hoisted.get(&capture.symbol).unwrap_or(&capture.name);
        self.cuda.heap_arrays.contains_key(name)
    }

    /// Whether a large array's address is handed on, in a file from which it may come to the device.
    pub(super) fn may_lead_there(&self, symbol: SymbolId, reach: &Reach) -> bool {
        let has_regions = || self.cuda.functions.iter().any(|function| function.regions().next().is_some());
        if self.cuda.without.contains(&Optimisation::Arrays) || (reach.functions.is_empty() && !has_regions())
        {
            return false;
        }
        let declaration = self.scopes.get(symbol);
        let Some(mut ty) = self.type_at(&declaration.name, self.after_declarator(declaration.token)) else {
            return false;
        };
        if !self.is_large_type(&ty) {
            return false;
        }
        let mut dimensions = 0;
        while let Kind::Array { of, .. } = ty.kind {
            dimensions += 1;
            ty = (*of).clone();
        }
        let mut uses = self.references.iter().filter(|reference| reference.symbol == Some(symbol));
        uses.any(|reference| self.hands_on(reference, dimensions))
    }

    /// Whether a use of an array makes a pointer of it: it has not all its subscripts, or `&` is in front.
    fn hands_on(&self, reference: &Reference, dimensions: usize) -> bool {
        let mut before = self.tokens.visible_before(reference.token);
        while let Some(left) = before.filter(|&left| self.tokens[left].kind == kind::LEFT_PAREN) {
            before = self.tokens.visible_before(left);
        }
        match before.map(|left| self.tokens[left].kind) {
            Some(kind::SIZEOF) => return false,
            Some(kind::AND) => return true,
            _ => {}
        }
        let mut subscripts = 0;
        let (mut index, mut depth) = (reference.token, 0usize);
        while let Some(next) = self.tokens.visible_from(index + 1) {
            match self.tokens[next].kind {
                kind::LEFT_BRACKET => depth += 1,
                kind::RIGHT_BRACKET if depth == 1 => {
                    depth = 0;
                    subscripts += 1;
                }
                kind::RIGHT_BRACKET => depth = depth.saturating_sub(1),
                _ if depth == 0 => break,
                _ => {}
            }
            index = next;
        }
        subscripts < dimensions
    }

    /// Of the variables that were declared `static` in functions, the large arrays are as well put there.
    fn put_statics_into_heap(&mut self) {
        if self.cuda.hoisted.is_empty() {
            return;
        }
        let fixed = self.fixed_in_place(|_| true);
        let is_movable = |symbol: SymbolId| {
            let declaration = self.scopes.get(symbol);
            let ty = self.type_at(&declaration.name, self.after_declarator(declaration.token));
            declaration.is_static
                && !fixed.contains(&symbol)
                && self.tokens.origin(declaration.token) == Origin::File
                && self.is_declared_plainly(symbol)
                && ty.is_some_and(|ty| self.is_large_type(&ty))
        };
        let hoisted = self.cuda.hoisted.iter().filter(|(symbol, _)| is_movable(**symbol));
        let chosen: Vec<(SymbolId, String)> = hoisted.map(|(&symbol, name)| (symbol, name.clone())).collect();
        for (symbol, name) in chosen {
            self.cuda.host_forms.insert(symbol, format!("(*{name})"));
            self.cuda.heap_arrays.insert(name.clone(), name);
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
                && !self.is_system(declaration.token)
                && matches!(self.tokens.origin(declaration.token), Origin::File | Origin::Header { .. })
                && self.is_declared_plainly(symbol)
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
        self.type_at(name, self.tokens.len() - 1).is_some_and(|ty| self.is_large_type(&ty))
    }

    fn is_large_type(&self, ty: &Type) -> bool {
        let mut element = ty;
        while let Kind::Array { of, .. } = &element.kind {
            element = of;
        }
        let is_array = matches!(ty.kind, Kind::Array { .. });
        is_array && !element.qualifiers.constant && self.types().size_of(ty).is_some_and(|size| size >= LEAST)
    }

    /// Whether a variable has no initialiser, no attributes, no alignment and the like, and is one for all threads.
    fn is_declared_plainly(&self, symbol: SymbolId) -> bool {
        let name = self.scopes.get(symbol).token;
        let is_plain = |index: usize| {
            !matches!(
                self.tokens[index].kind,
                kind::ATTRIBUTE | kind::ALIGNAS | kind::ASM | kind::THREAD_LOCAL | kind::THREAD_LOCAL_GNU
            )
        };
        self.tokens[self.after_declarator(name)].kind != kind::ASSIGN
            && self.threadprivate.directive(symbol, &self.scopes).is_none()
            && self.tokens_of_declaration(name).is_some_and(|mut tokens| tokens.all(is_plain))
    }

    /// The declaration that a name is declared in.
    fn tokens_of_declaration(&self, name: usize) -> Option<Tokens> {
        let mut declarations = self.cuda.declarations.iter();
        Some(declarations.find(|found| found.range.contains(&name))?.range.clone())
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

    /// The variables whose address something needs before the program runs, and those of which threads have copies.
    fn fixed_in_place(&self, is_asked_for: impl Fn(&Reference) -> bool) -> HashSet<SymbolId> {
        let is_static = |token: usize| {
            let mut locals = self.cuda.declarations.iter().filter(|found| found.is_local && found.is_static);
            locals.any(|found| found.range.contains(&token))
        };
        let mut fixed: HashSet<SymbolId> = HashSet::new();
        for reference in self.references.iter().filter(|reference| is_asked_for(reference)) {
            if self.cuda.function_at(reference.token).is_none() || is_static(reference.token) {
                fixed.extend(reference.symbol);
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
        fixed
    }

    /// How an array's name can come to mean the pointer's target; `unread` is where a header is included last that
    /// has the name in a declaration which is not read.
    fn form_in_heap(&self, name: &str, found: &Candidate, unread: Option<usize>) -> Option<Form> {
        let all = self.tokens.len();
        let is_free = |from: usize, to: usize| {
            unread.is_none_or(|at| at < self.tokens[from].span.start)
                && self.means_nothing_else(name, found, from..to)
        };
        let Origin::Header { include, .. } = self.tokens.origin(found.first) else {
            if is_free(found.first + 1, all) {
                return Some(Form::MacroBehind(*self.tokens_of_declaration(found.first)?.end()));
            }
            return self
                .is_in(found, |origin| !matches!(origin, Origin::Header { .. }))
                .then_some(Form::EachUse);
        };
        if is_free(include, all) {
            return Some(Form::MacroBefore(include));
        }
        let is_near = |origin| match origin {
            Origin::Header { include: other, .. } => other == include,
            _ => true,
        };
        let is_of_it = |&index: &usize| is_near(self.tokens.origin(index)) && self.tokens.is_virtual(index);
        let end = (include + 1..all).find(|index| !is_of_it(index)).unwrap_or(all);
        (is_free(include, end) && self.is_in(found, is_near)).then_some(Form::MacroAround(include))
    }

    /// Whether all declarations and uses are of some origin.
    fn is_in(&self, found: &Candidate, is_one: impl Fn(Origin) -> bool) -> bool {
        let is_there = |token| is_one(self.tokens.origin(token));
        found.symbols.iter().all(|&symbol| is_there(self.scopes.get(symbol).token))
            && self.uses_of(found).all(|reference| is_there(reference.token))
    }

    fn uses_of<'s>(&'s self, found: &'s Candidate) -> impl Iterator<Item = &'s Reference> {
        let is_one =
            |reference: &&Reference| reference.symbol.is_some_and(|one| found.symbols.contains(&one));
        self.references.iter().filter(is_one)
    }

    /// Whether all that is called so in some tokens is the array, and no line of the preprocessor asks for it.
    fn means_nothing_else(&self, name: &str, found: &Candidate, mut tokens: Range<usize>) -> bool {
        let mut places: HashSet<usize> =
            found.symbols.iter().map(|&symbol| self.scopes.get(symbol).token).collect();
        places.extend(self.uses_of(found).map(|reference| reference.token));
        for construct in self.cuda.functions.iter().flat_map(super::model::Function::constructs) {
            construct.walk(&mut |inner: &Construct| {
                let items = inner.clauses.items.iter();
                places.extend(items.filter(|item| item.name == name).map(|item| item.token));
            });
        }
        !WORDS.contains(&name)
            && tokens.all(|index| match self.tokens[index].kind {
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
            Form::MacroAround(include) => {
                self.insert_before(include, format!("#define {name} {array}\n"), RULE, REASON);
                self.insert_after(include, format!("#undef {name}\n"), RULE, REASON);
                self.change_each_use(found, &array);
            }
            Form::EachUse => self.change_each_use(found, &array),
        }
        self.cuda.heap_arrays.insert(name.to_owned(), pointer);
    }

    fn change_each_use(&mut self, found: &Candidate, array: &str) {
        let declared = found.symbols.iter().map(|&symbol| self.scopes.get(symbol).token);
        let declared: Vec<usize> = declared.filter(|&token| !self.tokens.is_in_header(token)).collect();
        for token in declared {
            self.replace(token..=token, array.to_owned(), "declaration", REASON);
        }
        let uses = self.uses_of(found).filter(|reference| !self.tokens.is_in_header(reference.token));
        for reference in uses.cloned().collect::<Vec<Reference>>() {
            self.rewrite_use(&reference, array.to_owned(), false, REASON);
        }
        self.cuda.host_forms.extend(found.symbols.iter().map(|&symbol| (symbol, array.to_owned())));
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

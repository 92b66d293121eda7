//! Variables of static storage that lie in the heap: large arrays, and what threads contend for.
//!
//! A device that does not reach the host's pages reads the program's static data over the bus, each time anew, while
//! blocks of the heap lie where they are used. So a large array of the file becomes a pointer to a block, under a
//! name of its own, and the array's name a macro for what that points to. All else stays as it is typed:
//!
//! ```text
//! static double (*gpump_array_u)[N][N];
//! #define u (*gpump_array_u)
//! ```
//!
//! So does a small variable that threads update one after the other, such as a histogram or a counter: over the bus that takes
//! longest.
//!
//! Where the name means something else, too, behind the declaration, each use is written so instead. The array must not
//! need an address before the program runs. One with an initialiser stays where it is under another name, and the block
//! begins as a copy of it:
//!
//! ```text
//! static double gpump_image_w[] = {1, 2};
//! static __typeof__(gpump_image_w) *gpump_array_w;
//! #define w (*gpump_array_w)
//! ```

use std::collections::{HashMap, HashSet};

use super::super::reading::Surroundings;
use super::super::{File, Optimisation, Options, Writer};
use super::capture::Capture;
use super::heap_forms::{Candidate, Form};
use super::reach::Reach;
use crate::c::symbols::{DeclInfo, SymbolId};
use crate::c::{Kind, Type};
use crate::codegen::cuda::host_file::{self, Entry, HeapArray, What};
use crate::openmp::constructs::{ConstructKind, Tokens};
use crate::openmp::written::Written;
use crate::openmp::{Atomic, Construct, Reference, Sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

/// Bytes from which on an array is worth it: a page. What threads update one after the other always is.
const LEAST: u64 = 4096;
/// How the names of the pointers begin, and those of what the arrays begin as.
const POINTER: &str = "gpump_array_";
const IMAGE: &str = "gpump_image_";
const REASON: &str = "the array lies in the memory that host and device share";

/// The declarations of a name.
pub(super) type Declarations<'t> = [(SymbolId, &'t DeclInfo)];

/// A large array of the file's scope that goes into the heap, by its name.
pub(super) type InHeap = (String, Candidate, Form);

impl File<'_> {
    /// Finds the variables that are to lie in the heap, and takes down what is to stand for each. Gives those of the file's scope, in
    /// its order.
    pub(super) fn choose_for_heap(
        &mut self,
        reach: &Reach,
        options: &Options,
        surroundings: &Surroundings,
    ) -> Vec<InHeap> {
        if self.cuda.given.without.contains(&Optimisation::Arrays) || self.starts_early() {
            return Vec::new();
        }
        self.choose_statics();
        let of_program = options.program_arrays.as_deref().unwrap_or_default();
        let is_own = |declarations: &Declarations<'_>| {
            let is_static = declarations.iter().any(|(_, declaration)| declaration.is_static);
            let is_alone = options.is_alone && self.is_defined_among(declarations);
            let is_of_program = || of_program.iter().any(|name| *name == declarations[0].1.name);
            is_static || is_alone || is_of_program()
        };
        let mut chosen = self.movable_arrays(is_own, surroundings);
        if chosen.is_empty() {
            return chosen;
        }
        let used = self.used_on_device(reach);
        chosen.retain(|(name, found, _)| {
            let is_used = |&symbol: &SymbolId| used.contains(&symbol) || self.may_lead_there(symbol, reach);
            (!found.is_static && of_program.contains(name)) || found.symbols.iter().any(is_used)
        });
        for (name, found, form) in &chosen {
            self.choose(name, found, form);
        }
        chosen
    }

    /// Of the variables that were declared `static` in functions, the large arrays are as well put there.
    fn choose_statics(&mut self) {
        if self.cuda.decided.hoisted.is_empty() {
            return;
        }
        let fixed = self.fixed_in_place(|_| true);
        let is_movable = |symbol: SymbolId| {
            let declaration = self.scopes.get(symbol);
            declaration.is_static
                && !fixed.contains(&symbol)
                && self.tokens.origin(declaration.token) == Origin::File
                && self.is_declared_plainly(symbol)
                && self.type_of_declaration(symbol).is_some_and(|ty| self.is_worth_it(&ty, [symbol]))
        };
        let hoisted = self.cuda.decided.hoisted.iter().filter(|(symbol, _)| is_movable(**symbol));
        let chosen: Vec<(SymbolId, String)> = hoisted.map(|(&symbol, name)| (symbol, name.clone())).collect();
        for (symbol, pointer) in chosen {
            let origin = match self.has_initialiser(symbol) {
                true => host_file::Origin::Image(image_of(&pointer)),
                false => host_file::Origin::Zeros,
            };
            self.cuda.decided.host_forms.insert(symbol, format!("(*{pointer})"));
            self.cuda.decided.heap_arrays.insert(pointer.clone(), HeapArray { pointer, origin });
        }
    }

    fn choose(&mut self, name: &str, found: &Candidate, form: &Form) {
        // `gpump_` alone would make names of the runtime's, and of the region's own: `gpump_shared`.
        let mut pointer = format!("{POINTER}{name}");
        while self.cuda.decided.hoisted.values().any(|other| *other == pointer) {
            pointer.push('_');
        }
        if matches!(form, Form::MacroAround(_) | Form::EachUse) {
            let array = format!("(*{pointer})");
            self.cuda.decided.host_forms.extend(found.symbols.iter().map(|&symbol| (symbol, array.clone())));
        }
        let origin = match found.initialised {
            Some(_) => host_file::Origin::Image(image_of(&pointer)),
            None if found.is_defined => host_file::Origin::Zeros,
            None => host_file::Origin::Elsewhere,
        };
        self.cuda.decided.heap_arrays.insert(name.to_owned(), HeapArray { pointer, origin });
    }
}

impl Writer<'_, '_> {
    /// Declares the arrays that are to lie in the heap so.
    pub(super) fn declare_in_heap(&mut self, chosen: &[InHeap]) {
        for (name, found, form) in chosen {
            let first = found.first..=found.first;
            self.out.recorder.step("declaration", "put_into_heap", Some(&first), || {
                format!("Declares a pointer for the large array `{name}`, whose memory is to be of the heap.")
            });
            if let Some(HeapArray { pointer, .. }) = self.file.cuda.decided.heap_arrays.get(name) {
                let pointer = pointer.clone();
                self.put_into_heap(name, found, form, &pointer);
            }
        }
    }

    fn put_into_heap(&mut self, name: &str, found: &Candidate, form: &Form, pointer: &str) {
        const RULE: &str = "declaration";
        let array = format!("(*{pointer})");
        if let Some(token) = found.initialised {
            self.declare_image(token, found, pointer);
        }
        match *form {
            Form::MacroBefore(include) => {
                self.out.host.insert_before(include, format!("#define {name} {array}\n"), RULE, REASON);
            }
            Form::MacroBehind(end) => {
                let rest = if self.file.goes_on_behind(end) { "\n" } else { "" };
                self.out.host.insert_after(end, format!("\n#define {name} {array}{rest}"), RULE, REASON);
                if found.initialised != Some(found.first) {
                    self.out.host.replace(found.first..=found.first, array, RULE, REASON);
                }
            }
            Form::MacroAround(include) => {
                self.out.host.insert_before(include, format!("#define {name} {array}\n"), RULE, REASON);
                self.out.host.insert_after(include, format!("#undef {name}\n"), RULE, REASON);
                self.change_each_use(found, &array);
            }
            Form::EachUse => self.change_each_use(found, &array),
        }
    }

    /// Gives the variable with the initialiser its other name, and declares the pointer behind it.
    fn declare_image(&mut self, token: usize, found: &Candidate, pointer: &str) {
        const RULE: &str = "declaration";
        let Some(end) = self.file.tokens_of_declaration(token).map(|tokens| *tokens.end()) else { return };
        let image = image_of(pointer);
        let storage = if found.is_static { "static " } else { "" };
        let rest = if self.file.goes_on_behind(end) { "\n" } else { "" };
        let declaration = format!("\n{storage}__typeof__({image}) *{pointer};{rest}");
        self.out.host.insert_after(end, declaration, RULE, REASON);
        self.out.host.replace(token..=token, image, RULE, "what the array in the heap begins with");
    }

    fn change_each_use(&mut self, found: &Candidate, array: &str) {
        let declared = found.symbols.iter().map(|&symbol| self.file.scopes.get(symbol).token);
        let is_changed =
            |token: &usize| !self.file.tokens.is_in_header(*token) && Some(*token) != found.initialised;
        let declared: Vec<usize> = declared.filter(is_changed).collect();
        for token in declared {
            self.out.host.replace(token..=token, array.to_owned(), "declaration", REASON);
        }
        let uses =
            self.file.uses_of(found).filter(|reference| !self.file.tokens.is_in_header(reference.token));
        for reference in uses.cloned().collect::<Vec<Reference>>() {
            self.out.rewrite_use(&reference, array.to_owned(), false, REASON);
        }
    }
}

impl File<'_> {
    /// The large arrays that nothing keeps where they are, in the order of the file; `is_own` says of the declarations of a
    /// name whether it is asked for.
    pub(super) fn movable_arrays(
        &self,
        is_own: impl Fn(&Declarations<'_>) -> bool,
        surroundings: &Surroundings,
    ) -> Vec<InHeap> {
        let mut candidates = self.large_arrays(is_own);
        if candidates.is_empty() {
            return Vec::new();
        }
        candidates.retain(|name, _| !self.cuda.given.is_single || self.name_on_host(name) == *name);
        let fixed = self.fixed_in_place(|reference| candidates.contains_key(&reference.name));
        candidates.retain(|_, found| found.symbols.is_disjoint(&fixed));
        let unread = surroundings.last_unread(candidates.keys().map(String::as_str));
        let mut movable: Vec<InHeap> = Vec::new();
        for (name, found) in candidates {
            if let Some(form) = self.form_in_heap(&name, &found, unread.get(&name).copied()) {
                movable.push((name, found, form));
            }
        }
        movable.sort_by_key(|(_, found, _)| found.first);
        movable
    }

    /// The entries of arrays in the heap say so. Returns those that have none.
    pub(super) fn heap_entries(&self, entries: &mut [Entry]) -> Vec<HeapArray> {
        let mut others = self.cuda.decided.heap_arrays.clone();
        for entry in entries {
            if let What::Variable(name) = &entry.what
                && let Some(array) = self.cuda.decided.heap_arrays.get(name)
            {
                others.remove(name);
                entry.what = What::HeapArray(array.clone());
            }
        }
        others.into_values().collect()
    }

    /// Whether a variable is an array in the heap.
    pub(super) fn is_in_heap(&self, capture: &Capture) -> bool {
        self.heap_array_of(capture.symbol).is_some()
    }

    /// What a variable is in the heap.
    pub(super) fn heap_array_of(&self, symbol: SymbolId) -> Option<&HeapArray> {
        let declaration = self.scopes.get(symbol);
        // A parameter or a variable of a block may have the name of such an array.
        let own_name = || (declaration.depth == 0 || declaration.is_extern).then_some(&declaration.name);
        let name = self.cuda.decided.hoisted.get(&symbol).or_else(own_name)?;
        self.cuda.decided.heap_arrays.get(name)
    }

    /// Whether a large array's address is handed on, in a file from which it may come to the device.
    pub(super) fn may_lead_there(&self, symbol: SymbolId, reach: &Reach) -> bool {
        let has_regions = || self.cuda.given.has_regions_elsewhere || self.has_regions();
        !self.cuda.given.without.contains(&Optimisation::Arrays)
            && (!reach.functions.is_empty() || has_regions())
            && self.is_handed_on(symbol)
    }

    /// The type of a variable as its declaration has it.
    pub(super) fn type_of_declaration(&self, symbol: SymbolId) -> Option<Type> {
        let declaration = self.scopes.get(symbol);
        self.type_at(&declaration.name, self.after_declarator(declaration.token))
    }

    /// Whether a large array's address is handed on.
    pub(super) fn is_handed_on(&self, symbol: SymbolId) -> bool {
        let Some(mut ty) = self.type_of_declaration(symbol) else {
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
        self.uses_of_symbol(symbol).any(|reference| self.hands_on(reference, dimensions))
    }

    /// Whether a use of an array makes a pointer of it: it has not all its subscripts, or `&` is in front.
    fn hands_on(&self, reference: &Reference, dimensions: usize) -> bool {
        match self.in_front_of(reference).map(|left| self.tokens[left].kind) {
            Some(kind::SIZEOF) => return false,
            Some(kind::AND) => return true,
            _ => {}
        }
        self.behind_subscripts(reference.token).1 < dimensions
    }

    /// The variables of the file's scope, and those that functions declare `extern`, by name.
    pub(super) fn variables_of_file(&self) -> HashMap<String, Vec<(SymbolId, &DeclInfo)>> {
        let mut found: HashMap<String, Vec<(SymbolId, &DeclInfo)>> = HashMap::new();
        for (symbol, declaration) in self.scopes.all() {
            if declaration.is_variable() && (declaration.depth == 0 || declaration.is_extern) {
                found.entry(declaration.name.clone()).or_default().push((symbol, declaration));
            }
        }
        found
    }

    /// Whether one of some declarations is a definition.
    pub(super) fn is_defined_among(&self, declarations: &Declarations<'_>) -> bool {
        declarations.iter().any(|&(symbol, found)| !found.is_extern || self.has_initialiser(symbol))
    }

    /// The arrays that are asked for and declared in a way that can be changed.
    fn large_arrays(&self, is_own: impl Fn(&Declarations<'_>) -> bool) -> HashMap<String, Candidate> {
        let is_plain = |&(symbol, declaration): &(SymbolId, &DeclInfo)| {
            declaration.depth == 0
                && !self.is_system(declaration.token)
                && matches!(self.tokens.origin(declaration.token), Origin::File | Origin::Header { .. })
                && self.is_declared_plainly(symbol)
        };
        // An initialiser is left where it stands, and only the file's own text can be changed there.
        let initialised = |declarations: &Declarations<'_>| -> Vec<usize> {
            let found = declarations.iter().filter(|(symbol, _)| self.has_initialiser(*symbol));
            found.map(|(_, declaration)| declaration.token).collect()
        };
        let is_worth_it = |name: &str, declarations: &Declarations<'_>| {
            let symbols = declarations.iter().map(|&(symbol, _)| symbol);
            self.type_at(name, self.tokens.len() - 1).is_some_and(|ty| self.is_worth_it(&ty, symbols))
        };
        let is_changeable = |name: &str, declarations: &Declarations<'_>| match initialised(declarations)[..]
        {
            [] => is_worth_it(name, declarations),
            [token] => {
                let is_in_file = self.tokens.origin(token) == Origin::File;
                let is_once = declarations.len() == 1 || !self.cuda.given.is_single;
                is_in_file && is_once && is_worth_it(name, declarations)
            }
            _ => false,
        };
        self.variables_of_file()
            .into_iter()
            .filter(|(name, declarations)| {
                is_own(declarations) && declarations.iter().all(is_plain) && is_changeable(name, declarations)
            })
            .map(|(name, declarations)| {
                let first = declarations.iter().map(|(_, declaration)| declaration.token).min().unwrap_or(0);
                let candidate = Candidate {
                    first,
                    initialised: initialised(&declarations).first().copied(),
                    is_defined: self.is_defined_among(&declarations),
                    is_static: declarations.iter().any(|(_, declaration)| declaration.is_static),
                    symbols: declarations.into_iter().map(|(symbol, _)| symbol).collect(),
                };
                (name, candidate)
            })
            .collect()
    }

    /// The variables that `atomic` and `critical` constructs update: threads do so one after the other. Of an array or a
    /// structure any use in a `critical` construct counts, since functions may change what they are handed.
    pub(super) fn contended_variables(&self) -> HashSet<SymbolId> {
        let is_followed = |reference: &Reference| {
            let before = self.tokens.visible_before(reference.token);
            before.is_some_and(|before| self.tokens[before].kind == kind::STAR)
        };
        let is_updated = |reference: &&Reference| {
            self.is_aggregate(reference) || self.may_change_at(reference) && !is_followed(reference)
        };
        let mut found = HashSet::new();
        for construct in self.cuda.functions.iter().flat_map(super::definitions::Function::constructs) {
            construct.walk(&mut |inner: &Construct| {
                let (tokens, most) = match inner.kind {
                    ConstructKind::Atomic => match self.atomic(inner) {
                        // What comes first is updated.
                        Some(Atomic { target, change: Some(_), .. }) => (target, 1),
                        _ => return,
                    },
                    ConstructKind::Critical => (inner.body.clone(), usize::MAX),
                    _ => return,
                };
                let references = self.references_in(&tokens).iter().take(most).filter(is_updated);
                found.extend(references.filter_map(|reference| reference.symbol));
            });
        }
        found
    }

    pub(super) fn is_aggregate(&self, reference: &Reference) -> bool {
        let ty = reference.symbol.and_then(|symbol| self.type_of_declaration(symbol));
        ty.is_some_and(|ty| matches!(ty.kind, Kind::Array { .. } | Kind::Record(_)))
    }

    /// Whether a variable of this type, which these declare, is better off in the heap.
    fn is_worth_it(&self, ty: &Type, symbols: impl IntoIterator<Item = SymbolId>) -> bool {
        let is_contended = symbols.into_iter().any(|symbol| self.cuda.decided.contended.contains(&symbol));
        if is_contended { self.is_movable_type(ty, 1) } else { self.is_large_type(ty) }
    }

    pub(super) fn is_large_type(&self, ty: &Type) -> bool {
        matches!(ty.kind, Kind::Array { .. }) && self.is_movable_type(ty, LEAST)
    }

    fn is_movable_type(&self, ty: &Type, least: u64) -> bool {
        let mut element = ty;
        while let Kind::Array { of, .. } = &element.kind {
            element = of;
        }
        // A constant of the file is not the same in C++.
        let may_change = !(self.cuda.given.is_single && element.qualifiers.constant);
        may_change && self.types().size_of(ty).is_some_and(|size| size >= least)
    }

    fn has_initialiser(&self, symbol: SymbolId) -> bool {
        let behind = self.after_declarator(self.scopes.get(symbol).token);
        self.tokens[behind].kind == kind::ASSIGN
    }

    /// Whether a variable has no attributes, no alignment and the like, and is one for all threads.
    fn is_declared_plainly(&self, symbol: SymbolId) -> bool {
        let name = self.scopes.get(symbol).token;
        let is_plain = |index: usize| {
            !matches!(
                self.tokens[index].kind,
                kind::ATTRIBUTE | kind::ALIGNAS | kind::ASM | kind::THREAD_LOCAL | kind::THREAD_LOCAL_GNU
            )
        };
        self.threadprivate.directive(symbol, &self.scopes).is_none()
            && self.tokens_of_declaration(name).is_some_and(|mut tokens| tokens.all(is_plain))
            && !self.has_alias(self.tokens.text(name))
    }

    /// The declaration that a name is declared in.
    pub(super) fn tokens_of_declaration(&self, name: usize) -> Option<Tokens> {
        // Around those in function bodies there are others, which are complete later.
        let from = self.cuda.declarations.partition_point(|found| *found.range.end() < name);
        let mut declarations = self.cuda.declarations[from..].iter();
        Some(declarations.find(|found| found.range.contains(&name))?.range.clone())
    }

    /// The variables that regions, and functions of the device, name.
    pub(super) fn used_on_device(&self, reach: &Reach) -> HashSet<SymbolId> {
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
        let locals = self.cuda.declarations.iter().filter(|found| found.is_local && found.is_static);
        let mut locals: Vec<Tokens> = locals.map(|found| found.range.clone()).collect();
        locals.sort_by_key(|range| *range.start());
        // One may stand in another, in a statement that is an expression: it is the outer one that begins first.
        locals.dedup_by(|later, earlier| later.end() <= earlier.end());
        let is_static = |token: usize| {
            let after = locals.partition_point(|range| *range.start() <= token);
            after.checked_sub(1).is_some_and(|number| locals[number].contains(&token))
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
        let mut named = self.names_pasted();
        if self.cuda.decided.keeps_directives {
            // A directive has names, and no expressions.
            named.extend(self.names_in_directives());
            fixed.extend(self.named_by_constructs());
        }
        if !named.is_empty() {
            let declared = self.scopes.all().filter(|(_, found)| named.contains(&*found.name));
            fixed.extend(declared.map(|(symbol, _)| symbol));
        }
        fixed
    }

    /// What directives that stay name although no list does: the variables that count their loops, and what `target` regions use that
    /// the C compiler may make a copy of, which are scalars, and with `defaultmap` all (OpenMP 5.2, section 5.8.1).
    fn named_by_constructs(&self) -> HashSet<SymbolId> {
        let mut found = HashSet::new();
        for construct in
            self.cuda.functions.iter().flat_map(|function| function.constructs().chain(&function.on_host))
        {
            construct.walk(&mut |inner: &Construct| {
                let is_target = inner.written.has_leaf("target");
                let written = || Written::at(self.tokens, *inner.directive.start());
                let copies_all = is_target && written().is_some_and(|written| written.has("defaultmap"));
                let is_copied = |used: &Reference| is_target && (copies_all || !self.is_aggregate(used));
                let used = self.references_in(&inner.tokens).iter();
                let named = used.filter(|used| inner.is_loop_variable(&used.name) || is_copied(used));
                found.extend(named.filter_map(|reference| reference.symbol));
            });
        }
        found
    }

    /// The names in arguments of macros that became a part of a string or of another name. They may come to `#` or `##` as what they
    /// stand for by then: one macro hands them on to another.
    fn names_pasted(&self) -> HashSet<&str> {
        let mut found = HashSet::new();
        let given = &self.cuda.given;
        let is_of_header =
            |name: &str| given.header_macros.contains(name) && !given.system_macros.contains(name);
        let is_macro = |name: &str| self.directives.macro_named(name).is_some() || is_of_header(name);
        // What a header's macro does is not known. One that hands nothing on makes text of what was typed.
        let hands_on = |name: &str| match self.directives.macro_named(name) {
            Some(definition) => definition.names().any(is_macro),
            None => is_of_header(name),
        };
        for invocation in self.tokens.invocations() {
            let typed: HashSet<&str> =
                invocation.typed.clone().map(|index| self.tokens.text(index)).collect();
            if !typed.iter().any(|name| hands_on(name)) {
                continue;
            }
            let names = || typed.iter().copied().filter(|text| is_name(text));
            for made in invocation.made.clone().filter(|&made| !typed.contains(self.tokens.text(made))) {
                let text = self.tokens.text(made);
                match self.tokens[made].kind {
                    kind::STRING_LITERAL => {
                        let words = || text.split(|c: char| c != '_' && !c.is_alphanumeric());
                        found.extend(names().filter(|name| words().any(|word| word == *name)));
                    }
                    kind::IDENTIFIER => {
                        found.extend(names().filter(|name| text.starts_with(name) || text.ends_with(name)));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    fn names_in_directives(&self) -> HashSet<&str> {
        let mut names = HashSet::new();
        let mut is_inside = false;
        for index in 0..self.tokens.len() {
            match self.tokens[index].kind {
                kind::PRAGMA_OMP => is_inside = true,
                kind::NEW_LINE => is_inside = false,
                kind::IDENTIFIER if is_inside => drop(names.insert(self.tokens.text(index))),
                _ => {}
            }
        }
        names
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c == '_' || c.is_alphabetic())
}

/// The variable that has the initialiser of an array in the heap.
pub(super) fn image_of(pointer: &str) -> String {
    format!("{IMAGE}{}", pointer.strip_prefix(POINTER).unwrap_or(pointer))
}

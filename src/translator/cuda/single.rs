//! The single file: the host's text in C++.
//!
//! The author's text is bridged as a whole, as regions are for the device; it
//! stands at the file's scope, with C's linkage, behind what the system's headers
//! declare. So names that these have taken get others, and what C lets a program
//! declare twice, late or never is declared once, and in time. What cannot be had
//! in C++ is refused: a pair has it.

mod lines;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::super::constructs::cannot_be_written_in;
use super::super::cplusplus::{OTHER_NAME, UNREACHED_END, type_name};
use super::super::{File, Writer};
use super::capture::has_pointers_to_variable;
use super::library;
use super::reach::Reach;
use crate::c::symbols::{DeclInfo, SymbolId};
use crate::c::{Difference, Kind, Meaning, Naming, Style, Types};
use crate::codegen::cuda::device_file::NAMESPACE;
use crate::codegen::cuda::host_file::{Entry, What};
use crate::diagnostics::Diagnostic;
use crate::openmp::ConstructKind;
use crate::openmp::constructs::Tokens;
use crate::openmp::routines;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::directives::{self, Directive};
use crate::syntax::generated::open_mpc as kind;
use crate::translator::cuda_names::{OWN_NAME, own_name};

const RULE: &str = "translation_unit";

const PAIR_HELPS: &str = "`--layout pair` leaves the host's text C, for a C compiler";

/// Headers that are something else in C++, and hold what C++ has not.
const C_HEADERS: &[&str] = &["complex.h", "tgmath.h", "stdatomic.h"];

/// What headers declare that the runtime includes, and CUDA: `library.txt` has the
/// rest. Those of math.h have a second form that ends in `f` or `l`.
static TAKEN: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| include_str!("taken.txt").split_ascii_whitespace().collect());

/// Operators of C++ that are words (C++17 5.5): its preprocessor takes them for no names.
const OPERATORS: &[&str] =
    &["and", "and_eq", "bitand", "bitor", "compl", "not", "not_eq", "or", "or_eq", "xor", "xor_eq"];

/// Words of types that C++ has not.
const FOREIGN_TYPES: &[&str] =
    &["_Atomic", "_Complex", "__complex__", "_Decimal128", "_Decimal32", "_Decimal64", "_Imaginary"];

/// Whether the C library's headers declare a name.
fn is_taken(name: &str) -> bool {
    let is_listed = |name: &str| library::form(name).is_some() || TAKEN.contains(name);
    is_listed(name) || name.strip_suffix(['f', 'l']).is_some_and(is_listed)
}

/// Whether something of the program's cannot have a name at the file's scope: the headers, or CUDA's, which have whole
/// families of names, may have it.
fn is_in_headers(name: &str) -> bool {
    const FAMILIES: &[&str] = &["__", "cuda", "atomic", "make_"];
    is_taken(name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

impl File<'_> {
    /// Whether the file has anything to translate.
    pub(super) fn has_work(&self, reach: &Reach) -> bool {
        let mut functions = self.cuda.functions.iter().filter(|function| !function.in_header);
        let has_pragmas = functions.any(|function| function.has_directives());
        has_pragmas || !self.cuda.hints.is_empty() || !reach.functions.is_empty()
    }

    // Names -------------------------------------------------------------------

    /// The name of something of the file's scope that headers of the runtime's
    /// have taken; the device's namespace is one.
    pub(in super::super) fn own_name_in_single(&self, name: &str) -> Option<String> {
        if !self.cuda.given.is_single {
            return None;
        }
        let is_taken = name == NAMESPACE || is_in_headers(name) && self.is_defined(name);
        is_taken.then(|| format!("{OWN_NAME}{name}")).or_else(|| (self.names_in_single)(name, false))
    }

    /// What types are called whose names the headers have taken, too.
    pub(super) fn naming_in_single(&self) -> Box<Naming<'static>> {
        let (tags, typedefs) = self.types_of_program();
        Box::new(move |name, is_tag| {
            let own = if is_tag { &tags } else { &typedefs };
            let is_taken = name == NAMESPACE || is_in_headers(name) && own.contains(name);
            type_name(name, is_tag).or_else(|| is_taken.then(|| format!("{OWN_NAME}{name}")))
        })
    }

    /// The tags and typedefs that the file, or a header of the program, defines.
    fn types_of_program(&self) -> (FxHashSet<String>, FxHashSet<String>) {
        let types = self.types();
        let declarations = self.cuda.declarations.iter().filter(|found| !found.is_system);
        let defined = declarations.clone().flat_map(|found| types.defined_in(&found.range));
        let tags = defined.filter_map(|ty| match ty.kind {
            Kind::Record(id) => types.record(id).tag.as_deref().map(str::to_owned),
            Kind::Enumeration(id) => types.enumeration(id).tag.as_deref().map(str::to_owned),
            _ => None,
        });
        let typedefs = declarations.filter(|found| found.is_typedef).flat_map(|found| &found.symbols);
        let typedefs = typedefs.map(|&symbol| self.scopes.get(symbol).name.clone());
        (tags.collect(), typedefs.collect())
    }

    /// Whether a function is the C library's, or one of OpenMP's routines.
    fn is_of_headers(&self, name: &str) -> bool {
        (is_taken(name) || routines::find(name).is_some()) && !self.is_defined(name)
    }

    /// Whether the file, or a header of the program, defines something of this
    /// name.
    fn is_defined(&self, name: &str) -> bool {
        self.cuda.function_named(name).is_some()
            || self
                .scopes
                .named(name)
                .any(|(_, found)| found.depth == 0 && found.is_variable() && !found.is_extern)
            || self
                .types()
                .lookup(name, self.tokens.len() - 1)
                .is_some_and(|found| matches!(found.meaning, Meaning::Enumerator { .. }))
    }

    /// What the host's text calls something of the file's scope.
    pub(super) fn name_on_host(&self, name: &str) -> String {
        let own = || own_name(name).or_else(|| self.own_name_in_single(name));
        // A macro of the runtime's stands for what the C library has.
        let reserved = self.cplusplus_name(name).filter(|_| !is_taken(name) || self.is_defined(name));
        reserved.or_else(own).unwrap_or_else(|| name.to_owned())
    }

    /// What the host's text calls a variable.
    pub(super) fn variable_on_host(&self, symbol: SymbolId, name: &str) -> String {
        let name = self.cuda.decided.name_of(symbol, name);
        match self.scopes.get(symbol).depth {
            _ if !self.cuda.given.is_single => name.to_owned(),
            0 => self.name_on_host(name),
            _ => self.cplusplus_name(name).unwrap_or_else(|| name.to_owned()),
        }
    }

    /// The entries of the table under the names that the host's text has.
    pub(super) fn entries_of_host(&self, entries: Vec<Entry>) -> Vec<Entry> {
        let on_host = |what| match what {
            What::Variable(name) => What::Variable(self.name_on_host(&name)),
            What::ThreadLocal(name) => What::ThreadLocal(self.name_on_host(&name)),
            // The C library's keep their names.
            What::Function(name) if library::form(&name).is_some() && !self.is_defined(&name) => {
                What::Function(name)
            }
            What::Function(name) => What::Function(self.name_on_host(&name)),
            What::HeapArray(array) => What::HeapArray(array),
            What::Text(text) => What::Text(text),
        };
        entries.into_iter().map(|entry| Entry { what: on_host(entry.what), ..entry }).collect()
    }

    /// Whether a range is the file's own text.
    fn is_typed(&self, range: &Tokens) -> bool {
        !self.tokens.is_in_header(*range.start())
    }

    /// Whether a variable of the file is `const`.
    fn is_constant(&self, symbol: SymbolId) -> bool {
        let found = self.scopes.get(symbol);
        let mut ty = self.type_at(&found.name, self.tokens.len() - 1);
        while let Some(Kind::Array { of, .. }) = ty.as_ref().map(|ty| &ty.kind) {
            ty = Some((**of).clone());
        }
        found.is_variable() && ty.is_some_and(|ty| ty.qualifiers.constant)
    }

    /// `__STDC_VERSION__` for the host's part, if the file asks for it: C++ has no such macro.
    fn standard(&self) -> Option<(String, String)> {
        const NAME: &str = "__STDC_VERSION__";
        let asks = |index: usize| {
            let is_typed = self.tokens.origin(index) == Origin::File;
            let text = self.tokens.text(index);
            is_typed && (text == NAME || text.starts_with('#') && text.contains(NAME))
        };
        let version = self.cuda.given.c_version.clone()?;
        (0..self.tokens.len()).any(asks).then(|| (NAME.to_owned(), version))
    }
}

impl Writer<'_, '_> {
    /// Makes all of the host's text C++.
    pub(super) fn bridge_host(&mut self) {
        let all = 0..=self.file.tokens.len().saturating_sub(1);
        let differences = self.file.types().differences(&all);
        self.refuse_in_single(&differences);
        self.refuse_tags_in_single();
        self.refuse_variable_arrays();
        self.refuse_promoted_parameters();
        if self.file.cuda.decided.keeps_directives {
            self.refuse_updates_in_single();
            self.refuse_arrays_in_lists();
        }
        self.bridge_differences(&differences, &all, false);
        self.return_int_from_main(&differences);
        self.unqualify_results();
        self.runtimes_own_names();
        self.declare_before_calls();
        self.drop_library_declarations();
        self.open_empty_lists();
        self.define_once();
        self.show_constants();
        self.decide_conditions();
        self.leave_linkage();
        self.define_anew();
        self.space_definitions();
        self.refuse_headers();
    }

    /// `gpump_malloc` and its kin are the device's in the runtime's headers, `malloc` and its kin the host's
    /// (`gpump_single.h`).
    fn runtimes_own_names(&mut self) {
        let uses = self.file.references.iter().filter(|reference| reference.symbol.is_none());
        let found: Vec<_> = uses
            .filter_map(|reference| {
                let plain = reference.name.strip_prefix("gpump_")?;
                let is_heaps = matches!(plain, "malloc" | "calloc" | "realloc" | "free");
                is_heaps.then(|| (reference.clone(), plain.to_owned()))
            })
            .collect();
        for (reference, text) in found {
            self.out.rewrite_use(&reference, text, false, "the host's function");
        }
    }

    // Declarations ------------------------------------------------------------

    /// `void main`, and the statements that return from it.
    fn return_int_from_main(&mut self, differences: &[Difference]) {
        const REASON: &str = "in C++ `main` returns an int";
        let file = self.file;
        let mains = differences.iter().filter_map(|difference| match difference {
            Difference::Definition(found) if found.returns.is_void() => Some(found),
            _ => None,
        });
        for main in mains.filter(|found| file.tokens.text(found.name) == "main") {
            let declared = file.scopes.named("main").filter_map(|(_, found)| {
                let word = file.tokens.visible_before(found.token)?;
                Some((found.token, word))
            });
            let is_written_out = |word: usize| {
                file.tokens[word].kind == kind::VOID && file.tokens.origin(word) == Origin::File
            };
            if let Some((name, _)) = declared.clone().find(|&(_, word)| !is_written_out(word)) {
                self.refuse_single(&(name..=name), REASON.to_owned());
                return;
            }
            for (_, word) in declared {
                self.out.host.replace(word..=word, "int".to_owned(), RULE, REASON);
            }
            let end = file.tokens.partner(main.body).unwrap_or(main.body);
            let has_value = |index: usize| {
                file.tokens
                    .visible_from(index + 1)
                    .is_some_and(|next| file.tokens[next].kind != kind::SEMICOLON)
            };
            for index in (main.body..=end).filter(|&index| file.tokens[index].kind == kind::RETURN) {
                if file.tokens[index].is_visible() && !has_value(index) {
                    self.out.host.replace(index..=index, "return 0".to_owned(), RULE, REASON);
                }
            }
        }
    }

    /// Functions that the file alone declares return no `const` values: pointers to them would be of other types.
    fn unqualify_results(&mut self) {
        let all = || self.file.scopes.all().map(|(_, found)| found).filter(|found| found.is_function());
        let in_headers = all().filter(|found| self.file.tokens.is_in_header(found.token));
        let in_headers: FxHashSet<&str> = in_headers.map(|found| found.name.as_str()).collect();
        let own = all().filter(|found| !in_headers.contains(found.name.as_str()));
        let names: Vec<usize> = own.map(|found| found.token).collect();
        self.unqualified_results(&names);
    }

    /// C90 lets a program call a function that is declared further down, or
    /// nowhere. It is declared in front of its first caller.
    fn declare_before_calls(&mut self) {
        let mut declared: BTreeSet<String> = BTreeSet::new();
        let mut found: Vec<(usize, String)> = Vec::new();
        for reference in self.file.references.iter().filter(|found| found.called && found.symbol.is_none()) {
            let name = &reference.name;
            let is_known =
                library::is_builtin(name) || name.starts_with("gpump_") || self.file.is_of_headers(name);
            let Some(caller) = self.file.cuda.function_at(reference.token) else { continue };
            if is_known || !declared.insert(name.clone()) {
                continue;
            }
            let on_host = self.file.name_on_host(name);
            let text = match self.file.cuda.function_named(name) {
                Some(number) => {
                    let function = &self.file.cuda.functions[number];
                    let ty = self.file.type_of_function(function);
                    let prototype =
                        ty.filter(|ty| ty.function().is_some_and(|found| found.style == Style::Prototype));
                    let declaration = prototype.and_then(|ty| self.file.cplusplus_type(&ty, &on_host, false));
                    let storage = if function.is_static { "static " } else { "" };
                    let declaration = declaration
                        .unwrap_or_else(|| self.file.scopes.get(function.symbol).ty.declare(&on_host));
                    format!("{storage}{declaration};\n")
                }
                None => format!("int {on_host}(...);\n"),
            };
            found.push((*self.file.cuda.functions[caller].range.start(), text));
        }
        for (start, text) in found {
            self.out.host.insert_before(
                start,
                text,
                RULE,
                "C++ wants functions declared before they are called",
            );
        }
    }

    /// The program's own declarations of functions of the C library and of OpenMP: the headers
    /// have been read, and C++ takes no other.
    fn drop_library_declarations(&mut self) {
        let is_library = |translator: &Self, symbol: &SymbolId| {
            let found = translator.file.scopes.get(*symbol);
            found.is_function() && translator.file.is_of_headers(&found.name)
        };
        let declarations =
            || self.file.cuda.declarations.iter().filter(|found| !found.is_typedef && !found.is_system);
        let is_of_library = |symbol: &SymbolId| is_library(self, symbol);
        // One says enough: the others come with it.
        let with_own_type = declarations().find_map(|found| {
            let mut functions = found.symbols.iter().filter(|symbol| is_of_library(symbol));
            let function = *functions.find(|&&symbol| self.file.own_type_of_library(symbol).is_some())?;
            Some((found.range.clone(), &self.file.scopes.get(function).name))
        });
        let ranges: Vec<Tokens> = declarations()
            .filter(|found| self.file.is_typed(&found.range) && !found.symbols.is_empty())
            .filter(|found| found.symbols.iter().all(is_of_library))
            .map(|found| found.range.clone())
            .collect();
        if let Some((range, name)) = with_own_type {
            self.refuse_single(&range, format!("the runtime's headers declare `{name}` with another type"));
        }
        let reason = "the C library's header declares it";
        for range in ranges {
            let tokens = self.file.tokens;
            if range.clone().all(|index| tokens[index].kind != kind::DIRECTIVE) {
                self.out.host.replace(range, ";".to_owned(), RULE, reason);
                continue;
            }
            // The preprocessor's lines in it stay.
            let end = *range.end();
            for index in range.filter(|&index| tokens[index].is_visible()) {
                let text = if index == end { ";" } else { "" };
                self.out.host.replace(index..=index, text.to_owned(), RULE, reason);
            }
        }
    }

    /// In C `()` says nothing of the parameters of a function that is defined
    /// elsewhere. With C's linkage `(...)` says so: the arguments are passed in the
    /// same way.
    fn open_empty_lists(&mut self) {
        let mut lists: Vec<Tokens> = Vec::new();
        let mut unknown: BTreeSet<SymbolId> = BTreeSet::new();
        for declaration in
            self.file.cuda.declarations.iter().filter(|found| !found.is_typedef && !found.is_system)
        {
            for &symbol in &declaration.symbols {
                let found = self.file.scopes.get(symbol);
                let open = self.file.tokens.visible_from(found.token + 1);
                let close = open.and_then(|open| self.file.tokens.visible_from(open + 1));
                let (Some(open), Some(close)) = (open, close) else { continue };
                let is_empty = self.file.tokens[open].kind == kind::LEFT_PAREN
                    && self.file.tokens[close].kind == kind::RIGHT_PAREN;
                // Where the file says the parameters, they are written between the parentheses.
                let is_declared_elsewhere = || {
                    self.file.is_defined(&found.name)
                        || self.file.is_of_headers(&found.name)
                        || self.file.is_prototyped(&found.name)
                };
                if !is_empty || !found.is_function() || is_declared_elsewhere() {
                    continue;
                }
                match self.file.tokens.is_in_header(found.token) {
                    true => drop(unknown.insert(symbol)),
                    false => lists.push(open..=close),
                }
            }
        }
        let reason = "in C++ `()` says that there are no parameters";
        for list in lists {
            self.out.host.replace(list, "(...)".to_owned(), RULE, reason);
        }
        // A header's declaration stays; the calls say it.
        let is_unknown = |symbol: Option<SymbolId>| symbol.is_some_and(|symbol| unknown.contains(&symbol));
        let calls: Vec<_> = self
            .file
            .references
            .iter()
            .filter(|reference| reference.called && is_unknown(reference.symbol))
            .cloned()
            .collect();
        for reference in calls {
            let returned = self
                .file
                .type_at(&reference.name, reference.token)
                .and_then(|ty| ty.function().map(|found| found.returns.clone()));
            let Some(ty) = returned.and_then(|ty| self.file.cplusplus_type(&ty, "(*)(...)", false)) else {
                continue;
            };
            let text = format!("(({ty}){})", self.file.name_on_host(&reference.name));
            self.out.rewrite_use(&reference, text, false, reason);
        }
    }

    /// A variable without an initialiser may be declared many times in C
    /// (C17 6.9.2, 2), and once in C++.
    fn define_once(&mut self) {
        // By name: the declaration, whether it has an initialiser, whether it is static.
        let mut all: BTreeMap<&str, Vec<(usize, bool, bool)>> = BTreeMap::new();
        // What is behind the declarators of constants, and no initialiser.
        let mut bare: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, declaration) in self.file.cuda.declarations.iter().enumerate() {
            if declaration.is_local
                || declaration.is_typedef
                || declaration.is_extern
                || declaration.is_system
            {
                continue;
            }
            for &symbol in &declaration.symbols {
                let found = self.file.scopes.get(symbol);
                if found.is_variable() {
                    let behind = self.file.after_declarator(found.token);
                    let has_value = self.file.tokens[behind].kind == kind::ASSIGN;
                    let is_static = declaration.is_static;
                    if !has_value && self.file.is_constant(symbol) {
                        bare.insert(&found.name, behind);
                    }
                    all.entry(&found.name).or_default().push((number, has_value, is_static));
                }
            }
        }
        // The declarations that are not the definition.
        let mut extra: BTreeMap<usize, usize> = BTreeMap::new();
        let mut problems = Vec::new();
        for (name, declarations) in all.iter().filter(|(_, declarations)| declarations.len() > 1) {
            let is_static = declarations.iter().any(|(.., is_static)| *is_static);
            let plain = if is_static { 0 } else { declarations.len() - 1 };
            let definition = declarations.iter().position(|(_, has_value, _)| *has_value).unwrap_or(plain);
            for (at, (number, ..)) in declarations.iter().enumerate().filter(|(at, _)| *at != definition) {
                *extra.entry(*number).or_default() += 1;
                if is_static && at < definition {
                    problems
                        .push((*number, format!("C++ cannot declare the static variable `{name}` twice")));
                }
            }
        }
        let once = bare.iter().filter(|(name, _)| all[*name].len() == 1);
        let values: Vec<usize> = once.map(|(_, &behind)| behind).collect();
        let mut edits = Vec::new();
        for (number, count) in extra {
            let declaration = &self.file.cuda.declarations[number];
            if count < declaration.symbols.len() {
                problems.push((number, "C++ cannot declare a variable twice".to_owned()));
            } else if declaration.is_static {
                edits.push((declaration.range.clone(), true));
            } else {
                edits.push((declaration.range.clone(), false));
            }
        }
        for (number, message) in problems {
            let range = self.file.cuda.declarations[number].range.clone();
            self.refuse_single(&range, message);
        }
        for behind in values {
            self.out.host.insert_before(behind, " = {}".to_owned(), RULE, "C++ wants a value for a constant");
        }
        for (range, is_dropped) in edits {
            let reason = "C++ takes one definition of a variable";
            match is_dropped {
                true => self.out.host.replace(range, String::new(), RULE, reason),
                false => self.out.host.insert_before(*range.start(), "extern ".to_owned(), RULE, reason),
            }
        }
    }

    /// A constant of the file is seen by other files in C, and not in C++.
    fn show_constants(&mut self) {
        let starts: Vec<usize> = self
            .file
            .cuda
            .declarations
            .iter()
            .filter(|found| !found.is_local && !found.is_static && !found.is_extern && !found.is_typedef)
            .filter(|found| self.file.is_typed(&found.range) && !found.symbols.is_empty())
            .filter(|found| found.symbols.iter().all(|&symbol| self.file.is_constant(symbol)))
            .map(|found| *found.range.start())
            .collect();
        for start in starts {
            self.out.host.insert_before(start, "extern ".to_owned(), RULE, "a constant that other files see");
        }
    }

    // What is refused ---------------------------------------------------------

    fn refuse_single(&mut self, range: &Tokens, message: String) {
        let error = Diagnostic::error("E0412", message, self.file.tokens.span(range)).help(PAIR_HELPS);
        self.out.diagnostics.push(error);
    }

    /// Types whose tags hide variables in C++.
    fn refuse_tags_in_single(&mut self) {
        let tokens = self.file.tokens;
        let visible: Vec<usize> = (0..tokens.len()).filter(|&index| tokens[index].is_visible()).collect();
        let is_type =
            |at: &usize| matches!(tokens[visible[*at]].kind, kind::STRUCT | kind::UNION | kind::ENUM);
        let hides = |at: &usize| is_type(at) && self.file.hides_variable(&visible[*at..]);
        for at in (0..visible.len()).filter(hides).collect::<Vec<_>>() {
            let tag = visible[at + 1];
            self.refuse_single(
                &(tag..=tag),
                "in C++ the type's name hides the variable that has it, too".to_owned(),
            );
        }
    }

    /// Arrays of variable length, which are objects of a class in C++: pointers to them that lie in memory are larger, and they
    /// themselves lie in the heap.
    fn refuse_variable_arrays(&mut self) {
        let problem = |(symbol, found): (SymbolId, &DeclInfo)| {
            let is_own = found.is_variable() && !self.file.is_system(found.token);
            let ty = is_own.then(|| self.file.type_of_declaration(symbol)).flatten()?;
            if has_pointers_to_variable(&ty) {
                let message =
                    "pointers to arrays of variable length are larger in C++, and lie in memory here";
                return Some((found.token, message));
            }
            let behind = self.file.after_declarator(found.token);
            self.file.alignment_in_heap(&found.name, behind, &ty)?;
            Some((found.token, "an array of variable length has no such alignment in C++"))
        };
        for (token, message) in self.file.scopes.all().filter_map(problem).collect::<Vec<_>>() {
            self.refuse_single(&(token..=token), message.to_owned());
        }
    }

    /// Functions that pointers without a prototype call: C++ has none.
    fn refuse_promoted_parameters(&mut self) {
        let own = self.file.cuda.functions.iter().enumerate().filter(|(_, found)| !found.is_system);
        let promoted = own.filter(|(number, _)| self.file.has_promoted_parameter(*number));
        for name in promoted.map(|(_, found)| found.name_token).collect::<Vec<_>>() {
            let message = "a pointer calls this with a `double`, and C++ takes a `float`";
            self.refuse_single(&(name..=name), message.to_owned());
        }
    }

    /// Updates in directives that stay and that C++ asks a cast in: `atomic` has no form with one.
    fn refuse_updates_in_single(&mut self) {
        let mut found: Vec<Tokens> = Vec::new();
        for function in &self.file.cuda.functions {
            for construct in function.constructs().chain(&function.on_host) {
                construct.walk(&mut |inner| {
                    let is_cast = |found: &Difference| {
                        use Difference::{Compound, Conversion, Step};
                        matches!(found, Conversion(_) | Compound { .. } | Step { .. })
                    };
                    let is_changed = || self.file.types().differences(&inner.body).iter().any(is_cast);
                    if inner.kind == ConstructKind::Atomic && is_changed() {
                        found.push(inner.body.clone());
                    }
                });
            }
        }
        for range in found {
            self.refuse_single(&range, "C++ wants a cast in the update, and `atomic` allows none".to_owned());
        }
    }

    /// Arrays of variable length in the lists of directives that stay: there they are no arrays, and have no value without
    /// bounds.
    fn refuse_arrays_in_lists(&mut self) {
        const LISTS: &[&str] = &[
            "affinity",
            "aligned",
            "depend",
            "from",
            "has_device_addr",
            "in_reduction",
            "is_device_ptr",
            "lastprivate",
            "linear",
            "map",
            "private",
            "reduction",
            "task_reduction",
            "to",
            "use_device_addr",
            "use_device_ptr",
        ];
        let tokens = self.file.tokens;
        let pragmas = (0..tokens.len()).filter(|&index| tokens[index].kind == kind::PRAGMA_OMP);
        let mut found: Vec<usize> = Vec::new();
        for written in pragmas.filter_map(|pragma| Written::at(tokens, pragma)) {
            let lists = written.clauses().filter(|(word, _)| LISTS.contains(word));
            found.extend(lists.flat_map(|(_, clause)| written.names(clause)));
        }
        for token in found {
            let Some(ty) = self.file.type_at(tokens.text(token), token) else { continue };
            let behind = tokens.visible_from(token + 1);
            let is_section = behind.is_some_and(|behind| tokens[behind].kind == kind::LEFT_BRACKET);
            if ty.has_variable_bound() {
                let message = "this list takes no array of variable length in C++".to_owned();
                self.refuse_single(&(token..=token), message);
            } else if is_section && Types::is_variably_modified(&ty) {
                let message = "this list takes no part of an array of variable length in C++".to_owned();
                self.refuse_single(&(token..=token), message);
            }
        }
    }

    fn refuse_in_single(&mut self, differences: &[Difference]) {
        let mut found: Vec<(Tokens, String)> = Vec::new();
        for index in 0..self.file.tokens.len() {
            let text = self.file.tokens.text(index);
            let token = &self.file.tokens[index];
            if matches!(self.file.tokens.origin(index), Origin::Header { system: true, .. }) {
                continue;
            }
            if token.kind == kind::DIRECTIVE {
                let read = directives::read(text, token.span.start);
                if let Directive::Define(defined) = &read
                    && let mut names = defined.parameters.iter().flatten().chain([&defined.name])
                    && let Some(name) = names.find(|name| OPERATORS.contains(&name.as_str()))
                {
                    found.push((index..=index, format!("in C++ `{name}` is an operator, and no macro's")));
                }
                if let Directive::Include { header, .. } = read
                    && C_HEADERS.contains(&header.as_str())
                {
                    found.push((index..=index, format!("C++ has another <{header}>")));
                }
            } else if token.is_visible() && token.kind == kind::NESTED_BODY {
                let close = self.file.tokens.visible_before(index).unwrap_or(index);
                found.push((close..=close, "C++ has no functions inside functions".to_owned()));
            } else if token.is_visible() && FOREIGN_TYPES.contains(&text) && !self.is_only_declared(index) {
                found.push((index..=index, format!("C++ has no `{text}`")));
            }
        }
        for difference in differences {
            if let Difference::Literal(literal) = difference
                && literal.is_object
                && literal.block.is_none()
            {
                let message = "in C++ a compound literal is no object that lasts".to_owned();
                found.push((literal.tokens.clone(), message));
            }
            if let Difference::Declaration(declared) = difference
                && declared.is_bypassed
                && !declared.is_in_block
            {
                let message = "in C++ no jump goes into a loop that declares its variable".to_owned();
                found.push((declared.name..=declared.name, message));
            }
        }
        let mut seen = HashSet::new();
        let wide = self.file.types().wide_bit_fields();
        for index in 0..self.file.tokens.len() {
            let token = &self.file.tokens[index];
            let is_member = token.is_visible() && matches!(token.kind, kind::DOT | kind::ARROW);
            if !is_member || self.file.tokens.is_in_header(index) {
                continue;
            }
            let name = self.file.next_visible(index);
            if seen.insert(name) && wide.contains(self.file.tokens.text(name)) {
                let message = "C computes a bit-field wider than 32 bits in its own width, C++ as a `long`";
                found.push((name..=name, message.to_owned()));
            }
        }
        for (range, message) in found {
            self.refuse_single(&range, message);
        }
    }

    /// Whether something of complex type is declared here, which compilers for C++ take, too, and is not computed with.
    fn is_only_declared(&self, index: usize) -> bool {
        matches!(self.file.tokens.text(index), "_Complex" | "__complex__")
            && self.file.cuda.function_at(index).is_none()
    }

    /// Headers of the program are read by the C++ compiler as they are, and those that it would not take are written into
    /// the file. Macros give the names in them that C++ has taken the form that they have in the file.
    fn refuse_headers(&mut self) {
        let mut first: HashMap<usize, (usize, &'static str)> = HashMap::new();
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for &(token, reason) in self.out.host.in_headers() {
            // The runtime's headers give these words a meaning; a missing `return` is no error.
            let is_taken_as_it_is =
                matches!(self.file.tokens.text(token), "restrict" | "_Bool") || reason == UNREACHED_END;
            let name = self.file.tokens.text(token);
            let is_name = reason == OTHER_NAME && self.file.name_on_host(name) != name;
            if let Origin::Header { include, system: false } = self.file.tokens.origin(token)
                && !is_taken_as_it_is
            {
                if is_name {
                    names.insert(name.to_owned(), self.file.name_on_host(name));
                    continue;
                }
                first.entry(include).or_insert((token, reason));
            }
        }
        self.out.written.header_names = names.into_iter().chain(self.file.standard()).collect();
        let tokens = self.file.tokens;
        let first = first.into_values().map(|(token, reason)| {
            let reason = format!("at `{}`: {reason}", tokens.text(token));
            (tokens.span(&(token..=token)), reason)
        });
        for (place, reason) in first.chain(self.file.cuda.given.other_headers.iter().cloned()) {
            let message = format!("the header is C and no C++, {reason}");
            let refused = Diagnostic::error("E0411", message, place);
            self.out.diagnostics.push(cannot_be_written_in(refused).help(PAIR_HELPS));
        }
    }
}

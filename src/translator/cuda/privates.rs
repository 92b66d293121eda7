//! The copies that a construct's clauses make (specification, section 2.8.3):
//! how they are declared, where they begin, and where they go.

use std::collections::HashMap;

use super::super::File;
use super::reduced::Reduced;
use crate::c::symbols::SymbolId;
use crate::c::{Kind, Type};
use crate::codegen::cuda;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, Sharing};
use crate::syntax::generated::open_mpc as kind;

/// A variable that a construct makes private.
#[derive(Clone, Debug)]
pub struct Private {
    pub symbol: Option<SymbolId>,
    pub name: String,
    pub ty: Type,
    /// The alignment that the original's declaration asks for.
    pub align: Option<u64>,
    pub first: bool,
    pub last: bool,
    /// Whether what goes back is the value of the last assignment, and not that of the last iteration.
    pub conditional: bool,
    /// The operator of its reduction, of a number by one of OpenMP's own.
    pub reduction: Option<String>,
    /// Any other reduction.
    pub reduced: Option<Box<Reduced>>,
    /// Whether each iteration begins with another value of it, with the step, if that is not 1.
    pub linear: Option<Option<Tokens>>,
    /// Whether it is the construct's loop variable.
    pub is_loop_variable: bool,
    /// Whether the original is volatile, or has volatile elements.
    pub is_volatile: bool,
}

impl Private {
    /// A copy of a variable that has nothing to do with the original.
    fn plain(name: &str, ty: &Type) -> Private {
        Private {
            symbol: None,
            name: name.to_owned(),
            ty: plain(ty),
            align: None,
            first: false,
            last: false,
            conditional: false,
            reduction: None,
            reduced: None,
            linear: None,
            is_loop_variable: false,
            is_volatile: ty.qualifiers.volatile,
        }
    }

    /// Whether the copy has anything to do with the original.
    pub fn needs_original(&self) -> bool {
        self.first || self.last || self.is_reduced() || self.has_rows()
    }

    /// Whether the last iteration's or section's value goes into the original.
    pub fn goes_back_at_last(&self) -> bool {
        self.last && !self.conditional
    }

    pub fn is_reduced(&self) -> bool {
        self.reduction.is_some() || self.reduced.is_some()
    }

    /// Whether it is an array of variable length, or a pointer to one, which
    /// has the original's bounds.
    pub fn has_rows(&self) -> bool {
        self.ty.has_variable_bound() || super::capture::is_pointer_to_variable(&self.ty)
    }
}

impl File<'_> {
    /// The private variables of a construct's clauses, each once.
    pub(super) fn privates(&self, construct: &Construct) -> Vec<Private> {
        let mut found: Vec<Private> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for item in &construct.clauses.items {
            let is_private = item.sharing == Sharing::Private || item.sharing.needs_original();
            if !is_private {
                continue;
            }
            let at = places.get(&*item.name).copied().unwrap_or_else(|| {
                let Some(ty) = self.type_at(&item.name, *construct.tokens.start()) else { return usize::MAX };
                places.insert(&item.name, found.len());
                found.push(Private {
                    symbol: item.symbol,
                    align: self.asked_alignment(&item.name, *construct.tokens.start(), &ty),
                    is_loop_variable: construct.is_loop_variable(&item.name),
                    ..Private::plain(&item.name, &ty)
                });
                found.len() - 1
            });
            let Some(private) = found.get_mut(at) else { continue };
            match &item.sharing {
                Sharing::Firstprivate => private.first = true,
                Sharing::Lastprivate => {
                    private.last = true;
                    let is_conditional = construct.clauses.conditional.contains(&item.token);
                    private.conditional |= is_conditional && !private.is_loop_variable;
                }
                Sharing::Linear(_) if private.is_loop_variable => private.last = true,
                Sharing::Linear(step) => {
                    (private.first, private.last) = (true, true);
                    private.linear = Some(step.clone());
                }
                Sharing::Reduction(operator) => {
                    private.reduced = self.reduced(item, operator, &private.ty).map(Box::new);
                    private.reduction = private.reduced.is_none().then(|| operator.clone());
                }
                _ => {}
            }
        }
        found
    }

    /// The alignment in bytes that the declaration of a variable, or its type's, asks for. Those of the elements of an
    /// array are not the array's.
    pub(super) fn asked_alignment(&self, name: &str, token: usize, ty: &Type) -> Option<u64> {
        self.types().lookup(name, token)?.align.or(ty.align)
    }

    /// The lines that declare a copy on the device. `original` is an expression
    /// for the original.
    pub(super) fn declare_private(&self, private: &Private, original: &str) -> Vec<String> {
        let Private { name, ty, first, reduction, .. } = private;
        let name = &self.on_device(name);
        if private.has_rows() {
            // The variables in the bounds may have other values by now.
            return self.declare_private_rows(private, original, &[format!("{original}.shape()")]);
        }
        let align = private.align.map_or(String::new(), |align| format!("alignas({align}) "));
        let declared = align + &self.spell(ty, name);
        match (reduction, first) {
            (Some(operator), _) => {
                // C++ makes no enumeration of an integer by itself.
                let cast =
                    matches!(ty.kind, Kind::Enumeration(_)).then(|| format!("({})", self.spell(ty, "")));
                let identity = cuda::identity(operator);
                vec![format!("{declared} = {}{identity};", cast.unwrap_or_default())]
            }
            (None, true) if matches!(ty.kind, Kind::Array { .. }) => vec![
                format!("{declared};"),
                format!("gpump_copy_bytes(&{name}, &{original}, sizeof {name});"),
            ],
            (None, true) => vec![format!("{declared} = {};", self.copied(private, original))],
            (None, false) => vec![format!("{declared};")],
        }
    }

    /// The line that copies a last value back.
    pub(super) fn copy_back(&self, private: &Private, original: &str) -> String {
        let Private { name, ty, .. } = private;
        let name = &self.on_device(name);
        match ty.kind {
            Kind::Array { .. } if private.has_rows() => {
                format!("gpump_copy_bytes((void *){original}, (void *){name}, gpump_sizeof({name}));")
            }
            Kind::Array { .. } => format!("gpump_copy_bytes(&{original}, &{name}, sizeof {name});"),
            _ => format!("{} = {name};", self.copied(private, original)),
        }
    }

    /// The cast with which an original is copied, if any: C++ copies no structure that may be volatile.
    fn cast_to_copy(&self, private: &Private) -> Option<String> {
        let is_cast = private.is_volatile && matches!(private.ty.kind, Kind::Record(_));
        is_cast.then(|| format!("({} &)", self.spell(&private.ty, "")))
    }

    /// An original that is copied.
    fn copied(&self, private: &Private, original: &str) -> String {
        match self.cast_to_copy(private) {
            Some(cast) => format!("{cast}({original})"),
            None => original.to_owned(),
        }
    }

    /// What a team of one does at a construct's end for its reductions: it has
    /// worked on the originals, and those of `&&` and `||` become 0 or 1.
    pub(super) fn serial_reductions(&self, construct: &Construct) -> Vec<Private> {
        let is_logical = |private: &Private| matches!(private.reduction.as_deref(), Some("&&" | "||"));
        self.privates(construct).into_iter().filter(is_logical).collect()
    }

    /// The line that does so for one of them, under its name there.
    pub(super) fn made_logical(private: &Private, name: &str) -> String {
        // C++ makes no enumeration of a truth value by itself.
        match private.ty.kind {
            Kind::Enumeration(_) => format!("{name} = (__typeof__({name}))({name} != 0);"),
            _ => format!("{name} = {name} != 0;"),
        }
    }

    /// The lines that declare the copies of a team of one, in C: the host's
    /// form. The originals keep their values.
    pub(super) fn declare_serial_privates(&self, construct: &Construct) -> Vec<String> {
        let mut lines = self.uses_of_clauses(construct);
        let references = self.references_in(&construct.tokens);
        let privates = self.privates(construct);
        let unlisted = self.unlisted_loop_variables(construct, &privates);
        for private in privates.into_iter().chain(unlisted) {
            // In a single file this is C++.
            let cast = self.cast_to_copy(&private).filter(|_| self.cuda.given.is_single).unwrap_or_default();
            let is_reduced = private.is_reduced();
            let Private { symbol, name, ty, align, first, last, is_loop_variable, .. } = private;
            let is_left = is_loop_variable && !first && construct.clauses.simd.is_none();
            let is_shown = symbol.is_none_or(|symbol| self.may_be_read_behind(symbol, construct));
            let is_used = references
                .iter()
                .any(|reference| reference.name == name && !construct.directive.contains(&reference.token));
            if last || is_reduced || !is_used || (is_left && !is_shown) {
                continue;
            }
            let name = match symbol {
                Some(symbol) => self.variable_on_host(symbol, &name),
                None => name,
            };
            let copy = cuda::original(&name);
            let unused = match align {
                Some(align) => format!("__attribute__((unused, aligned({align})))"),
                None => "__attribute__((unused))".to_owned(),
            };
            let aligned = align.map_or(String::new(), |align| format!(" __attribute__((aligned({align})))"));
            let is_rows = ty.has_variable_bound() || super::capture::is_pointer_to_variable(&ty);
            if self.cuda.given.is_single && is_rows {
                lines.push(format!("auto &{copy} = {name};"));
                lines.push(format!("__typeof__({name}) {name}(gpump_shape({copy}));"));
                if first {
                    let is_pointer = ty.pointee().is_some();
                    let bytes = format!("memcpy({name}.data(), {copy}.data(), {copy}.bytes());");
                    lines.push(if is_pointer { format!("{name} = {copy};") } else { bytes });
                }
                continue;
            }
            match (first, matches!(ty.kind, Kind::Array { .. })) {
                (true, true) => {
                    lines.push(format!("__typeof__({name}) *{copy} = &{name};"));
                    lines.push(format!("__typeof__({name}) {name}{aligned};"));
                    lines.push(format!("__builtin_memcpy(&{name}, {copy}, sizeof {name});"));
                }
                (true, false) => {
                    lines.push(format!(
                        "__typeof__({name}) {copy} = {cast}{name}, {name}{aligned} = {cast}{copy};"
                    ));
                }
                (false, _) => lines.push(format!("__typeof__({name}) {name} {unused};")),
            }
        }
        lines
    }

    /// The variables of a construct's loops that are private without a clause (2.8.1.1). Those of `simd` are not.
    fn unlisted_loop_variables(&self, construct: &Construct, listed: &[Private]) -> Vec<Private> {
        if !construct.kind.has_loop() || construct.clauses.simd.is_some() {
            return Vec::new();
        }
        let mut found: Vec<Private> = Vec::new();
        for canonical in construct.loops().chain(&construct.across) {
            let name = &canonical.variable;
            let is_known = found.iter().chain(listed).any(|private| private.name == *name);
            if canonical.declared.is_some() || is_known {
                continue;
            }
            let Some(ty) = self.type_at(name, canonical.variable_token) else { continue };
            found.push(Private {
                symbol: self.symbol_at(canonical.variable_token),
                align: self.asked_alignment(name, canonical.variable_token, &ty),
                is_loop_variable: true,
                ..Private::plain(name, &ty)
            });
        }
        found
    }

    /// Uses for the variables that pragmas alone mention: without these the C compiler would find them unused.
    fn uses_of_clauses(&self, construct: &Construct) -> Vec<String> {
        let in_expressions = self
            .references_in(&construct.directive)
            .iter()
            .filter(|reference| !crate::openmp::sharing::is_outside(construct, reference.token))
            .filter_map(|reference| reference.symbol);
        let mut symbols: Vec<SymbolId> = Vec::new();
        for symbol in construct.clauses.items.iter().filter_map(|item| item.symbol).chain(in_expressions) {
            if !symbols.contains(&symbol) && self.scopes.get(symbol).is_variable() {
                symbols.push(symbol);
            }
        }
        let is_elsewhere = |symbol: SymbolId| {
            self.uses_of_symbol(symbol).any(|reference| !self.is_in_pragma(reference.token))
        };
        let name = |symbol: SymbolId| {
            if let Some(form) = self.cuda.decided.host_forms.get(&symbol) {
                return form.clone();
            }
            self.variable_on_host(symbol, &self.scopes.get(symbol).name)
        };
        let unused = symbols.into_iter().filter(|&symbol| !is_elsewhere(symbol));
        unused.map(|symbol| format!("(void){};", name(symbol))).collect()
    }

    /// Whether a token stands in the line of a pragma.
    fn is_in_pragma(&self, token: usize) -> bool {
        let mut index = token;
        while let Some(before) = self.tokens.visible_before(index) {
            match self.tokens[before].kind {
                kind::PRAGMA_OMP => return true,
                kind::NEW_LINE | kind::SEMICOLON | kind::LEFT_BRACE | kind::RIGHT_BRACE => return false,
                _ => index = before,
            }
        }
        false
    }
}

/// The type of a copy, which can be assigned to.
fn plain(ty: &Type) -> Type {
    match &ty.kind {
        Kind::Array { of, length } => Type::array_of(plain(of), length.clone()),
        _ => ty.unqualified(),
    }
}

//! What the name of a function means on the device.

use super::super::File;
use super::library::{self, Form};
use super::macros::is_of_library;
use crate::c::Type;
use crate::c::symbols::SymbolId;
use crate::openmp::{Reference, routines};
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

/// A function of another file.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// What declares it.
    pub symbol: Option<SymbolId>,
    /// Where it is called; a function whose address is taken need not be there.
    pub token: Option<usize>,
    /// The function there, if it is no region.
    pub caller: Option<usize>,
}

/// What a use of a function's name means on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A routine of OpenMP, or one of gcc's functions.
    AsItIs,
    /// The file's own, by number.
    Own(usize),
    Library(Form),
    /// Of another file of the program.
    Foreign,
    /// The system's, or a routine of OpenMP, and not on the device.
    Unknown,
}

impl File<'_> {
    /// What a use of a name means on the device, if it is that of a function.
    pub(super) fn callee(&self, reference: &Reference) -> Option<Callee> {
        let name = reference.name.as_str();
        let declared = reference.symbol.map(|symbol| self.scopes.get(symbol));
        if declared.is_some_and(|found| !found.is_function()) || (declared.is_none() && !reference.called) {
            return None;
        }
        let is_systems = declared.is_none_or(|found| self.is_system(found.token));
        let is_runtimes = super::super::names::RUNTIME.contains(&name);
        Some(if let Some(routine) = routines::find(name) {
            if routine.on_device { Callee::AsItIs } else { Callee::Unknown }
        } else if is_runtimes {
            Callee::AsItIs
        } else if let Some(number) = self.cuda.function_named(name).filter(|_| !self.may_be_replaced(name)) {
            Callee::Own(number)
        } else if let Some(form) =
            library::form(name).filter(|_| is_systems || !self.has_other_type(reference))
        {
            Callee::Library(form)
        } else if library::is_builtin(name) {
            match library::builtin(name) {
                Some(Form::Plain) if library::is_as_it_is(name) => Callee::AsItIs,
                Some(form) => Callee::Library(form),
                None => Callee::Unknown,
            }
        } else if is_systems && declared.is_some() {
            Callee::Unknown
        } else {
            Callee::Foreign
        })
    }

    /// Whether the program that the file becomes a part of may have another function of this name than the file: it is declared
    /// `weak`. The device's linker would find two.
    pub(super) fn may_be_replaced(&self, name: &str) -> bool {
        self.cuda.given.is_linked_later && self.is_declared_with(name, &["weak"])
    }

    /// Whether a declaration of a function has one of some attributes.
    pub(super) fn is_declared_with(&self, name: &str, attributes: &[&str]) -> bool {
        let is_meant = |&index: &usize| {
            self.tokens[index].kind == kind::IDENTIFIER
                && attributes.contains(&self.tokens.text(index).trim_matches('_'))
        };
        let names_it = |attribute: usize| {
            let open = self.tokens.visible_from(attribute + 1);
            let inside = open.and_then(|open| Some(open..self.tokens.partner(open)?));
            inside.is_some_and(|mut inside| inside.any(|index| is_meant(&index)))
        };
        let is_end = |index: &usize| {
            matches!(self.tokens[*index].kind, kind::SEMICOLON | kind::LEFT_BRACE | kind::EOF)
        };
        let next = |&index: &usize| self.tokens.visible_from(index + 1);
        self.has_token(kind::ATTRIBUTE)
            && self.scopes.named(name).any(|(_, declared)| {
                let behind =
                    std::iter::successors(Some(declared.token), next).take_while(|index| !is_end(index));
                let mut all = self.head_of(declared.token).chain(behind);
                all.any(|index| self.tokens[index].kind == kind::ATTRIBUTE && names_it(index))
            })
    }

    /// Whether a function that the program declares itself has another type than the one of the C library that has its name.
    fn has_other_type(&self, reference: &Reference) -> bool {
        let Some(declared) = reference.symbol.map(|symbol| self.scopes.get(symbol)) else { return false };
        let ty = self.type_at(&declared.name, self.after_declarator(declared.token));
        ty.is_some_and(|ty| self.types().is_of_other_function(&declared.name, &ty))
    }

    /// The type in the declaration of a function which the device has, if the program defines a type of its own there, as one
    /// does that brings its own `<omp.h>`: the device's function takes another.
    pub(super) fn own_type_of_library(&self, function: SymbolId) -> Option<Type> {
        let declared = self.scopes.get(function);
        let behind = self.after_declarator(declared.token);
        let ty = if self.is_system(declared.token) { None } else { self.type_at(&declared.name, behind) };
        // `typedef int omp_lock_t;`
        let is_typedef_here = |ty: &Type| {
            let alias = ty.innermost().alias.filter(|alias| alias.name.starts_with("omp_"));
            let token = alias.and_then(|alias| self.types().declared_at(&alias.name, behind));
            token.is_some_and(|token| !self.is_system(token))
        };
        let is_own = |ty: &&Type| {
            let mut mentions = self.types().mentions(ty).peekable();
            match mentions.peek() {
                Some(_) => mentions.all(|token| !self.is_system(token)),
                None => is_typedef_here(ty),
            }
        };
        let ty = ty?;
        let function = ty.function()?;
        let parameters = function.parameters.iter().filter_map(|parameter| parameter.ty.as_ref());
        parameters.chain([&function.returns]).find(is_own).cloned()
    }

    /// The name of the system's macro that brought a token, if the macro's
    /// meaning on the device is the runtime's and not what it says on the host.
    pub(super) fn library_macro(&self, token: usize) -> Option<(usize, &str)> {
        let Origin::Macro { invocation, argument: None } = self.tokens.origin(token) else { return None };
        let typed = *self.tokens.invocation(invocation)?.typed.start();
        let name = self.tokens.text(typed);
        let is_called = || is_of_library(name) && self.is_called_as_typed(invocation);
        (self.cuda.given.system_macros.contains(name) && is_called()).then_some((typed, name))
    }
}

//! Arrays of variable length, and pointers to them, which CUDA has not on the
//! device: `runtime/cuda/arrays.h` has classes that behave as they do.

use super::super::File;
use super::capture::{Capture, is_pointer_to_variable};
use super::plan::Original;
use super::privates::Private;
use crate::c::symbols::{DeclInfo, SymbolId};
use crate::c::{Kind, Type};
use crate::codegen::cuda::{self, dimension_of};
use crate::diagnostics::Diagnostic;
use crate::openmp::{Construct, Sharing};

impl File<'_> {
    /// Why a region stays on the host, if it changes a pointer to an array of variable length that is not its own: the kernel has the
    /// pointer's value.
    pub(super) fn moved_rows(&self, region: &Construct) -> Option<Diagnostic> {
        if !self.has_variable_rows() {
            return None;
        }
        // Of a reduction it is the part that it names.
        let is_last =
            |capture: &Capture| capture.is_last || capture.private.as_ref().is_some_and(Sharing::is_last);
        let is_changed = |capture: &Capture| capture.is_shared && capture.may_change || is_last(capture);
        let captures = self.captures(region);
        let moved = captures.iter().find(|it| is_pointer_to_variable(&it.ty) && is_changed(it))?;
        let message = format!("`{}` cannot be changed on the device", moved.name);
        let label = "pointers to arrays of variable length are larger there";
        let declared = self.tokens[self.scopes.get(moved.symbol).token].span.clone();
        Some(self.refused(*region.tokens.start(), &message).label(label).note_at(declared, "declared here"))
    }

    /// Whether a variable of the file is a pointer to an array of variable length.
    fn has_variable_rows(&self) -> bool {
        *self.cuda.index.has_variable_rows.get_or_init(|| {
            let is_one = |(symbol, found): (SymbolId, &DeclInfo)| {
                found.is_variable()
                    && !self.is_system(found.token)
                    && self.type_of_declaration(symbol).is_some_and(|ty| is_pointer_to_variable(&ty))
            };
            self.scopes.all().any(is_one)
        })
    }

    /// The number of elements of each dimension, as the host finds them: an
    /// array knows its own.
    pub(super) fn dimensions_of(&self, capture: &Capture) -> Vec<String> {
        let (mut ty, mut place) = (&capture.ty, self.variable_on_host(capture.symbol, &capture.name));
        let mut found = Vec::new();
        if let Kind::Pointer(to) = &ty.kind {
            place = format!("(*{place})");
            ty = to;
        }
        while let (true, Kind::Array { of, .. }) = (ty.has_variable_bound(), &ty.kind) {
            // In C++ the operands are of the runtime's classes.
            found.push(match self.cuda.given.is_single {
                true => format!("gpump_measure({place}) / gpump_measure({place}[0])"),
                false => format!("sizeof {place} / sizeof {place}[0]"),
            });
            place.push_str("[0]");
            ty = of;
        }
        found
    }

    /// The same in the kernel, where they are members of the arguments.
    pub(super) fn passed_dimensions(&self, capture: &Capture) -> Vec<String> {
        let (shared, name) = (self.name_of_arguments(), self.on_device(&capture.name));
        (0..self.dimensions_of(capture).len())
            .map(|at| format!("{shared}.{}", dimension_of(&name, at)))
            .collect()
    }

    /// A pointer to the first element, in the kernel.
    pub(super) fn first_element(&self, capture: &Capture) -> String {
        let pointer = Type::pointer_to(element_of(&capture.ty).clone());
        let (shared, name) = (self.name_of_arguments(), self.on_device(&capture.name));
        format!("({}){shared}.{name}", self.spell(&pointer, ""))
    }

    /// The line that gives an array of variable length its name in the kernel.
    pub(super) fn declare_rows(&self, capture: &Capture) -> String {
        let initial = self.first_element(capture);
        let bounds = self.passed_dimensions(capture);
        self.declare_with_bounds(&capture.ty, &capture.name, &bounds, Some(&initial))
    }

    /// The lines that declare a private copy of one.
    pub(super) fn declare_private_rows(
        &self,
        private: &Private,
        original: &str,
        bounds: &[String],
    ) -> Vec<String> {
        let name = self.on_device(&private.name);
        if private.ty.pointee().is_some() {
            let initial = private.first.then_some(original);
            return vec![self.declare_with_bounds(&private.ty, &private.name, bounds, initial)];
        }
        let mut lines = vec![self.declare_with_bounds(&private.ty, &private.name, bounds, None)];
        if private.first {
            lines
                .push(format!("gpump_copy_bytes((void *){name}, (void *){original}, gpump_sizeof({name}));"));
        }
        lines
    }

    /// The line that gives the original of a copy a name in the kernel.
    pub(super) fn declare_original(&self, capture: &Capture, found: Original, original: &str) -> String {
        let name = cuda::original(&self.on_device(&capture.name));
        match found {
            Original::Rows => {
                let bounds = self.passed_dimensions(capture);
                self.declare_with_bounds(&capture.ty, &name, &bounds, Some(original))
            }
            _ => format!("auto &{name} = {original};"),
        }
    }

    fn declare_with_bounds(&self, ty: &Type, name: &str, bounds: &[String], initial: Option<&str>) -> String {
        let declared =
            self.device_declaration(ty, &self.on_device(name), bounds, initial, true).unwrap_or_default();
        self.note_spelled(&declared);
        format!("{declared};")
    }
}

/// What an array of variable length, or a pointer to one, is an array of:
/// constant dimensions that come last are part of it.
fn element_of(ty: &Type) -> &Type {
    match &ty.kind {
        Kind::Array { of, .. } if ty.has_variable_bound() => element_of(of),
        Kind::Pointer(to) if to.has_variable_bound() => element_of(to),
        _ => ty,
    }
}

//! Arrays of variable length, and pointers to them, which CUDA has not on the
//! device: `runtime/cuda/arrays.h` has classes that behave as they do.

use super::super::Translator;
use super::capture::Capture;
use super::privates::Private;
use crate::types::{Kind, Type};

impl Translator<'_> {
    /// The number of elements of each dimension, as the host finds them: an
    /// array knows its own.
    pub(super) fn dimensions_of(&self, capture: &Capture) -> Vec<String> {
        let (mut ty, mut place) = (&capture.ty, capture.name.clone());
        let mut found = Vec::new();
        if let Kind::Pointer(to) = &ty.kind {
            place = format!("(*{place})");
            ty = to;
        }
        while let Kind::Array { of, .. } = &ty.kind {
            found.push(format!("sizeof {place} / sizeof {place}[0]"));
            place.push_str("[0]");
            ty = of;
        }
        found
    }

    /// What an array of arrays, or a pointer to one, is made of in the end.
    fn element_of(ty: &Type) -> &Type {
        match &ty.kind {
            Kind::Array { of, .. } => Self::element_of(of),
            _ => ty,
        }
    }

    /// The line that gives an array of variable length its name in the kernel.
    pub(super) fn declare_rows(&self, capture: &Capture, shared: &str) -> String {
        let Capture { name, ty, .. } = capture;
        let count = self.dimensions_of(capture).len();
        let inner = match &ty.kind {
            Kind::Pointer(to) => to,
            _ => ty,
        };
        let element = self.spell(Self::element_of(inner), "");
        let dimensions: Vec<String> = (0..count).map(|at| format!(", {shared}.{name}_{at}")).collect();
        let class = if matches!(ty.kind, Kind::Pointer(_)) { "gpump_rows" } else { "gpump_array" };
        format!("{class}<{element}, {count}> {name}(({element} *){shared}.{name}{});", dimensions.concat())
    }

    /// The lines that declare a private copy of one.
    pub(super) fn declare_private_rows(&self, private: &Private, original: &str) -> Vec<String> {
        let _ = original;
        let inner = match &private.ty.kind {
            Kind::Pointer(to) => to,
            _ => &private.ty,
        };
        let element = self.spell(Self::element_of(inner), "");
        vec![format!("/* {} */ {element} *{};", "variable length", private.name)]
    }
}

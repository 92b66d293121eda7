//! Arrays of variable length and pointers to them, as classes of the runtime's
//! (`runtime/cuda/arrays.h`).
//!
//! Only declarations, casts and `sizeof` change; a name of such a class is used
//! as the array, or the pointer, is in C.

use std::rc::Rc;

use super::{Bridging, File};
use crate::c::{Bound, Declared, Definition, Extents, Kind, Parameter, Type};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;

const REASON: &str = "CUDA has no arrays of variable length";

/// The most bytes of an array of variable length that lies in the thread's own memory.
const MOST_OF_SMALL: u64 = 4 << 10;

/// What an array has as elements so many dimensions inside, or in its innermost one.
fn rows_of(ty: &Type, dimensions: usize) -> &Type {
    match &ty.kind {
        Kind::Array { of, .. } if dimensions > 0 => rows_of(of, dimensions - 1),
        _ => ty,
    }
}

impl File<'_> {
    /// The declaration of a variable on the device. Of an array of variable
    /// length, the initial value is a pointer to its first element, and without
    /// one it lies in memory of its own. The bounds are its dimensions up to the
    /// last variable one, outermost first, or all of them as one value.
    pub(in crate::translator) fn device_declaration(
        &self,
        ty: &Type,
        name: &str,
        bounds: &[String],
        initial: Option<&str>,
        on_device: bool,
    ) -> Option<String> {
        let Some(Extents { element, bounds: dimensions }) = self.extents(ty, on_device) else {
            let declaration = self.cplusplus_type(ty, name, on_device)?;
            return Some(initial.map_or(declaration.clone(), |value| format!("{declaration} = {value}")));
        };
        let (count, list) = (dimensions.len(), bounds.join(", "));
        Some(match (ty.pointee().is_some(), initial) {
            (true, None) => format!("gpump_pointer<{element}, {count}> {name}(gpump_bounds({list}))"),
            (true, Some(value)) => {
                format!("gpump_pointer<{element}, {count}> {name}(gpump_bounds({list}), {value})")
            }
            (false, None) => match self.small_count(ty).filter(|_| on_device) {
                Some(elements) => {
                    let within = self.types().settled_count(rows_of(ty, count)).unwrap_or(1);
                    format!("gpump_small_array<{element}, {count}, {}> {name}({list})", elements / within)
                }
                None => format!("gpump_local_array<{element}, {count}> {name}({list})"),
            },
            (false, Some(value)) => format!("gpump_array<{element}, {count}> {name}({value}, {list})"),
        })
    }

    /// Whether the memory of a thread's own variable is allocated: of an array of variable length, but for small ones.
    pub(in crate::translator) fn is_allocated(&self, ty: &Type) -> bool {
        ty.has_variable_bound() && self.small_count(ty).is_none()
    }

    /// How many elements an array of variable length has that the thread's own memory is to hold: one of few elements, the number
    /// of which the program says, by `const int n = 8`.
    fn small_count(&self, ty: &Type) -> Option<u64> {
        let types = self.types();
        let size = types.size_of(rows_of(ty, usize::MAX))?;
        types.settled_count(ty).filter(|&count| count > 0 && count.saturating_mul(size) <= MOST_OF_SMALL)
    }

    /// The dimensions of the class for a type: that of an array, or of a
    /// pointer to one.
    fn extents(&self, ty: &Type, on_device: bool) -> Option<Extents> {
        let array = match &ty.kind {
            Kind::Pointer(to) => to,
            _ => ty,
        };
        array
            .has_variable_bound()
            .then(|| self.cplusplus(on_device).extents(&self.with_names(array)))
            .flatten()
    }
}

impl Bridging<'_, '_, '_> {
    /// Bounds as this side is to have them. What is replaced with the declaration around it keeps its text.
    fn bounds(&mut self, bounds: &[Rc<Bound>]) -> Vec<String> {
        let text = |bound: &Rc<Bound>| {
            let Some(place) = bound.place.as_ref().filter(|place| self.range.contains(place.start())) else {
                return bound.text.clone();
            };
            let is_gone = self.stream().is_gone_before(*place.start());
            let known = self.bounds.get(place.start()).cloned();
            let text = known.unwrap_or_else(|| if is_gone { bound.text.clone() } else { self.text(place) });
            self.bounds.insert(*place.start(), text.clone());
            text
        };
        bounds.iter().map(text).collect()
    }

    /// `(double (*)[m])p`
    pub(super) fn variable_cast(&mut self, type_name: &Tokens, operand: &Tokens, ty: &Type) {
        let Some(Extents { element, bounds }) = self.writer.file.extents(ty, self.on_device) else { return };
        let bounds = self.bounds(&bounds);
        let list = self.writer.file.tokens;
        let open = list.visible_before(*type_name.start()).unwrap_or(*type_name.start());
        let close = list.visible_from(type_name.end() + 1).unwrap_or(*type_name.end());
        let text =
            format!("gpump_pointer<{element}, {}>(gpump_bounds({}), ", bounds.len(), bounds.join(", "));
        self.replace(open..=close, text, REASON);
        self.after(*operand.end(), ")".to_owned(), REASON);
    }

    pub(super) fn variable_measure(
        &mut self,
        keyword: usize,
        tokens: &Tokens,
        operand: &Tokens,
        ty: &Type,
        is_type: bool,
    ) {
        if ty.pointee().is_some() {
            return self.replace(tokens.clone(), "sizeof(void *)".to_owned(), REASON);
        }
        let Some(Extents { element, bounds }) = self.writer.file.extents(ty, self.on_device) else { return };
        if is_type {
            let factors: Vec<String> =
                self.bounds(&bounds).iter().map(|bound| format!(" * ({bound})")).collect();
            let text = format!("(sizeof({element}){})", factors.concat());
            return self.replace(tokens.clone(), text, REASON);
        }
        // In a macro's argument the blanks behind the keyword are no tokens of the file.
        let is_typed = matches!(self.writer.file.tokens.origin(keyword), Origin::File);
        let end = if is_typed { operand.start() - 1 } else { keyword };
        self.replace(keyword..=end, "gpump_sizeof(".to_owned(), REASON);
        self.after(*operand.end(), ")".to_owned(), REASON);
    }

    /// The declaration of one name whose type is variably modified.
    pub(super) fn variable_declaration(&mut self, declared: &Declared) -> Option<String> {
        let name = self.writer.file.tokens.text(declared.name).to_owned();
        let name = self.writer.file.cplusplus_name(&name).unwrap_or(name);
        let extents = self.writer.file.extents(&declared.ty, self.on_device);
        if declared.is_typedef {
            // The name is used for the bounds that it stands for.
            let is_array = matches!(declared.ty.kind, Kind::Array { .. });
            return match extents.filter(|_| is_array) {
                Some(extents) => {
                    let bounds = self.bounds(&extents.bounds).join(", ");
                    Some(format!("const auto {name} = gpump_bounds({bounds})"))
                }
                None => Some(String::new()),
            };
        }
        let Some(extents) = extents else {
            return self.writer.file.cplusplus_type(&declared.ty, &name, self.on_device);
        };
        let bounds = self.bounds(&extents.bounds);
        let text = self.writer.file.device_declaration(&declared.ty, &name, &bounds, None, self.on_device)?;
        let is_hosts = !self.on_device && self.writer.file.cuda.given.is_single;
        Some(if is_hosts { text.replacen("gpump_local_array<", "gpump_host_array<", 1) } else { text })
    }

    /// A parameter that C++ does not take as it is declared.
    pub(super) fn variable_parameter(&mut self, tokens: &Tokens, parameter: &Parameter) {
        let name = parameter.name.as_deref().unwrap_or_default();
        let name = self.writer.file.cplusplus_name(name).unwrap_or_else(|| name.to_owned());
        let text =
            parameter.ty.as_ref().and_then(|ty| self.writer.file.cplusplus_type(ty, &name, self.on_device));
        if let Some(text) = text {
            let extents = parameter.ty.as_ref().and_then(|ty| self.writer.file.extents(ty, self.on_device));
            extents.inspect(|extents| drop(self.bounds(&extents.bounds)));
            self.replace(tokens.clone(), text, REASON);
        }
    }

    /// The bounds of parameters that are pointers to arrays are set at the beginning of the body, where others are evaluated if
    /// they have effects.
    pub(super) fn shapes_of_parameters(&mut self, definition: &Definition) {
        let effects = definition.effects.iter().map(|bound| *bound.start());
        let mut texts: Vec<(usize, String)> =
            effects.map(|start| (start, format!(" (void)({});", self.bounds[&start]))).collect();
        for (name, ty) in &definition.list {
            let extents = ty.as_ref().and_then(|ty| self.writer.file.extents(ty, self.on_device));
            if let Some(extents) = extents.filter(|_| !name.is_empty()) {
                let name = self.writer.file.cplusplus_name(name).unwrap_or_else(|| name.clone());
                let place = extents.bounds.first().and_then(|bound| bound.place.as_ref());
                let bounds = self.bounds(&extents.bounds).join(", ");
                texts.push((place.map_or(0, |place| *place.start()), format!(" {name}.shape({bounds});")));
            }
        }
        texts.sort_by_key(|(start, _)| *start);
        if !texts.is_empty() {
            let texts: String = texts.into_iter().map(|(_, text)| text).collect();
            self.after(definition.body, texts, REASON);
        }
    }
}

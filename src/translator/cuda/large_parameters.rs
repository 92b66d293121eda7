//! Parameters of more than 128 bytes, of which nvcc takes other objects for copies (`runtime/cuda/given.h`): what is read from them goes
//! through a register, or through memory.
//!
//! ```cuda
//! __device__ static double energy(struct state s, int i)
//! {
//!     auto &gpump_original_s = s;
//!     {
//!     struct state s = gpump_given(gpump_original_s);
//! ```

use super::super::File;
use super::definitions::Function;
use super::plan::{Form, Original, Variable};
use crate::c::Kind;
use crate::codegen::cuda;
use crate::rewrite::Tokens as _;

/// Parameters of so many bytes are not mistaken.
const MOST_BYTES: u64 = 128;

impl File<'_> {
    /// Whether the structure of a region's arguments may have more than [`MOST_BYTES`].
    pub(super) fn has_large_arguments(&self, variables: &[Variable]) -> bool {
        let bytes = |variable: &Variable| match variable.original {
            Original::Nowhere | Original::Threadprivate | Original::Table | Original::Known(_) => Some(0),
            Original::Address => Some(8),
            Original::Rows | Original::Bounds => {
                Some(8 + 8 * self.passed_dimensions(&variable.capture).len() as u64)
            }
            Original::Value | Original::Parameter if matches!(variable.form, Form::Structure) => None,
            Original::Value | Original::Parameter => self.types().size_of(&variable.capture.ty),
        };
        let mut total = 0u64;
        for variable in variables {
            let Some(size) = bytes(variable) else { return true };
            total = total.next_multiple_of(size.clamp(1, 8).next_power_of_two()).saturating_add(size);
        }
        total > MOST_BYTES
    }

    /// The lines with which a function takes copies of its large parameters that nobody mistakes: in front of a brace, and behind it.
    pub(super) fn copies_of_large_parameters(&self, function: &Function) -> Option<(String, String)> {
        let (mut originals, mut copies) = (String::new(), String::new());
        for index in function.name_token + 1..function.body {
            let Some((symbol, _)) = self.declared_by(index) else { continue };
            let text = self.tokens.text(index);
            let mut uses = self.references_in(&function.range).iter();
            let is_used = uses.any(|one| one.symbol == Some(symbol) && one.token > function.body);
            let Some(ty) = self.type_at(text, function.body + 1).filter(|_| is_used) else { continue };
            let is_large = self.types().size_of(&ty).is_none_or(|size| size > MOST_BYTES);
            if matches!(ty.kind, Kind::Record(_)) && is_large {
                let name = self.on_device(text);
                let original = cuda::original(&name);
                originals += &format!("\n    auto &{original} = {name};");
                copies += &format!("\n    {} = gpump_given({original});", self.spell(&ty, &name));
            }
        }
        (!copies.is_empty()).then_some((originals, copies))
    }
}

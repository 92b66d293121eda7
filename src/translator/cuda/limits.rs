//! What CUDA's compiler has not in device code, or has with another meaning. A
//! region that uses it is refused, for what comes out would be wrong, or no
//! program.

use std::collections::HashSet;

use super::super::Translator;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, ConstructKind, Reference};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::is_assignment_operator;
use crate::types::{Basic, Kind, RecordId, Type};

impl Translator<'_> {
    /// What a range of tokens has that the device has not.
    pub(super) fn device_limits(&self, range: &Tokens) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let visible: Vec<usize> = range.clone().filter(|&index| self.tokens[index].is_visible()).collect();
        let kind_at = |at: usize| visible.get(at).map_or(0, |&index| self.tokens[index].kind);
        for (at, &index) in visible.iter().enumerate() {
            let next = kind_at(at + 1);
            let what = match kind_at(at) {
                kind::ASM => {
                    Some(("assembler text cannot run on the device", "instructions of the host's processor"))
                }
                kind::NESTED_BODY => Some((
                    "a function inside a function cannot be on the device",
                    "C++ has no such functions",
                )),
                kind::GOTO if next == kind::STAR => {
                    Some(("`goto *` cannot be on the device", "CUDA's compiler has no computed jumps"))
                }
                kind::LONG if next == kind::DOUBLE => Some(LONG_DOUBLE),
                kind::DOUBLE if next == kind::LONG => Some(LONG_DOUBLE),
                kind::COMPLEX => Some((
                    "complex numbers cannot be on the device",
                    "CUDA's compiler has none in device code",
                )),
                kind::ATOMIC_QUALIFIER | kind::ATOMIC_SPECIFIER => Some(ATOMIC),
                kind::THREAD_LOCAL | kind::THREAD_LOCAL_GNU => Some(THREAD_LOCAL),
                kind::FLOATING_CONSTANT if self.tokens.text(index).ends_with(['l', 'L']) => Some(LONG_DOUBLE),
                _ => None,
            };
            if let Some((message, label)) = what {
                found.push(self.refused(index, message).label(label));
            }
        }
        let mut seen: HashSet<&str> = HashSet::new();
        for reference in self.references_in(range) {
            if seen.insert(&reference.name) {
                found.extend(self.refused_variable(reference));
            }
        }
        found
    }

    fn refused(&self, token: usize, message: &str) -> Diagnostic {
        Diagnostic::error("E0405", message, self.tokens[token].span.clone())
    }

    /// A variable that cannot be used on the device.
    fn refused_variable(&self, reference: &Reference) -> Option<Diagnostic> {
        let declaration =
            self.scopes.get(reference.symbol.filter(|&symbol| self.scopes.get(symbol).is_variable())?);
        let name = &reference.name;
        let label = if self.is_thread_local(declaration.token) {
            THREAD_LOCAL.1.to_owned()
        } else {
            let ty = self.type_at(name, reference.token)?;
            let part = self.foreign_part(&ty, &mut HashSet::new())?;
            let spelled = self.types().declare(&ty, "").unwrap_or_else(|| "its type".to_owned());
            match part {
                ATOMIC_NAME => ATOMIC.1.to_owned(),
                part if spelled == part => format!("of type `{part}`, which the device has not"),
                part => format!("of type `{spelled}`, which has a part of type `{part}`"),
            }
        };
        let error =
            self.refused(reference.token, &format!("`{name}` cannot be used on the device")).label(label);
        Some(error.note_at(self.tokens[declaration.token].span.clone(), "declared here"))
    }

    fn is_thread_local(&self, name: usize) -> bool {
        let mut index = name;
        while let Some(before) = self.tokens.visible_before(index) {
            match self.tokens[before].kind {
                kind::THREAD_LOCAL | kind::THREAD_LOCAL_GNU => return true,
                kind::SEMICOLON | kind::LEFT_BRACE | kind::RIGHT_BRACE | kind::LEFT_PAREN => return false,
                _ => index = before,
            }
        }
        false
    }

    /// The part of a type that the device has not, or has in another size.
    fn foreign_part(&self, ty: &Type, seen: &mut HashSet<RecordId>) -> Option<&'static str> {
        if ty.qualifiers.atomic {
            return Some(ATOMIC_NAME);
        }
        match &ty.kind {
            Kind::Basic(basic @ (Basic::LongDouble | Basic::Float128 | Basic::Float64x)) => {
                Some(basic.words())
            }
            Kind::Basic(basic) if basic.is_decimal() => Some(basic.words()),
            Kind::Complex(_) => Some("_Complex"),
            Kind::Vector { .. } => Some("vector_size"),
            Kind::Pointer(of) | Kind::Array { of, .. } => self.foreign_part(of, seen),
            Kind::Record(id) if seen.insert(*id) => {
                let members = self.types().record(*id).members.iter().flatten();
                members.filter_map(|member| member.ty.as_ref()).find_map(|ty| self.foreign_part(ty, seen))
            }
            _ => None,
        }
    }

    /// Updates of bit-fields, which have no address (2.7.4).
    pub(super) fn refused_updates<'c>(
        &self,
        constructs: impl Iterator<Item = &'c Construct>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for construct in constructs {
            construct.walk(&mut |inner| {
                if inner.kind == ConstructKind::Atomic
                    && let Some(target) = self.atomic_target(inner)
                    && self.types().expression(&target).is_some_and(|operand| operand.bits.is_some())
                {
                    let error = self.refused(*target.start(), "`atomic` cannot update a bit-field");
                    found.push(error.label("has no address that the update could be made at"));
                }
            });
        }
        found
    }

    /// What an atomic construct updates.
    fn atomic_target(&self, construct: &Construct) -> Option<Tokens> {
        let body: Vec<usize> =
            construct.body.clone().filter(|&index| self.tokens[index].is_visible()).collect();
        let is_step = |index: usize| matches!(self.tokens[index].kind, kind::PLUS_PLUS | kind::MINUS_MINUS);
        let (&first, last) = (body.first()?, body.len().checked_sub(2)?);
        if is_step(first) {
            return Some(*body.get(1)?..=body[last]);
        }
        let operator = body.iter().position(|&index| is_assignment_operator(self.tokens[index].kind));
        let end = operator.or_else(|| is_step(body[last]).then_some(last))?.checked_sub(1)?;
        Some(first..=body[end])
    }
}

const LONG_DOUBLE: (&str, &str) =
    ("`long double` cannot be on the device", "CUDA's compiler takes it for `double` in device code");
const ATOMIC_NAME: &str = "_Atomic";
const ATOMIC: (&str, &str) =
    ("`_Atomic` cannot be on the device", "C++ has no such objects: `#pragma omp atomic` works");
const THREAD_LOCAL: (&str, &str) = (
    "a thread's own variable of the host cannot be on the device",
    "of one thread of the host; `threadprivate` works",
);

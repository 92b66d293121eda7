//! Agreement about layout: host and device have one memory, so each structure, union and enumeration that the
//! device's text declares is to have the same size, alignment and offsets on both sides. `#pragma pack` is written
//! around the device's declaration, and both texts assert the numbers that [`crate::c`] computes.

use super::super::{File, Writer};
use crate::c::{Kind, Record, Type};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::directives;
use crate::syntax::generated::open_mpc as kind;

/// The side that an assertion is for: each has names of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Host,
    /// The host's part of a single file, which is C++, too.
    HostOfSingle,
    Device,
}

/// How long a line of assertions may be.
const WIDTH: usize = 110;

impl Writer<'_, '_> {
    /// A declaration of types for the device with the `#pragma pack` that holds where it stands.
    pub(super) fn packed_as_on_host(&mut self, definition: &Tokens, text: String) -> String {
        let records = self.file.records_in(definition);
        let Some(limit) = records.first().map(|record| record.pack) else { return text };
        let is_cut = records.iter().any(|record| record.pack != limit);
        let cut = is_cut.then_some("a `#pragma pack` stands between the members of a structure");
        let problem = cut.or_else(|| records.iter().find_map(|record| self.file.layout_problem(record)));
        if let Some(label) = problem {
            let error = self.file.refused(*definition.start(), "this type cannot be on the device");
            self.out.diagnostics.push(error.label(label));
        }
        match limit {
            Some(limit) => format!("#pragma pack(push, {limit})\n{text}\n#pragma pack(pop)"),
            None => text,
        }
    }
}

impl File<'_> {
    /// Whether `#pragma STDC FP_CONTRACT OFF` stands anywhere in the program: nvcc knows no part of a text that it holds for,
    /// and what it holds for need not be contracted.
    pub(super) fn forbids_contraction(&self) -> bool {
        let says = |index: &usize| {
            let pragma = directives::pragma(self.tokens.text(*index)).unwrap_or_default();
            pragma.split_whitespace().eq(["STDC", "FP_CONTRACT", "OFF"])
        };
        (0..self.tokens.len())
            .filter(|&index| self.tokens[index].kind == kind::DIRECTIVE)
            .any(|index| says(&index))
    }

    /// Why the device's compiler does not lay a structure out as the host's does.
    fn layout_problem(&self, record: &Record) -> Option<&'static str> {
        if record.is_foreign {
            Some("an attribute or a pragma lays a structure out as the device's compiler does not")
        } else if self.types().has_member_of_lowered_alignment(record) {
            Some(
                "a `typedef` gives a member less than its type's alignment, which the device's compiler gets wrong",
            )
        } else {
            None
        }
    }

    /// The same of one that is defined in a range of tokens, around which no `#pragma pack` can be written.
    pub(super) fn layout_problem_in(&self, range: &Tokens) -> Option<&'static str> {
        let records = self.records_in(range);
        let packed = records.iter().any(|record| record.pack.is_some());
        let packed = packed.then_some("`#pragma pack` holds for a structure that is defined in a function");
        packed.or_else(|| records.iter().find_map(|record| self.layout_problem(record)))
    }

    fn records_in(&self, definition: &Tokens) -> Vec<&Record> {
        let defined = self.types().defined_in(definition).into_iter();
        defined
            .filter_map(|ty| match ty.kind {
                Kind::Record(id) => Some(self.types().record(id)),
                _ => None,
            })
            .collect()
    }

    /// The assertions about the types that some tokens define, for the device's text.
    pub(super) fn layouts_on_device(&self, definition: &Tokens) -> Vec<String> {
        self.layouts(definition, Side::Device)
    }

    /// The same for the host's.
    pub(super) fn layouts_on_host(&self, definition: &Tokens) -> Vec<String> {
        self.layouts(definition, if self.cuda.given.is_single { Side::HostOfSingle } else { Side::Host })
    }

    /// The assertions about what a header of the system's defines: both texts include it. Its members may be macros'.
    pub(super) fn layouts_of_system(&self, definition: &Tokens) -> Vec<String> {
        let defined = self.types().defined_in(definition);
        let is_hidden = |word: &str| {
            self.cuda.given.system_macros.contains(word) || self.directives.macro_named(word).is_some()
        };
        defined.iter().filter_map(|ty| self.layout_of(ty, Side::Host, &is_hidden)).collect()
    }

    fn layouts(&self, definition: &Tokens, side: Side) -> Vec<String> {
        let types = self.types();
        let defined = types.defined_in(definition);
        // Behind the file's last line a name may be a macro.
        let is_hidden = |word: &str| self.directives.macro_named(word).is_some();
        defined.iter().filter_map(|ty| self.layout_of(ty, side, &is_hidden)).collect()
    }

    /// The assertions about a type, without the members whose names are hidden.
    fn layout_of(&self, ty: &Type, side: Side, is_hidden: &dyn Fn(&str) -> bool) -> Option<String> {
        let types = self.types();
        let name = match side {
            Side::Host => types.declare(ty, ""),
            Side::HostOfSingle => self.names_on_host().declare(ty, ""),
            Side::Device => self.cplusplus_type(ty, "", true),
        }?;
        // A structure without a tag is named by a `typedef`, which may give it an alignment.
        let named = types.declare(ty, "").and_then(|name| self.type_at(&name, self.tokens.len() - 1));
        let (size, align) = (types.size_of(ty)?, types.align_of(named.as_ref().unwrap_or(ty))?);
        if name.split(' ').any(is_hidden) || self.has_lock(ty) {
            return None;
        }
        let mut text = format!("GPUMP_LAYOUT({name}, {size}, {align});");
        let mut width = text.len();
        if let Kind::Record(id) = ty.kind {
            let members =
                types.record(id).members.iter().flatten().filter_map(|member| member.name.as_deref());
            for member in members.filter(|member| !is_hidden(member)) {
                let Some(offset) = types.offset_of(ty, member) else { continue };
                let member = match side {
                    Side::Host => member.to_owned(),
                    Side::HostOfSingle | Side::Device => self.on_device(member),
                };
                let assertion = format!("GPUMP_OFFSET({name}, {member}, {offset});");
                width += 1 + assertion.len();
                if width > WIDTH {
                    width = assertion.len();
                }
                text.push_str(if width == assertion.len() { "\n" } else { " " });
                text.push_str(&assertion);
            }
        }
        Some(text)
    }

    /// Whether a type has a part whose layout is the runtime's own on both sides: what was read of locks is what the C
    /// compiler's OpenMP has.
    fn has_lock(&self, ty: &Type) -> bool {
        match &ty.kind {
            Kind::Array { of, .. } => self.has_lock(of),
            Kind::Record(id) => {
                let record = self.types().record(*id);
                matches!(record.name(), Some("omp_lock_t" | "omp_nest_lock_t"))
                    || record
                        .members
                        .iter()
                        .flatten()
                        .filter_map(|member| member.ty.as_ref())
                        .any(|ty| self.has_lock(ty))
            }
            _ => false,
        }
    }
}

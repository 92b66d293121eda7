//! Sizes, alignments, and where members lie.
//!
//! The rules are those of the System V ABI for x86-64 (section 3.1.2) as gcc
//! applies them. A member begins at the next multiple of its alignment. A
//! bit-field takes the next bits, unless it would then reach over more of the
//! units of its declared type than one; the alignment of that type becomes the
//! structure's if the bit-field has a name. `packed` makes alignments 1, and
//! `#pragma pack` limits them; under both, bit-fields follow each other without
//! regard to units.

use super::Types;
use super::ctype::{Kind, Length, RecordId, Type};
use super::tags::{Alignment, Layout, Member, Place, Record};

/// Objects are no larger than this; more would be a number of bits that does
/// not fit.
const LARGEST: u64 = 1 << 60;

/// The largest alignment that x86-64 has a use for without AVX.
const LARGEST_OF_MACHINE: u64 = 16;

fn round_up(value: u64, to: u64) -> Option<u64> {
    value.checked_next_multiple_of(to).filter(|&rounded| rounded < LARGEST)
}

impl Types<'_> {
    /// The size of a complete type in bytes, if it is constant and known. As
    /// gcc has it, `void` and functions have a size of 1.
    pub fn size_of(&self, ty: &Type) -> Option<u64> {
        match &ty.kind {
            Kind::Void | Kind::Function(_) => Some(1),
            Kind::Basic(basic) => Some(basic.size()),
            Kind::Complex(basic) => Some(2 * basic.size()),
            Kind::Enumeration(id) => self.enumeration(*id).basic.map(|basic| basic.size()),
            Kind::Pointer(_) => Some(8),
            Kind::Array { of, length } => {
                let count = match length {
                    Length::Bound(bound) => bound.value?,
                    Length::Unknown | Length::Star => return None,
                };
                self.size_of(of)?.checked_mul(count).filter(|&size| size < LARGEST)
            }
            Kind::Vector { of, lanes } => of.size().checked_mul(*lanes).filter(|&size| size < LARGEST),
            Kind::Record(id) => Some(self.layout(*id)?.size),
            Kind::Opaque(_) => None,
        }
    }

    /// The alignment of a type in bytes, as `_Alignof` gives it. gcc says no
    /// more than 16 for vectors, whatever their alignment in a structure, as
    /// long as nothing in the program asks for more.
    pub fn align_of(&self, ty: &Type) -> Option<u64> {
        let align = self.storage_align(ty)?;
        if align <= LARGEST_OF_MACHINE || ty.align.is_some() {
            return Some(align);
        }
        match &ty.kind {
            Kind::Array { of, .. } => self.align_of(of),
            Kind::Vector { .. } => Some(LARGEST_OF_MACHINE),
            Kind::Record(id) => {
                let record = self.record(*id);
                let asks = |member: &Member| member.align != Alignment::Natural;
                let members = record.members.as_ref()?;
                if record.align != Alignment::Natural || members.iter().any(asks) {
                    return Some(align);
                }
                let aligns = members.iter().map(|member| self.align_of(member.ty.as_ref()?));
                aligns.collect::<Option<Vec<u64>>>()?.into_iter().max()
            }
            _ => Some(align),
        }
    }

    /// The alignment of an object of a type.
    pub(super) fn storage_align(&self, ty: &Type) -> Option<u64> {
        if let Some(align) = ty.align {
            return Some(align);
        }
        let natural = match &ty.kind {
            Kind::Void | Kind::Function(_) => 1,
            Kind::Basic(basic) | Kind::Complex(basic) => basic.size(),
            Kind::Enumeration(id) => self.enumeration(*id).basic?.size(),
            Kind::Pointer(_) => 8,
            Kind::Array { of, .. } => self.storage_align(of)?,
            Kind::Vector { .. } => self.size_of(ty)?,
            Kind::Record(id) => self.layout(*id)?.align,
            Kind::Opaque(_) => return None,
        };
        // An atomic object that fits into a register is aligned like one.
        match self.size_of(ty).filter(|_| ty.qualifiers.atomic) {
            Some(size @ (1 | 2 | 4 | 8 | 16)) => Some(natural.max(size)),
            _ => Some(natural),
        }
    }

    /// The layout of a structure or union whose definition is complete and
    /// understood.
    pub fn layout(&self, id: RecordId) -> Option<&Layout> {
        self.record(id).layout.as_deref()
    }

    /// Lays a structure or union out.
    pub(super) fn lay_out(&self, record: &Record) -> Option<Layout> {
        let members = record.members.as_ref()?;
        let mut plan = Plan { end: 0, align: 1, is_union: record.is_union, pack: record.pack };
        if record.is_foreign {
            return None;
        }
        let mut places = Vec::with_capacity(members.len());
        for (at, member) in members.iter().enumerate() {
            let is_last = at + 1 == members.len();
            places.push(self.place(&mut plan, record, member, is_last)?);
        }
        plan.align = match record.align {
            Alignment::Natural => plan.align,
            Alignment::Bytes(align) => plan.align.max(align),
            Alignment::Unknown => return None,
        };
        let size = round_up(plan.end.div_ceil(8), plan.align)?;
        Some(Layout { size, align: plan.align, places })
    }

    fn place(&self, plan: &mut Plan, record: &Record, member: &Member, is_last: bool) -> Option<Place> {
        let ty = member.ty.as_ref()?;
        let is_packed = record.packed || member.packed;
        let asked = match member.align {
            Alignment::Natural => None,
            Alignment::Bytes(align) => Some(align),
            Alignment::Unknown => return None,
        };
        let align_of_type = self.storage_align(ty)?;
        if let Some(width) = member.bits {
            return plan.place_bits(member, width?, self.size_of(ty)?, align_of_type, is_packed, asked);
        }
        let size = match &ty.kind {
            // A flexible array member (6.7.2.1, 18).
            Kind::Array { length: Length::Unknown, .. } if is_last || record.is_union => 0,
            _ => self.size_of(ty)?,
        };
        let mut align = match asked {
            Some(align) if is_packed => align,
            Some(align) => align.max(align_of_type),
            None if is_packed => 1,
            None => align_of_type,
        };
        align = align.min(record.pack.unwrap_or(align));
        plan.place(align, size.checked_mul(8)?)
    }

    /// Whether a `typedef` gives a member less than its type's alignment. nvcc 13.0 tells where such a member lies, and then
    /// takes it from where it would lie without. An attribute of the member, or of the structure, it obeys.
    pub fn has_member_of_lowered_alignment(&self, record: &Record) -> bool {
        let is_lowered = |member: &Member| {
            let mut ty = member.ty.as_ref();
            while let Some(element) = ty.filter(|ty| ty.align.is_none()).and_then(Type::element) {
                ty = Some(element);
            }
            let Some((ty, align)) = ty.and_then(|ty| Some((ty, ty.align?))) else { return false };
            let natural = self.storage_align(&Type { align: None, ..ty.clone() });
            natural.is_some_and(|natural| align < natural.min(record.pack.unwrap_or(natural)))
        };
        let obeys = |member: &Member| record.packed || member.packed || member.bits.is_some();
        record.members.iter().flatten().any(|member| !obeys(member) && is_lowered(member))
    }

    /// The offset of a member in bytes, by its name; those of unnamed members
    /// count. `None` for a bit-field.
    pub fn offset_of(&self, ty: &Type, name: &str) -> Option<u64> {
        self.member(ty, name).and_then(|found| found.offset)
    }
}

/// A structure or union that is being laid out.
struct Plan {
    /// The bits that are taken.
    end: u64,
    /// In bytes.
    align: u64,
    is_union: bool,
    pack: Option<u64>,
}

impl Plan {
    fn start(&self) -> u64 {
        if self.is_union { 0 } else { self.end }
    }

    fn take(&mut self, bit: u64, bits: u64, align: u64) -> Option<Place> {
        let end = bit.checked_add(bits).filter(|&end| end < 8 * LARGEST)?;
        self.end = if self.is_union { self.end.max(end) } else { end };
        Some(Place { bit, align })
    }

    fn place(&mut self, align: u64, bits: u64) -> Option<Place> {
        let bit = round_up(self.start(), 8 * align)?;
        self.align = self.align.max(align);
        self.take(bit, bits, align)
    }

    fn place_bits(
        &mut self,
        member: &Member,
        width: u32,
        size: u64,
        align_of_type: u64,
        is_packed: bool,
        asked: Option<u64>,
    ) -> Option<Place> {
        let width = u64::from(width);
        if width == 0 {
            // Closes the unit; no attribute changes that.
            let bit = round_up(self.start(), 8 * asked.unwrap_or(1).max(align_of_type))?;
            return self.take(bit, 0, align_of_type);
        }
        let mut bit = self.start();
        if let Some(align) = asked {
            let align = align.min(self.pack.unwrap_or(align));
            bit = round_up(bit, 8 * align)?;
            self.align = self.align.max(align);
        }
        let unit = 8 * align_of_type;
        let reaches_over = (bit % unit + width).div_ceil(unit) > 8 * size / unit;
        if self.pack.is_none() && !is_packed && reaches_over {
            bit = round_up(bit, unit)?;
        }
        if member.name.is_some() {
            let align = match (self.pack, is_packed) {
                (Some(pack), _) => align_of_type.min(pack),
                (None, true) => 1,
                (None, false) => align_of_type,
            };
            self.align = self.align.max(align);
        }
        self.take(bit, width, align_of_type)
    }
}

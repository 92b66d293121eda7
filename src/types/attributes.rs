//! What attributes (GNU) say of types.

use super::ctype::{Basic, Kind, Type};
use super::reader::Reader;
use super::tags::Alignment;
use crate::syntax::generated::open_mpc as kind;

/// The attributes of one declaration or type that change a type, its size or
/// its alignment.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub align: Alignment,
    pub packed: bool,
    /// The size of a vector in bytes; nothing inside if it is not known.
    pub vector: Option<Option<u64>>,
    pub mode: Option<String>,
    /// Whether one says something that is not understood here.
    pub is_foreign: bool,
}

impl Attributes {
    pub fn add(&mut self, other: Attributes) {
        self.align = self.align.and(other.align);
        self.packed |= other.packed;
        self.vector = other.vector.or(self.vector);
        self.mode = other.mode.or(self.mode.take());
        self.is_foreign |= other.is_foreign;
    }

    /// The type of the specifiers as the attributes change it. A vector is one
    /// of these, however the declarator goes on.
    pub fn base(&self, base: Type) -> Option<Type> {
        let Some(size) = self.vector else { return Some(base) };
        let of = base.basic()?;
        let lanes = size? / of.size();
        Some(Type { kind: Kind::Vector { of, lanes }, alias: None, align: None, ..base })
    }

    /// The type of the declared name as `mode` changes it.
    pub fn moded(&self, ty: Type) -> Option<Type> {
        let Some(mode) = &self.mode else { return Some(ty) };
        let (complex, basic) = match ty.kind {
            Kind::Basic(basic) => (false, basic),
            Kind::Complex(basic) => (true, basic),
            Kind::Pointer(_) if matches!(mode.as_str(), "DI" | "pointer") => return Some(ty),
            _ => return None,
        };
        let integer = |bytes| Basic::of_size(bytes, basic.is_unsigned());
        let (to_complex, changed) = match mode.as_str() {
            "QI" | "byte" => (false, integer(1)?),
            "HI" => (false, integer(2)?),
            "SI" => (false, integer(4)?),
            "DI" | "word" | "pointer" | "unwind_word" => (false, integer(8)?),
            "TI" => (false, integer(16)?),
            "HF" => (false, Basic::Float16),
            "SF" => (false, Basic::Float),
            "DF" => (false, Basic::Double),
            "XF" => (false, Basic::LongDouble),
            "TF" => (false, Basic::Float128),
            "SC" => (true, Basic::Float),
            "DC" => (true, Basic::Double),
            "XC" => (true, Basic::LongDouble),
            "TC" => (true, Basic::Float128),
            _ => return None,
        };
        let kind = if to_complex { Kind::Complex(changed) } else { Kind::Basic(changed) };
        (complex == to_complex && basic.is_integer() == changed.is_integer() && !basic.is_decimal())
            .then_some(Type { kind, alias: None, ..ty })
    }
}

impl Reader<'_> {
    /// Reads the attributes that stand next, if any.
    pub fn attributes(&mut self) -> Attributes {
        let mut attributes = Attributes::default();
        while self.kind() == kind::ATTRIBUTE {
            let Some(close) = self.closing_at(self.next + 1) else {
                self.next = self.end;
                break;
            };
            // Behind `((`, up to `))`.
            self.next = (self.next + 3).min(close);
            while self.next + 1 < close {
                self.attribute(close, &mut attributes);
            }
            self.next = close + 1;
        }
        attributes
    }

    fn attribute(&mut self, close: usize, attributes: &mut Attributes) {
        let name = self.text().trim_matches('_').to_owned();
        self.next += 1;
        let arguments = (self.kind() == kind::LEFT_PAREN).then(|| {
            let end = self.closing_at(self.next).unwrap_or(close);
            let inside = self.next + 1..end;
            self.next = (end + 1).min(close);
            inside
        });
        let value = |reader: &Self| {
            let value = reader.within(arguments.clone()?).whole_constant()?;
            u64::try_from(value).ok()
        };
        match name.as_str() {
            "packed" => attributes.packed = true,
            "aligned" if arguments.is_none() => attributes.align = attributes.align.and(Alignment::Bytes(16)),
            "aligned" => {
                let align = value(self).filter(|align| align.is_power_of_two() && *align < 1 << 29);
                attributes.align = attributes.align.and(align.map_or(Alignment::Unknown, Alignment::Bytes));
            }
            "vector_size" => {
                attributes.vector = Some(value(self).filter(|size| size.is_power_of_two()));
            }
            "mode" => {
                let word = arguments.map(|inside| self.text_at(inside.start).trim_matches('_').to_owned());
                attributes.mode = Some(word.unwrap_or_default());
            }
            "ms_struct" | "scalar_storage_order" | "address_space" => attributes.is_foreign = true,
            _ => {}
        }
        // To the next of the list.
        if self.next < close {
            self.next = self.find(close, &[kind::COMMA]) + 1;
        }
    }
}

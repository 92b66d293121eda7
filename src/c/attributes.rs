//! What attributes (GNU) say of types.

use super::ctype::{Basic, Kind, Type};
use super::literals;
use super::reader::Reader;
use super::tags::Alignment;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{Fragment, Node};

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
        if let Kind::Vector { of, lanes } = ty.kind {
            // The vector has as many bytes as it was said to have.
            let element = self.moded(of.into())?.basic()?;
            let lanes = lanes * of.size() / element.size();
            return Some(Type { kind: Kind::Vector { of: element, lanes }, ..ty });
        }
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
    /// What a node with attributes says.
    pub fn attributes(&self, node: Node<'_>) -> Attributes {
        let mut attributes = Attributes::default();
        let inside: Vec<usize> = self.tokens(node).collect();
        // Behind `__attribute__((`, up to `))`.
        let mut inside = inside.get(3..inside.len().saturating_sub(2)).unwrap_or_default();
        while let [name, rest @ ..] = inside {
            let close = rest.first().filter(|&&open| self.kind(open) == kind::LEFT_PAREN);
            let close = close.and_then(|&open| self.list.partner(open));
            let (arguments, rest) = match close {
                Some(close) => rest.split_at(rest.partition_point(|&at| at <= close)),
                None => (&[][..], rest),
            };
            self.attribute(self.text(*name), arguments, &mut attributes);
            // To the next of the list.
            let comma = rest.iter().position(|&at| self.kind(at) == kind::COMMA);
            inside = comma.map_or(&[], |comma| &rest[comma + 1..]);
        }
        attributes
    }

    /// One of them, with its arguments in parentheses.
    fn attribute(&self, name: &str, arguments: &[usize], attributes: &mut Attributes) {
        let inside = arguments.get(1..arguments.len().saturating_sub(1)).unwrap_or_default();
        let value = || {
            let (first, last) = (*inside.first()?, *inside.last()?);
            let value = match inside {
                [number] if self.kind(*number) == kind::INTEGER_CONSTANT => {
                    literals::number(self.text(*number))?.1?.integer()?
                }
                // The grammar leaves open what attributes say.
                _ => {
                    let tree = Fragment::Expression.parse(self.list, first..last + 1)?;
                    self.unobserved().constant(tree.top().next()?)?
                }
            };
            u64::try_from(value).ok()
        };
        match name.trim_matches('_') {
            "packed" => attributes.packed = true,
            "aligned" if arguments.is_empty() => {
                attributes.align = attributes.align.and(Alignment::Bytes(16))
            }
            "aligned" => {
                let align = value().filter(|align| align.is_power_of_two() && *align < 1 << 29);
                attributes.align = attributes.align.and(align.map_or(Alignment::Unknown, Alignment::Bytes));
            }
            "vector_size" => attributes.vector = Some(value().filter(|size| size.is_power_of_two())),
            "mode" => {
                let word = inside.first().map(|&word| self.text(word).trim_matches('_').to_owned());
                attributes.mode = Some(word.unwrap_or_default());
            }
            "ms_struct" | "scalar_storage_order" | "address_space" => attributes.is_foreign = true,
            _ => {}
        }
    }
}

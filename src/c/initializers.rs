//! How many elements an initialiser gives an array of unknown size (C17
//! 6.7.9).
//!
//! The current object moves through the array as its items are read: a braced
//! item is one element; without braces, an element that is an array or a
//! structure takes as many items as it has members; a designator moves to
//! another element, or into one, where the following items go on. The largest
//! index that is reached decides.

use super::Types;
use super::ctype::{Basic, Kind, Length, RecordId, Type};
use super::literals;
use super::reader::Reader;
use super::tags::Member;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{self, Node};

/// Arrays are no longer than this.
const LONGEST: u64 = 1 << 48;

impl Types<'_> {
    /// The type of an object with an initialiser: an array whose size is not
    /// given has that of its initialiser. It stays of unknown size if that
    /// could not be computed.
    pub(super) fn completed(&self, ty: Type, reader: &Reader<'_>, initializer: Node<'_>) -> Option<Type> {
        let Kind::Array { of, length: Length::Unknown } = &ty.kind else { return Some(ty) };
        let Some(count) = count(of, reader, initializer) else { return Some(ty) };
        let kind = Kind::Array { of: of.clone(), length: Length::constant(count) };
        Some(Type { kind, alias: None, ..ty })
    }
}

/// The number of elements of an array that an initialiser initialises.
pub(super) fn count(element: &Type, reader: &Reader<'_>, initializer: Node<'_>) -> Option<u64> {
    // A string may stand in parentheses or braces.
    let mut inner = initializer;
    while matches!(inner.kind(), tree::Kind::Parentheses | tree::Kind::Braces)
        && inner.children().len() == 1
        && let Some(only) = inner.children().next()
    {
        inner = only;
    }
    if let Some(length) = string(reader, element, inner) {
        return Some(length);
    }
    if initializer.kind() != tree::Kind::Braces {
        return match reader.operand(initializer).ty?.kind {
            Kind::Array { length, .. } => length.value(),
            _ => None,
        };
    }
    let items = initializer.children().collect();
    let mut items = Items { reader, items, next: 0, entered: None };
    items.all(element)
}

/// The length of an array of characters that a string literal initialises.
fn string(reader: &Reader<'_>, element: &Type, text: Node<'_>) -> Option<u64> {
    let basic = element.basic().filter(|_| text.kind() == tree::Kind::Text)?;
    let string = literals::string(reader.tokens(text).map(|at| reader.text(at)))?;
    let unit = string.element()?.basic()?;
    let fits = if unit == Basic::Char { basic.size() == 1 } else { basic.size() == unit.size() };
    match string.kind {
        Kind::Array { length, .. } if fits && basic.is_integer() && basic != Basic::Bool => length.value(),
        _ => None,
    }
}

/// What an item of an initialiser goes to.
#[derive(Clone, Copy)]
pub(super) enum Designator<'t> {
    /// `[3]`, and the last of `[1 ... 4]`.
    Index(Node<'t>, Option<Node<'t>>),
    /// `.name`, or GNU's `name:`: the token of the name.
    Member(usize),
}

/// An item of an initialiser.
pub(super) struct Entry<'t> {
    pub designators: Vec<Designator<'t>>,
    pub value: Node<'t>,
    /// Whether `=` stands behind the designators.
    pub is_standard: bool,
}

impl Reader<'_> {
    pub fn entry<'t>(&self, item: Node<'t>) -> Option<Entry<'t>> {
        if item.kind() != tree::Kind::Item {
            return Some(Entry { designators: Vec::new(), value: item, is_standard: true });
        }
        let designation = item.child(tree::Kind::Designation)?;
        let mut designators = Vec::new();
        for designator in designation.children() {
            let mut indexes = designator.children();
            designators.push(match indexes.next() {
                Some(index) => Designator::Index(index, indexes.next()),
                None => Designator::Member(designator.last()),
            });
        }
        if designators.is_empty() {
            designators.push(Designator::Member(designation.first()));
        }
        let is_standard = self.kind(designation.last()) == kind::ASSIGN;
        Some(Entry { designators, value: item.children().next_back()?, is_standard })
    }

    /// An index in a designator.
    pub fn index(&self, node: Node<'_>) -> Option<u64> {
        u64::try_from(self.unobserved().constant(node)?).ok()
    }
}

/// The items of an initialiser, and which is next.
struct Items<'a, 't> {
    reader: &'a Reader<'a>,
    items: Vec<Node<'t>>,
    next: usize,
    /// The item whose designators have been followed.
    entered: Option<usize>,
}

impl<'t> Items<'_, 't> {
    /// Whether the next item has designators that nobody has followed.
    fn is_designated(&self) -> bool {
        self.entered != Some(self.next)
            && self.items.get(self.next).is_some_and(|item| item.kind() == tree::Kind::Item)
    }

    /// Whether a part of the object whose braces these are goes on with the next item. A designator belongs to the
    /// whole.
    fn goes_on(&self) -> bool {
        self.next < self.items.len() && !self.is_designated()
    }

    /// Takes all items, which are those of an array of unknown size. Gives the number of its elements.
    fn all(&mut self, of: &Type) -> Option<u64> {
        let (mut index, mut most) = (0, 0);
        while self.next < self.items.len() {
            let start = self.next;
            if self.is_designated() {
                let entry = self.reader.entry(self.items[start])?;
                let [Designator::Index(first, last), rest @ ..] = &entry.designators[..] else { return None };
                index = self.reader.index(last.unwrap_or(*first))?;
                self.entered = Some(start);
                self.designated(of, rest)?;
            } else {
                self.item(of)?;
            }
            self.has_advanced(start, index)?;
            index += 1;
            most = most.max(index);
        }
        Some(most)
    }

    /// Takes the items of an array without braces of its own, from an index on.
    fn elements(&mut self, of: &Type, length: Option<u64>, from: u64) -> Option<()> {
        let mut index = from;
        while length.is_none_or(|length| index < length) && self.goes_on() {
            let start = self.next;
            self.item(of)?;
            self.has_advanced(start, index)?;
            index += 1;
        }
        Some(())
    }

    /// `None` for an element without any members, which takes no items, and for arrays that are too long.
    fn has_advanced(&self, start: usize, index: u64) -> Option<()> {
        (self.next > start && index < LONGEST).then_some(())
    }

    /// Takes what designators say, and what follows of the object that they lead into, or its value.
    fn designated(&mut self, ty: &Type, designators: &[Designator<'t>]) -> Option<()> {
        let Some((first, rest)) = designators.split_first() else { return self.item(ty) };
        match (first, &ty.kind) {
            (Designator::Index(first, last), Kind::Array { of, length }) => {
                let index = self.reader.index(last.unwrap_or(*first))?;
                self.designated(of, rest)?;
                self.elements(of, length.value(), index + 1)?;
            }
            (Designator::Member(name), Kind::Record(id)) => {
                let next = self.designated_member(*id, self.reader.text(*name), rest)?;
                self.members(*id, next)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Takes the value of the member that a designator names. Gives the index of the next member.
    fn designated_member(&mut self, id: RecordId, name: &str, rest: &[Designator<'t>]) -> Option<usize> {
        let types = self.reader.types;
        let members = types.record(id).members.as_ref()?;
        for (at, member) in members.iter().enumerate() {
            if member.name.as_deref() == Some(name) {
                self.designated(member.ty.as_ref()?, rest)?;
                return Some(at + 1);
            }
            let ty = member.ty.as_ref()?;
            if member.name.is_none()
                && let Kind::Record(inner) = ty.kind
                && types.member(ty, name).is_some()
            {
                let next = self.designated_member(inner, name, rest)?;
                self.members(inner, next)?;
                return Some(at + 1);
            }
        }
        None
    }

    /// Takes the items of a structure or union without braces of its own, from a member on.
    fn members(&mut self, id: RecordId, from: usize) -> Option<()> {
        let record = self.reader.types.record(id);
        let is_initialized = |member: &&Member| member.name.is_some() || member.bits.is_none();
        // Of a union, there is one in all.
        let count = if record.is_union { 1 - from.min(1) } else { usize::MAX };
        for member in record.members.as_ref()?.iter().skip(from).filter(is_initialized).take(count) {
            if !self.goes_on() {
                break;
            }
            self.item(member.ty.as_ref()?)?;
        }
        Some(())
    }

    /// Takes the items of one object.
    fn item(&mut self, ty: &Type) -> Option<()> {
        let value = self.reader.entry(*self.items.get(self.next)?)?.value;
        let is_braced = value.kind() == tree::Kind::Braces;
        match &ty.kind {
            // What is in braces is not needed to find the next item.
            Kind::Array { of, length } if !is_braced && string(self.reader, of, value).is_none() => {
                let reader = self.reader;
                return reader.deeper(|| self.elements(of, length.value(), 0))?;
            }
            Kind::Record(id) if !is_braced && !self.is_whole(value, *id)? => {
                let reader = self.reader;
                return reader.deeper(|| self.members(*id, 0))?;
            }
            Kind::Opaque(_) if !is_braced => return None,
            _ => {}
        }
        self.next += 1;
        Some(())
    }

    /// Whether a value is all of a structure.
    fn is_whole(&self, value: Node<'_>, id: RecordId) -> Option<bool> {
        Some(matches!(self.reader.operand(value).ty?.kind, Kind::Record(other) if other == id))
    }
}

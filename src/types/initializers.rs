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

/// Arrays are no longer than this.
const LONGEST: u64 = 1 << 48;

impl Types<'_> {
    /// The type of an object with an initialiser: an array whose size is not
    /// given has that of its initialiser. It stays of unknown size if that
    /// could not be computed.
    pub(super) fn completed(&self, ty: Type, initializer: &Reader<'_>) -> Option<Type> {
        let Kind::Array { of, length: Length::Unknown } = &ty.kind else { return Some(ty) };
        let Some(count) = count(of, initializer.clone()) else { return Some(ty) };
        let kind = Kind::Array { of: of.clone(), length: Length::constant(count) };
        Some(Type { kind, alias: None, ..ty })
    }
}

/// The number of elements of an array that all of a reader's tokens
/// initialise.
pub(super) fn count(element: &Type, mut reader: Reader<'_>) -> Option<u64> {
    reader.depth = 0;
    // A string may stand in parentheses or braces.
    let mut inner = reader.clone();
    while matches!(inner.kind(), kind::LEFT_PAREN | kind::LEFT_BRACE)
        && inner.closing_at(inner.next).is_some_and(|close| close + 1 == inner.end)
    {
        inner = inner.within(inner.next + 1..inner.end - 1);
        if inner.kind_at(inner.end.wrapping_sub(1)) == kind::COMMA {
            inner = inner.within(inner.next..inner.end - 1);
        }
    }
    let mut items = Items { reader };
    if inner.kind() == kind::STRING_LITERAL {
        let mut string = Items { reader: inner };
        if let Some(length) = string.string(element)
            && string.reader.is_done()
        {
            return Some(length);
        }
    }
    if !items.reader.take(kind::LEFT_BRACE) {
        let ty = items.reader.whole_expression()?.ty?;
        return match ty.kind {
            Kind::Array { length, .. } => length.value(),
            _ => None,
        };
    }
    let count = items.elements(element, None, Braces::Own, 0)?;
    items.reader.take(kind::COMMA);
    items.reader.expect(kind::RIGHT_BRACE)?;
    items.reader.is_done().then_some(count)
}

/// Whose the braces around some items are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Braces {
    /// Those of the object that takes the items.
    Own,
    /// Those of an object around it, whose next item this object begins with.
    Elided,
    /// The same, behind a designator into it: a comma comes first.
    Continued,
}

/// The items of an initialiser that are left.
struct Items<'a> {
    reader: Reader<'a>,
}

impl Items<'_> {
    /// Whether no item is left in these braces.
    fn is_at_end(&self) -> bool {
        let reader = &self.reader;
        let ends = |token| matches!(token, kind::RIGHT_BRACE | kind::EOF);
        ends(reader.kind()) || reader.kind() == kind::COMMA && ends(reader.kind_at(reader.next + 1))
    }

    /// Whether a designator stands at a position.
    fn is_designator(&self, at: usize) -> bool {
        let reader = &self.reader;
        matches!(reader.kind_at(at), kind::LEFT_BRACKET | kind::DOT)
            || reader.kind_at(at) == kind::IDENTIFIER && reader.kind_at(at + 1) == kind::COLON
    }

    /// Takes the comma in front of the next item, if the object goes on with
    /// it. A designator belongs to the object whose braces these are.
    fn goes_on(&mut self, braces: Braces, is_first: bool) -> Option<bool> {
        if self.is_at_end() {
            return Some(false);
        }
        let comma = usize::from(!is_first || braces == Braces::Continued);
        if braces != Braces::Own && self.is_designator(self.reader.next + comma) {
            return Some(false);
        }
        if comma == 1 {
            self.reader.expect(kind::COMMA)?;
        }
        Some(true)
    }

    /// Takes the items of an array from an index on. Gives the number of its
    /// elements as far as they are initialised.
    fn elements(&mut self, of: &Type, length: Option<u64>, braces: Braces, from: u64) -> Option<u64> {
        let mut index = from;
        let mut most = from;
        let mut is_first = true;
        loop {
            let is_full = length.is_some_and(|length| index >= length);
            if braces != Braces::Own && is_full || !self.goes_on(braces, is_first)? {
                return Some(most);
            }
            is_first = false;
            let start = self.reader.next;
            if self.reader.kind() == kind::LEFT_BRACKET && braces == Braces::Own {
                index = self.index()?;
                self.designated(of)?;
            } else if self.is_designator(start) {
                return None;
            } else if is_full {
                self.skip(); // too many: gcc drops them
            } else {
                self.item(of)?;
            }
            // Elements without any members take no items.
            if self.reader.next == start || index >= LONGEST {
                return None;
            }
            index += 1;
            most = most.max(index);
        }
    }

    /// `[3]` or `[1 ... 4]`: the last index.
    fn index(&mut self) -> Option<u64> {
        let close = self.reader.closing_at(self.reader.next)?;
        let inside = self.reader.within(self.reader.next + 1..close);
        let dots = inside.find(close, &[kind::ELLIPSIS]);
        let last = if dots < close { dots + 1 } else { inside.next };
        self.reader.next = close + 1;
        u64::try_from(inside.within(last..close).whole_constant()?).ok()
    }

    /// Takes what follows a designator: more designators into the object, or
    /// its value.
    fn designated(&mut self, ty: &Type) -> Option<()> {
        match (self.reader.kind(), &ty.kind) {
            (kind::LEFT_BRACKET, Kind::Array { of, length }) => {
                let index = self.index()?;
                self.designated(of)?;
                self.elements(of, length.value(), Braces::Continued, index + 1)?;
            }
            (kind::DOT, Kind::Record(id)) => {
                let name = self.reader.text_at(self.reader.next + 1);
                let next = self.designated_member(*id, name, 2)?;
                self.members(*id, Braces::Continued, next)?;
            }
            (kind::LEFT_BRACKET | kind::DOT, _) => return None,
            _ => {
                self.reader.take(kind::ASSIGN);
                self.item(ty)?;
            }
        }
        Some(())
    }

    /// Takes the value of the member that a designator names, of so many
    /// tokens. Gives the index of the next member.
    fn designated_member(&mut self, id: RecordId, name: &str, tokens: usize) -> Option<usize> {
        let types = self.reader.types;
        let members = types.record(id).members.as_ref()?;
        for (at, member) in members.iter().enumerate() {
            if member.name.as_deref() == Some(name) {
                self.reader.next += tokens;
                self.designated(member.ty.as_ref()?)?;
                return Some(at + 1);
            }
            let ty = member.ty.as_ref()?;
            if member.name.is_none()
                && let Kind::Record(inner) = ty.kind
                && types.member(ty, name).is_some()
            {
                let next = self.designated_member(inner, name, tokens)?;
                self.members(inner, Braces::Continued, next)?;
                return Some(at + 1);
            }
        }
        None
    }

    /// Takes the items of a structure or union from a member on.
    fn members(&mut self, id: RecordId, braces: Braces, from: usize) -> Option<()> {
        let record = self.reader.types.record(id);
        let members = record.members.as_ref()?;
        let is_initialized = |member: &&Member| member.name.is_some() || member.bits.is_none();
        let mut next = from;
        let mut is_first = true;
        loop {
            // The members that are left; of a union, there is one in all.
            let member = members.iter().enumerate().skip(next).find(|(_, member)| is_initialized(member));
            let member = member.filter(|_| !record.is_union || next == 0);
            if braces != Braces::Own && member.is_none() || !self.goes_on(braces, is_first)? {
                return Some(());
            }
            is_first = false;
            let token = self.reader.kind();
            if braces == Braces::Own && self.is_designator(self.reader.next) {
                let (name, tokens) = match token {
                    kind::DOT => (self.reader.text_at(self.reader.next + 1), 2),
                    kind::IDENTIFIER => (self.reader.text(), 2),
                    _ => return None,
                };
                next = self.designated_member(id, name, tokens)?;
                continue;
            }
            match member {
                Some((at, member)) => {
                    self.item(member.ty.as_ref()?)?;
                    next = at + 1;
                }
                None => self.skip(),
            }
        }
    }

    /// Takes the items of one object.
    fn item(&mut self, ty: &Type) -> Option<()> {
        if self.reader.depth > 100 {
            return None;
        }
        self.reader.depth += 1;
        let result = self.object(ty);
        self.reader.depth -= 1;
        result
    }

    fn object(&mut self, ty: &Type) -> Option<()> {
        let is_braced = self.reader.kind() == kind::LEFT_BRACE;
        match &ty.kind {
            Kind::Array { of, length } => {
                if self.string(of).is_some() {
                    return Some(());
                }
                if !is_braced {
                    self.elements(of, length.value(), Braces::Elided, 0)?;
                    return Some(());
                }
                // What is in the braces is not needed to find their end.
                self.skip();
            }
            Kind::Record(_) if is_braced => self.skip(),
            Kind::Record(id) => {
                let end = self.reader.find(self.reader.end, &[kind::COMMA]);
                let value = self.reader.within(self.reader.next..end).whole_expression()?;
                match value.ty.as_ref()?.kind {
                    Kind::Record(other) if other == *id => self.skip(),
                    _ => self.members(*id, Braces::Elided, 0)?,
                }
            }
            Kind::Opaque(_) if !is_braced => return None,
            _ => self.skip(),
        }
        Some(())
    }

    /// Takes the string literals that initialise an array of characters, if
    /// that is what stands next; gives their length.
    fn string(&mut self, element: &Type) -> Option<u64> {
        let basic = element.basic()?;
        let start = self.reader.next;
        let mut end = start;
        while self.reader.kind_at(end) == kind::STRING_LITERAL {
            end += 1;
        }
        let follows = self.reader.kind_at(end);
        if end == start || !matches!(follows, kind::COMMA | kind::RIGHT_BRACE | kind::EOF) {
            return None;
        }
        let string = literals::string((start..end).map(|at| self.reader.text_at(at)))?;
        let unit = string.element()?.basic()?;
        let fits = if unit == Basic::Char { basic.size() == 1 } else { basic.size() == unit.size() };
        let length = match string.kind {
            Kind::Array { length, .. } if fits && basic.is_integer() && basic != Basic::Bool => {
                length.value()?
            }
            _ => return None,
        };
        self.reader.next = end;
        Some(length)
    }

    /// Takes an item without a look.
    fn skip(&mut self) {
        self.reader.next = self.reader.find(self.reader.end, &[kind::COMMA]);
    }
}

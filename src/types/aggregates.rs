//! What an initialiser gives to which part of an object (C17 6.7.9).
//!
//! Inside braces there is a current object, given by the way to it from the
//! object whose braces these are. A designator sets it; a value goes to it, or
//! to the first part of it that can take the value; then the next is current.
//! C++ knows no more of designators than `.name` in the order of the members;
//! an initialiser with others is taken down with the place of each item.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Types;
use super::ctype::{Basic, Kind, Length, RecordId, Type};
use super::operand::Operand;
use super::reader::Reader;
use super::sites::{Item, Site};
use super::tags::Member;
use crate::syntax::generated::open_mpc as kind;

/// An initialiser with more elements than this is not written out.
const LONGEST: u64 = 1 << 12;

/// A part of an object: what it is a part of, and its index there.
#[derive(Clone, Debug)]
struct Step {
    of: Type,
    index: u64,
}

impl Types<'_> {
    /// The type of an element or member, by its index.
    fn part(&self, ty: &Type, index: u64) -> Option<Type> {
        match &ty.kind {
            Kind::Array { of, length } => {
                length.value().is_none_or(|length| index < length).then(|| (**of).clone())
            }
            Kind::Record(id) => self.initialized_members(*id).nth(usize::try_from(index).ok()?)?.ty.clone(),
            Kind::Vector { of, lanes } => (index < *lanes).then(|| Type::from(*of)),
            _ => None,
        }
    }

    /// The members that an initialiser counts: not the unnamed bit-fields.
    fn initialized_members(&self, id: RecordId) -> impl Iterator<Item = &Member> {
        let members = self.record(id).members.iter().flatten();
        members.filter(|member| member.name.is_some() || member.bits.is_none())
    }

    /// The way to a member by its name, through members without one.
    fn way_to(&self, ty: &Type, name: &str) -> Option<Vec<Step>> {
        let Kind::Record(id) = ty.kind else { return None };
        for (index, member) in self.initialized_members(id).enumerate() {
            let step = Step { of: ty.clone(), index: index as u64 };
            if member.name.as_deref() == Some(name) {
                return Some(vec![step]);
            }
            if member.name.is_none()
                && let Some(rest) = self.way_to(member.ty.as_ref()?, name)
            {
                return Some(std::iter::once(step).chain(rest).collect());
            }
        }
        None
    }

    /// The name of a member by its index among those that are initialised.
    pub fn initialized_name(&self, ty: &Type, index: u64) -> Option<&str> {
        let Kind::Record(id) = ty.kind else { return None };
        self.initialized_members(id).nth(usize::try_from(index).ok()?)?.name.as_deref()
    }

    fn is_aggregate(ty: &Type) -> bool {
        matches!(ty.kind, Kind::Array { .. } | Kind::Record(_))
    }
}

/// The items in one pair of braces, while they are read.
struct Braces {
    ty: Type,
    current: Vec<Step>,
    items: BTreeMap<u64, Item>,
    /// Whether C++ takes the designators as they are.
    is_plain: bool,
    last: Option<u64>,
    /// A member of a union other than the first.
    has_designators: bool,
}

impl Reader<'_> {
    /// Takes down what an initialiser of an object converts, and how it is
    /// arranged.
    pub(super) fn initialize(&self, range: &Range<usize>, ty: &Type) {
        if self.observer.is_some() {
            self.item(range, ty, true);
        }
    }

    /// One item for an object. Gives how it is arranged, and whether C++ takes
    /// the arrangement.
    fn item(&self, range: &Range<usize>, ty: &Type, is_whole: bool) -> Option<(Item, bool)> {
        let mut inside = self.within(range.clone());
        if inside.kind() == kind::LEFT_BRACE {
            return inside.deeper(|inside| inside.braced(ty, is_whole));
        }
        let value = inside.whole_expression();
        self.leaf(range, ty, value.as_ref(), !is_whole);
        Some((Item::Value(self.tokens(range)), true))
    }

    /// A value for an object that it fits.
    fn leaf(&self, range: &Range<usize>, ty: &Type, value: Option<&Operand>, in_braces: bool) {
        self.convert(range.clone(), value, Some(ty), in_braces);
        let is_text = self.kind_at(range.start) == kind::STRING_LITERAL;
        if let (true, Kind::Array { length: Length::Bound(bound), .. }) = (is_text, &ty.kind)
            && let Some(given) = value.and_then(|value| Some(value.ty.as_ref()?.clone()))
            && let (Kind::Array { length, .. }, Some(room)) = (&given.kind, bound.value)
            && length.value().is_some_and(|given| given > room)
        {
            self.tell(|| Site::LongText { tokens: self.tokens(range), length: room });
        }
    }

    fn braced(&mut self, ty: &Type, is_outermost: bool) -> Option<(Item, bool)> {
        let close = self.closing_at(self.next)?;
        let whole = self.next..close + 1;
        let inside = self.next + 1..close;
        self.next = close + 1;
        let is_text = self.kind_at(inside.start) == kind::STRING_LITERAL;
        if !Types::is_aggregate(ty) || is_text && takes_text(ty) {
            // Braces around one value.
            let end = self.lexemes.find(inside.start, inside.end, &[kind::COMMA]);
            if inside.start < end {
                self.item(&(inside.start..end), ty, false);
            }
            return Some((Item::Value(self.tokens(&whole)), true));
        }
        let mut braces = Braces {
            ty: ty.clone(),
            current: vec![Step { of: ty.clone(), index: 0 }],
            items: BTreeMap::new(),
            is_plain: true,
            last: None,
            has_designators: false,
        };
        let mut at = inside.start;
        let mut is_known = true;
        while at < inside.end {
            let end = self.lexemes.find(at, inside.end, &[kind::COMMA]);
            is_known = is_known && self.entry(&mut braces, at..end).is_some();
            if !is_known {
                // What it goes to is not known; conversions in it are.
                let value = self.behind_designators(at, end).unwrap_or(at);
                let mut rest = self.within(value..end);
                if rest.kind() != kind::LEFT_BRACE {
                    rest.whole_expression();
                }
            }
            at = end + 1;
        }
        let is_plain = braces.is_plain || !is_known;
        let item = Item::List(ty.clone(), braces.items);
        if is_outermost && !is_plain {
            self.tell(|| Site::Initializer { tokens: self.tokens(&whole), items: item.clone() });
        }
        if is_plain && !is_outermost && is_known && !braces.has_designators {
            // Nothing inside changes, wherever it goes.
            return Some((Item::Value(self.tokens(&whole)), true));
        }
        is_known.then_some((item, is_plain))
    }

    /// Where the value begins behind designators.
    fn behind_designators(&self, mut at: usize, end: usize) -> Option<usize> {
        if self.kind_at(at) == kind::IDENTIFIER && self.kind_at(at + 1) == kind::COLON {
            return Some(at + 2);
        }
        while at < end {
            match self.kind_at(at) {
                kind::LEFT_BRACKET => at = self.lexemes.closing(at, end)? + 1,
                kind::DOT => at += 2,
                kind::ASSIGN => return Some(at + 1),
                _ => break,
            }
        }
        Some(at)
    }

    /// One item in braces.
    fn entry(&self, braces: &mut Braces, range: Range<usize>) -> Option<()> {
        let value = self.behind_designators(range.start, range.end)?;
        let designators = range.start..value;
        let mut last_index = None;
        if !designators.is_empty() {
            let (way, last) = self.designation(&braces.ty, designators.clone())?;
            last_index = last;
            let is_single = way.len() == 1 && last.is_none();
            let is_ordered = braces.last.is_none_or(|last| last < way[0].index);
            // GNU's older form, `name: value`.
            let is_standard = self.kind_at(designators.end - 1) == kind::ASSIGN;
            let is_union = matches!(way[0].of.kind, Kind::Record(id) if self.types.record(id).is_union);
            let is_array = matches!(way[0].of.kind, Kind::Array { .. });
            let follows = braces.last.map_or(0, |last| last + 1) == way[0].index;
            braces.is_plain &= is_single
                && is_standard
                && (is_ordered && (!is_array || follows) || is_union && braces.last.is_none());
            braces.has_designators = true;
            braces.current = way;
        } else {
            self.overflow(braces)?;
        }
        let mut ty = self.types.part(&braces.current.last()?.of, braces.current.last()?.index)?;
        let body = value..range.end;
        let (item, is_plain) = if self.kind_at(value) == kind::LEFT_BRACE {
            self.item(&body, &ty, false)?
        } else {
            let mut inside = self.within(body.clone());
            let operand = inside.whole_expression();
            let is_text = self.kind_at(value) == kind::STRING_LITERAL;
            while Types::is_aggregate(&ty)
                && !(is_text && takes_text(&ty))
                && !self.is_whole(&operand, &ty)?
            {
                braces.current.push(Step { of: ty.clone(), index: 0 });
                ty = self.types.part(&ty, 0)?;
            }
            self.leaf(&body, &ty, operand.as_ref(), true);
            (Item::Value(self.tokens(&body)), true)
        };
        braces.is_plain &= is_plain;
        let way: Vec<u64> = braces.current.iter().map(|step| step.index).collect();
        braces.last = way.first().copied();
        let mut list = braces.current.clone();
        place(&mut braces.items, &list, &way, item.clone())?;
        if let (Some(last), Some(step)) = (last_index, list.last_mut()) {
            // `[1 ... 4]`: all of them have it.
            if last > step.index + LONGEST || list.len() > 1 {
                return None;
            }
            for index in way[0] + 1..=last {
                place(&mut braces.items, &braces.current, &[index], item.clone())?;
            }
            braces.current[0].index = last;
            braces.last = Some(last);
        }
        self.advance(&mut braces.current);
        Some(())
    }

    /// Whether a value initialises a structure as a whole.
    fn is_whole(&self, value: &Option<Operand>, ty: &Type) -> Option<bool> {
        let given = value.as_ref()?.ty.as_ref()?;
        Some(match (&given.kind, &ty.kind) {
            (Kind::Record(a), Kind::Record(b)) => a == b,
            (Kind::Array { .. }, Kind::Array { .. }) => value.as_ref()?.is_lvalue && !value.as_ref()?.is_text,
            _ => false,
        })
    }

    fn advance(&self, current: &mut [Step]) {
        if let Some(step) = current.last_mut() {
            step.index += 1;
        }
    }

    /// Goes out of the parts that have all they can take.
    fn overflow(&self, braces: &mut Braces) -> Option<()> {
        while let Some(step) = braces.current.last() {
            let is_union = matches!(step.of.kind, Kind::Record(id) if self.types.record(id).is_union);
            let has_next = self.types.part(&step.of, step.index).is_some() && !(is_union && step.index > 0);
            if has_next {
                return Some(());
            }
            if braces.current.len() == 1 {
                return None;
            }
            braces.current.pop();
            self.advance(&mut braces.current);
        }
        None
    }

    /// The way that designators name; of a range of indexes, also the last.
    fn designation(&self, ty: &Type, range: Range<usize>) -> Option<(Vec<Step>, Option<u64>)> {
        let mut way: Vec<Step> = Vec::new();
        let mut last = None;
        let mut ty = ty.clone();
        let mut at = range.start;
        while at < range.end {
            match self.kind_at(at) {
                kind::LEFT_BRACKET => {
                    let close = self.lexemes.closing(at, range.end)?;
                    let dots = self.lexemes.find(at + 1, close, &[kind::ELLIPSIS]);
                    let index =
                        |range: Range<usize>| u64::try_from(self.unobserved(range).whole_constant()?).ok();
                    way.push(Step { of: ty.clone(), index: index(at + 1..dots)? });
                    last = if dots < close { Some(index(dots + 1..close)?) } else { None };
                    at = close + 1;
                }
                kind::DOT => {
                    way.extend(self.types.way_to(&ty, self.text_at(at + 1))?);
                    at += 2;
                }
                kind::IDENTIFIER => {
                    way.extend(self.types.way_to(&ty, self.text_at(at))?);
                    at += 2;
                }
                _ => break,
            }
            ty = self.types.part(&way.last()?.of, way.last()?.index)?;
        }
        (!way.is_empty()).then_some((way, last))
    }
}

/// Puts an item to its place; what was there is overridden, but for the parts
/// that the item is not about.
fn place(items: &mut BTreeMap<u64, Item>, steps: &[Step], way: &[u64], item: Item) -> Option<()> {
    let (first, rest) = way.split_first()?;
    if *first > LONGEST {
        return None;
    }
    if rest.is_empty() {
        items.insert(*first, item);
        return Some(());
    }
    let inner = items.entry(*first).or_insert_with(|| Item::List(steps[1].of.clone(), BTreeMap::new()));
    if let Item::Value(_) = inner {
        *inner = Item::List(steps[1].of.clone(), BTreeMap::new());
    }
    match inner {
        Item::List(_, items) => place(items, &steps[1..], rest, item),
        Item::Value(_) => None,
    }
}

/// Whether a string literal initialises an object of a type as a whole.
fn takes_text(ty: &Type) -> bool {
    let element = ty.element().and_then(Type::basic);
    element.is_some_and(|basic| basic.is_integer() && basic.size() <= 4 && basic != Basic::Bool)
}

//! What an initialiser gives to which part of an object (C17 6.7.9).
//!
//! Inside braces there is a current object, given by the way to it from the
//! object whose braces these are. A designator sets it; a value goes to it, or
//! to the first part of it that can take the value; then the next is current.
//! C++ knows no more of designators than `.name` in the order of the members;
//! an initialiser with others is taken down with the place of each item.

use std::collections::BTreeMap;

use super::Types;
use super::ctype::{Basic, Kind, Length, RecordId, Type};
use super::differences::{Difference, Item};
use super::initializers::{Designator, Entry};
use super::operand::Operand;
use super::reader::Reader;
use super::statements::has_effects;
use super::tags::Member;
use crate::syntax::tree::{self, Node};

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

    pub fn is_union(&self, ty: &Type) -> bool {
        matches!(ty.kind, Kind::Record(id) if self.record(id).is_union)
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
    pub(super) fn initialize(&self, initializer: Node<'_>, ty: &Type) {
        if self.observer.is_some() {
            self.item(initializer, ty, true);
        }
    }

    /// One item for an object. Gives how it is arranged, and whether C++ takes
    /// the arrangement.
    fn item(&self, value: Node<'_>, ty: &Type, is_whole: bool) -> Option<(Item, bool)> {
        if value.kind() == tree::Kind::Braces {
            return self.deeper(|| self.braced(value, ty, is_whole))?;
        }
        self.leaf(value, ty, &self.operand(value), !is_whole);
        Some((Item::Value(value.tokens()), true))
    }

    /// A value for an object that it fits.
    fn leaf(&self, node: Node<'_>, ty: &Type, value: &Operand, in_braces: bool) {
        self.convert(node, value, Some(ty), in_braces);
        if node.bare().kind() == tree::Kind::Text && matches!(ty.kind, Kind::Array { .. }) {
            self.tell(|| Difference::ArrayText(node.bare().first()));
        }
        if let (tree::Kind::Text, Kind::Array { length: Length::Bound(bound), .. }) = (node.kind(), &ty.kind)
            && let (Some(Kind::Array { length, .. }), Some(room)) =
                (value.ty.as_ref().map(|ty| &ty.kind), bound.value)
            && length.value().is_some_and(|given| given > room)
        {
            self.tell(|| Difference::LongText { tokens: node.tokens(), length: room });
        }
    }

    fn braced(&self, node: Node<'_>, ty: &Type, is_outermost: bool) -> Option<(Item, bool)> {
        let whole = || Item::Value(node.tokens());
        let is_text = node.children().next().is_some_and(|first| first.bare().kind() == tree::Kind::Text);
        if !Types::is_aggregate(ty) || is_text && takes_text(ty) {
            // Braces around one value.
            if let Some(first) = node.children().next() {
                self.item(first, ty, false);
            }
            return Some((whole(), true));
        }
        let mut braces = Braces {
            ty: ty.clone(),
            current: vec![Step { of: ty.clone(), index: 0 }],
            items: BTreeMap::new(),
            is_plain: true,
            last: None,
            has_designators: false,
        };
        let mut is_known = true;
        for item in node.children() {
            let Some(entry) = self.entry(item) else { continue };
            is_known = is_known && self.take_entry(&mut braces, &entry).is_some();
            if !is_known && entry.value.kind() != tree::Kind::Braces {
                // What it goes to is not known; conversions in it are.
                self.operand(entry.value);
            }
        }
        let is_plain = braces.is_plain || !is_known;
        let item = Item::List(ty.clone(), braces.items);
        if is_outermost && !is_plain {
            self.tell(|| Difference::Initializer { tokens: node.tokens(), items: item.clone() });
        }
        if is_plain && !is_outermost && is_known && !braces.has_designators {
            // Nothing inside changes, wherever it goes, unless a later item is for a part of it.
            let Item::List(ty, items) = item else { return None };
            return Some((Item::Braces(node.tokens(), ty, items), true));
        }
        is_known.then_some((item, is_plain))
    }

    /// One item in braces.
    fn take_entry(&self, braces: &mut Braces, entry: &Entry<'_>) -> Option<()> {
        let mut last_index = None;
        if entry.designators.is_empty() {
            if !self.overflow(braces)? {
                // Compilers leave out what is too much.
                self.operand(entry.value);
                braces.is_plain = false;
                return (!has_effects(entry.value)).then_some(());
            }
        } else {
            let (way, last) = self.designation(&braces.ty, &entry.designators)?;
            last_index = last;
            let is_single = way.len() == 1 && last.is_none();
            let is_ordered = braces.last.is_none_or(|last| last < way[0].index);
            let is_union = self.types.is_union(&way[0].of);
            let is_array = matches!(way[0].of.kind, Kind::Array { .. });
            let follows = braces.last.map_or(0, |last| last + 1) == way[0].index;
            braces.is_plain &= is_single
                // GNU's older form is `name: value`.
                && entry.is_standard
                && if is_union { braces.last.is_none() } else { is_ordered && (!is_array || follows) };
            braces.has_designators = true;
            braces.current = way;
        }
        let mut ty = self.types.part(&braces.current.last()?.of, braces.current.last()?.index)?;
        let value = entry.value;
        let (item, is_plain) = if value.kind() == tree::Kind::Braces {
            self.item(value, &ty, false)?
        } else {
            let operand = self.operand(value);
            let is_text = value.bare().kind() == tree::Kind::Text;
            while Types::is_aggregate(&ty)
                && !(is_text && takes_text(&ty))
                && !self.is_whole(&operand, &ty)?
            {
                braces.current.push(Step { of: ty.clone(), index: 0 });
                ty = self.types.part(&ty, 0)?;
            }
            self.leaf(value, &ty, &operand, true);
            (Item::Value(value.tokens()), true)
        };
        braces.is_plain &= is_plain;
        let way: Vec<u64> = braces.current.iter().map(|step| step.index).collect();
        braces.last = way.first().copied();
        let list = braces.current.clone();
        place(self.types, &mut braces.items, &list, &way, item.clone())?;
        if let (Some(last), Some(step)) = (last_index, list.last()) {
            // `[1 ... 4]`: all of them have it.
            // They all have the value of one evaluation.
            if last > step.index + LONGEST || list.len() > 1 || last > step.index && has_effects(value) {
                return None;
            }
            for index in way[0] + 1..=last {
                place(self.types, &mut braces.items, &braces.current, &[index], item.clone())?;
            }
            braces.current[0].index = last;
            braces.last = Some(last);
        }
        self.advance(&mut braces.current);
        Some(())
    }

    /// Whether a value initialises a structure as a whole.
    fn is_whole(&self, value: &Operand, ty: &Type) -> Option<bool> {
        Some(match (&value.ty.as_ref()?.kind, &ty.kind) {
            (Kind::Record(a), Kind::Record(b)) => a == b,
            (Kind::Array { .. }, Kind::Array { .. }) => value.is_lvalue && !value.is_text,
            _ => false,
        })
    }

    fn advance(&self, current: &mut [Step]) {
        if let Some(step) = current.last_mut() {
            step.index += 1;
        }
    }

    /// Goes out of the parts that have all they can take. Says whether there is another.
    fn overflow(&self, braces: &mut Braces) -> Option<bool> {
        while let Some(step) = braces.current.last() {
            let is_union = self.types.is_union(&step.of);
            let has_next = self.types.part(&step.of, step.index).is_some() && !(is_union && step.index > 0);
            if has_next {
                return Some(true);
            }
            if braces.current.len() == 1 {
                return Types::is_aggregate(&step.of).then_some(false);
            }
            braces.current.pop();
            self.advance(&mut braces.current);
        }
        None
    }

    /// The way that designators name; of a range of indexes, also the last.
    fn designation(&self, ty: &Type, designators: &[Designator<'_>]) -> Option<(Vec<Step>, Option<u64>)> {
        let mut way: Vec<Step> = Vec::new();
        let mut last = None;
        let mut ty = ty.clone();
        for designator in designators {
            match *designator {
                Designator::Index(first, to) => {
                    way.push(Step { of: ty.clone(), index: self.index(first)? });
                    last = match to {
                        Some(to) => Some(self.index(to)?),
                        None => None,
                    };
                }
                Designator::Member(name) => way.extend(self.types.way_to(&ty, self.text(name))?),
            }
            ty = self.types.part(&way.last()?.of, way.last()?.index)?;
        }
        Some((way, last))
    }
}

/// Puts an item to its place; what was there is overridden, but for the parts
/// that the item is not about. `None` if it is for a part of a value.
fn place(
    types: &Types<'_>,
    items: &mut BTreeMap<u64, Item>,
    steps: &[Step],
    way: &[u64],
    item: Item,
) -> Option<()> {
    let (first, rest) = way.split_first()?;
    if *first > LONGEST {
        return None;
    }
    if types.is_union(&steps.first()?.of) {
        items.retain(|index, _| index == first);
    }
    if rest.is_empty() {
        items.insert(*first, item);
        return Some(());
    }
    let inner = items.entry(*first).or_insert_with(|| Item::List(steps[1].of.clone(), BTreeMap::new()));
    if let Item::Braces(_, ty, items) = inner {
        *inner = Item::List(ty.clone(), std::mem::take(items));
    }
    match inner {
        Item::List(_, items) => place(types, items, &steps[1..], rest, item),
        Item::Value(_) | Item::Braces(..) => None,
    }
}

/// Whether a string literal initialises an object of a type as a whole.
fn takes_text(ty: &Type) -> bool {
    let element = ty.element().and_then(Type::basic);
    element.is_some_and(|basic| basic.is_integer() && basic.size() <= 4 && basic != Basic::Bool)
}

//! What certainly has no race, as the text alone shows: most loops, of which nothing needs to be read then.

use super::super::super::File;
use crate::dependence::Attribute;
use crate::openmp::constructs::{Part, part_at};
use crate::openmp::{Construct, ConstructKind};
use crate::rewrite::Tokens as _;
use crate::syntax::tree::{Kind, Node};

/// A loop whose iterations are looked at.
struct Body<'a> {
    construct: &'a Construct,
    /// The loop's variable.
    counter: &'a str,
    /// The arrays and pointers whose elements are written.
    written: Vec<&'a str>,
    /// Those of which something is accessed that has not just the loop's variable for its first subscript.
    strayed: Vec<&'a str>,
}

impl File<'_> {
    /// Whether the iterations of a loop change nothing but variables of their own, and elements that all of its accesses to the
    /// array find by the loop's variable.
    pub(super) fn has_own_elements_only(&self, construct: &Construct) -> bool {
        let mut loops = construct.loops();
        let (Some(canonical), None) = (loops.next(), loops.next()) else { return false };
        let body =
            self.tokens.visible_from(canonical.body_start).and_then(|first| self.tree().statement(first));
        let mut found =
            Body { construct, counter: &canonical.variable, written: Vec::new(), strayed: Vec::new() };
        body.is_some_and(|body| self.changes_own_only(body, &mut found))
            && !found.written.iter().any(|name| found.strayed.contains(name))
    }

    fn changes_own_only<'a>(&'a self, node: Node<'_>, body: &mut Body<'a>) -> bool {
        let is_own = match node.kind() {
            Kind::Assignment | Kind::Step => {
                node.children().next().is_some_and(|target| self.is_own_place(target.bare(), body))
            }
            Kind::DirectDeclarator => self.tokens.text(node.at()) != body.counter,
            Kind::Name => {
                if !self.is_at_counter(node, body) {
                    body.strayed.push(self.tokens.text(node.at()));
                }
                true
            }
            _ => true,
        };
        is_own && node.children().all(|inner| self.changes_own_only(inner, body))
    }

    /// Whether what is changed is a variable of the iteration's own, or an element of an array of all threads.
    fn is_own_place<'a>(&'a self, target: Node<'_>, body: &mut Body<'a>) -> bool {
        let mut root = target;
        while let (Kind::Subscript | Kind::Select, Some(of)) = (root.kind(), root.children().next()) {
            root = of.bare();
        }
        let name = self.tokens.text(root.at());
        let used = self.references_in(&(root.at()..=root.at())).iter().find(|used| used.name == name);
        let Some(symbol) = used.and_then(|used| used.symbol).filter(|_| root.kind() == Kind::Name) else {
            return false;
        };
        let around = self.around(*body.construct.tokens.start());
        let is_shared = self.attribute(symbol, body.construct, &around) == Attribute::Shared;
        if is_shared {
            body.written.push(name);
        }
        match target.kind() {
            Kind::Name => !is_shared && name != body.counter,
            _ => is_shared,
        }
    }

    /// Whether a name is that of an array whose element with the number of the loop's variable is meant.
    fn is_at_counter(&self, name: Node<'_>, body: &Body<'_>) -> bool {
        let mut array = name;
        while let Some(outer) = array.parent().filter(|outer| outer.kind() == Kind::Parentheses) {
            array = outer;
        }
        let Some(element) = array.parent().filter(|outer| outer.kind() == Kind::Subscript) else {
            return false;
        };
        let mut parts = element.children();
        let is_array = parts.next().is_some_and(|part| part.bare().at() == name.at());
        let index = parts.next().map(Node::bare);
        is_array
            && index.is_some_and(|index| {
                index.kind() == Kind::Name && self.tokens.text(index.at()) == body.counter
            })
    }

    /// Whether everything in a region is a construct that nothing else in it runs beside.
    pub(super) fn has_barriers_between_all(&self, region: &Construct, statements: &[Node<'_>]) -> bool {
        let mut is_alone = true;
        statements.iter().all(|node| match part_at(&region.parts, node.first()) {
            Some(Part::Barrier { .. }) => {
                is_alone = true;
                true
            }
            Some(Part::Construct(construct)) => {
                let waits = construct.clauses.nowait.is_none()
                    && matches!(construct.kind, ConstructKind::For | ConstructKind::Single);
                std::mem::replace(&mut is_alone, waits)
            }
            _ => false,
        })
    }
}

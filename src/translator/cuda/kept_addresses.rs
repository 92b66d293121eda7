//! Addresses of a thread's own variables that other threads may come by.
//!
//! A variable of a thread's own lies in its local memory, which no other thread of a GPU reaches: through its address another finds a
//! variable of its own instead, without a word. So what stores such an address where others may look stays on the host:
//!
//! ```c
//! int mine = work(id);
//! slots[id] = &mine;
//! ```
//!
//! An address may be in variables of the thread's own, be an argument of what does not keep it, and be returned. Of a function of
//! another file it is believed that it keeps none.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::super::File;
use super::callees::Callee;
use super::capture::Storage;
use crate::c::symbols::SymbolId;
use crate::c::{self, Type, innermost, own_parameters};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, Reference, sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as token;
use crate::syntax::tree::{Kind, Node};

/// Functions of the C library that return a pointer, but to no part of an argument.
const COPIES: [&str; 2] = ["strdup", "strndup"];

/// Finds them, in the regions and functions of a file.
pub(super) struct KeptAddresses<'f, 't> {
    file: &'f File<'t>,
    /// The functions that a call through a pointer may lead to.
    addressed: &'f BTreeSet<usize>,
    known: RefCell<HashMap<Question, Ends>>,
}

/// A parameter, by the function's number and its own, and whether what it leads to matters.
type Question = (usize, usize, bool);

/// Where some values come.
#[derive(Clone, Default)]
struct Ends {
    /// Where others may find them: there the first is stored.
    kept: Option<usize>,
    returned: bool,
    /// In what these parameters point to.
    into: BTreeSet<usize>,
}

/// The text of a region, or of a function, and the uses in it of variables that each thread has of its own.
struct Body<'f> {
    region: Option<&'f Construct>,
    function: Option<usize>,
    uses: HashMap<SymbolId, Vec<Node<'f>>>,
    /// The compound literals in it.
    literals: Vec<Node<'f>>,
}

/// An expression that may have the address; or, if it is `deep`, a way to something that has it.
#[derive(Clone, Copy)]
struct Value<'f> {
    node: Node<'f>,
    deep: bool,
}

/// The way of some values through a body.
struct Walk<'w, 'f, 't> {
    all: &'w KeptAddresses<'f, 't>,
    body: &'w Body<'f>,
    /// Those that are still to be followed.
    open: Vec<Value<'f>>,
    /// The variables that have had them.
    holders: HashSet<(SymbolId, bool)>,
    ends: Ends,
}

impl<'f, 't> KeptAddresses<'f, 't> {
    pub fn new(file: &'f File<'t>, addressed: &'f BTreeSet<usize>) -> Self {
        KeptAddresses { file, addressed, known: RefCell::default() }
    }

    /// What is to be said of a region.
    pub fn in_region(&self, region: &'f Construct) -> Option<Diagnostic> {
        self.in_body(&self.body(&region.tokens, Some(region), None))
    }

    /// The same of a function.
    pub fn in_function(&self, number: usize) -> Option<Diagnostic> {
        self.in_body(&self.body_of(number))
    }

    fn in_body(&self, body: &Body<'f>) -> Option<Diagnostic> {
        let mut own: Vec<_> = body.uses.iter().collect();
        own.sort_by_key(|(_, uses)| uses[0].first());
        let mut variables =
            own.into_iter().filter(|(symbol, uses)| self.is_in_local_memory(**symbol, uses[0]));
        let of_variables = variables.find_map(|(&symbol, uses)| {
            let declared = self.file.scopes.get(symbol);
            let may_be_address = |name: &&Node<'f>| declared.is_array() || is_part(**name);
            let places = uses.iter().filter(may_be_address).map(|&name| self.file.object_from(name));
            let error = self.kept(places, body, &format!("`{}`", declared.name))?;
            Some(error.note_at(self.file.tokens[declared.token].span.clone(), "declared here"))
        });
        let literals = || body.literals.iter().map(|&literal| self.file.object_from(literal));
        of_variables.or_else(|| self.kept(literals(), body, "a compound literal"))
    }

    /// What is to be said if the address of one of some places, parts of an object, is kept.
    fn kept(
        &self,
        places: impl Iterator<Item = Node<'f>>,
        body: &Body<'f>,
        object: &str,
    ) -> Option<Diagnostic> {
        let addresses = places.filter_map(|place| self.address_of(place));
        let kept = self.follow(addresses.map(|node| Value { node, deep: false }).collect(), body).kept?;
        let error = self.file.refused(kept, &format!("the address of {object} cannot be kept on the device"));
        Some(error.label("other threads may find it, and do not reach a thread's own memory"))
    }

    /// Arrays whose length the program computes lie elsewhere, but for small ones.
    fn is_in_local_memory(&self, symbol: SymbolId, name: Node<'_>) -> bool {
        let declared = self.file.scopes.get(symbol);
        let ty = || self.file.type_at(&declared.name, name.at());
        !declared.is_array() || !ty().is_some_and(|ty| self.file.is_allocated(&ty))
    }

    fn body_of(&self, function: usize) -> Body<'f> {
        self.body(&self.file.cuda.functions[function].range, None, Some(function))
    }

    fn body(&self, range: &Tokens, region: Option<&'f Construct>, function: Option<usize>) -> Body<'f> {
        let mut body = Body { region, function, uses: HashMap::new(), literals: Vec::new() };
        let mut open = self.file.tree().within(range);
        open.reverse();
        while let Some(node) = open.pop() {
            if let Some(symbol) = self.own_variable(node, region) {
                body.uses.entry(symbol).or_default().push(node);
            }
            body.literals.extend(Some(node).filter(|node| node.kind() == Kind::CompoundLiteral));
            open.extend(node.children().rev());
        }
        body
    }

    fn reference(&self, name: Node<'_>) -> Option<&'f Reference> {
        let text = self.file.tokens.text(name.at());
        let found =
            if name.kind() == Kind::Name { self.file.references_in(&(name.at()..=name.at())) } else { &[] };
        found.iter().find(|reference| reference.name == text)
    }

    /// The variable that a node is the name of, if each of the threads that execute the region has its own.
    fn own_variable(&self, name: Node<'_>, region: Option<&Construct>) -> Option<SymbolId> {
        let reference = self.reference(name)?;
        let symbol = reference.symbol.filter(|&symbol| self.file.scopes.get(symbol).is_variable())?;
        let is_original =
            |region: &Construct| sharing::is_original(region, reference, &self.file.scopes).is_some();
        let is_shared = self.file.storage(symbol) != Storage::Automatic || region.is_some_and(is_original);
        (!is_shared).then_some(symbol)
    }

    fn is_threadprivate(&self, name: Node<'_>) -> bool {
        let symbol = self.reference(name).and_then(|reference| reference.symbol);
        symbol.is_some_and(|symbol| self.file.storage(symbol) == Storage::Threadprivate)
    }

    /// The expression that is the address of a place, or of its first element.
    fn address_of(&self, place: Node<'f>) -> Option<Node<'f>> {
        let user = place.parent()?;
        match user.kind() {
            Kind::Unary if self.file.is_operator(user, token::AND) => Some(user),
            _ => (self.file.is_evaluated(place) && self.file.is_array(place)).then_some(place),
        }
    }

    fn follow(&self, open: Vec<Value<'f>>, body: &Body<'f>) -> Ends {
        let mut walk = Walk { all: self, body, open, holders: HashSet::new(), ends: Ends::default() };
        while let Some(value) = walk.open.pop() {
            walk.step(value);
        }
        walk.ends
    }

    /// Where the value of a parameter comes. Of a function that calls itself, what is known so far.
    fn ends_of(&self, question: Question) -> Ends {
        if let Some(known) = self.known.borrow().get(&question) {
            return known.clone();
        }
        self.known.borrow_mut().insert(question, Ends::default());
        let (function, number, deep) = question;
        let symbol = self.parameters(function).get(number).copied().flatten();
        let ends = symbol.map_or_else(Ends::default, |symbol| {
            let body = self.body_of(function);
            self.follow(self.values_of(symbol, deep, &body), &body)
        });
        self.known.borrow_mut().insert(question, ends.clone());
        ends
    }

    /// The uses of a variable that has the address, or a way to it.
    fn values_of(&self, symbol: SymbolId, deep: bool, body: &Body<'f>) -> Vec<Value<'f>> {
        let uses = body.uses.get(&symbol).map_or(&[][..], Vec::as_slice);
        uses.iter().filter_map(|&name| self.value_at(self.file.object_from(name), deep, true)).collect()
    }

    /// The value that a place gives: its address, or what is in it.
    fn value_at(&self, place: Node<'f>, deep: bool, is_holder: bool) -> Option<Value<'f>> {
        if let Some(node) = self.address_of(place) {
            return Some(Value { node, deep: deep || is_holder });
        }
        let is_target = |user: Node<'_>| user.kind() == Kind::Assignment && place.is_child(0);
        let is_read = self.file.is_evaluated(place) && !place.parent().is_some_and(is_target);
        (is_read && (deep || is_holder) && self.file.may_have_pointer(place))
            .then_some(Value { node: place, deep })
    }

    /// The parameters of a function of the file.
    fn parameters(&self, function: usize) -> Vec<Option<SymbolId>> {
        let name = self.file.cuda.functions[function].name_token;
        let definition = self.file.tree().path(name).find(|node| node.kind() == Kind::Function);
        let declarator = definition.and_then(|definition| definition.child(Kind::Declarator));
        let list = declarator.and_then(own_parameters).into_iter().flat_map(Node::children);
        list.filter(|child| child.kind() == Kind::Parameter)
            .map(|one| self.file.variable_declared_by(one))
            .collect()
    }
}

impl<'f> Walk<'_, 'f, '_> {
    /// Follows a value to what uses it.
    fn step(&mut self, value: Value<'f>) {
        let file = self.all.file;
        let Some(user) = value.node.parent() else { return };
        let number = user.children().position(|child| child.first() == value.node.first()).unwrap_or(0);
        let is_passed_on = match user.kind() {
            Kind::Parentheses | Kind::Step | Kind::Generic | Kind::Association => true,
            Kind::Cast | Kind::Binary => file.may_have_pointer(user),
            Kind::Comma => user.last() == value.node.last(),
            Kind::Conditional => number > 0 || user.children().len() < 3,
            Kind::Assignment => number == 1 && file.is_operator(user, token::ASSIGN),
            _ => false,
        };
        if is_passed_on {
            self.open.push(Value { node: user, ..value });
        }
        match user.kind() {
            Kind::Braces | Kind::Item | Kind::CompoundLiteral => {
                self.open.push(Value { node: user, deep: true })
            }
            Kind::Select => self.follow_pointer(user, value),
            Kind::Subscript if number == 0 => self.follow_pointer(user, value),
            Kind::Unary if file.is_operator(user, token::STAR) => self.follow_pointer(user, value),
            Kind::Assignment if is_passed_on => self.assign(value, user.children().next()),
            Kind::InitDeclarator => {
                let declared = file.variable_declared_by(user);
                let own = declared.filter(|&symbol| file.storage(symbol) == Storage::Automatic);
                self.store(value, own, false);
            }
            Kind::Call if number > 0 => self.call(value, user, number - 1),
            Kind::Return => self.ends.returned = true,
            Kind::Expression if is_result(user) => {
                let around = user.parent().and_then(Node::parent);
                self.open.extend(around.map(|node| Value { node, ..value }));
            }
            _ => {}
        }
    }

    fn follow_pointer(&mut self, to: Node<'f>, value: Value<'f>) {
        self.open.extend(self.all.value_at(self.all.file.object_from(to), value.deep, false));
    }

    /// The value is assigned.
    fn assign(&mut self, value: Value<'f>, target: Option<Node<'f>>) {
        let file = self.all.file;
        let mut root = target.map(Node::bare);
        let mut is_followed = false;
        while let Some(node) =
            root.filter(|node| matches!(node.kind(), Kind::Subscript | Kind::Select | Kind::Unary))
        {
            root = node.children().next().map(Node::bare);
            is_followed |= match node.kind() {
                Kind::Subscript => !root.is_some_and(|array| file.is_array(array)),
                Kind::Select => file.is_arrow(node),
                _ => true,
            };
        }
        // Of a threadprivate variable the other threads do not see the value.
        if is_followed || !root.is_some_and(|name| self.all.is_threadprivate(name)) {
            let symbol = root.and_then(|name| self.all.own_variable(name, self.body.region));
            self.store(value, symbol, is_followed);
        }
    }

    /// A variable of the thread's own has the value then, or what it points to; without one, others do.
    fn store(&mut self, value: Value<'f>, symbol: Option<SymbolId>, is_followed: bool) {
        let parameters =
            self.body.function.filter(|_| is_followed).map(|function| self.all.parameters(function));
        let parameter = parameters.and_then(|all| all.iter().position(|one| one.is_some() && *one == symbol));
        match (symbol, parameter) {
            (Some(symbol), _) if !is_followed => {
                if self.holders.insert((symbol, value.deep)) {
                    self.open.extend(self.all.values_of(symbol, value.deep, self.body));
                }
            }
            (_, Some(number)) => drop(self.ends.into.insert(number)),
            _ => self.keep(value),
        }
    }

    fn keep(&mut self, value: Value<'f>) {
        self.ends.kept.get_or_insert(value.node.first());
    }

    /// The value is an argument.
    fn call(&mut self, value: Value<'f>, call: Node<'f>, number: usize) {
        let file = self.all.file;
        let Some(called) = call.children().next().map(Node::bare) else { return };
        let callee = self.all.reference(called).and_then(|found| file.callee(found));
        let name = file.tokens.text(called.at());
        let is_result = || !COPIES.contains(&name) && file.may_have_pointer(call);
        match callee {
            _ if is_atomic(name) => {
                let target = call.children().nth(1).filter(|_| number > 0 && !is_expected(name, number));
                if target.is_some_and(|target| file.points_to_pointer(target)) {
                    self.keep(value);
                }
            }
            Some(Callee::Own(function)) => self.call_own(value, call, (function, number, value.deep)),
            Some(Callee::Library(_)) if is_result() => self.open.push(Value { node: call, ..value }),
            // Through a pointer.
            None => {
                let mut addressed = self.all.addressed.iter();
                let keeps =
                    |&function: &usize| self.all.ends_of((function, number, value.deep)).kept.is_some();
                if addressed.any(keeps) {
                    self.keep(value);
                }
            }
            _ => {}
        }
    }

    fn call_own(&mut self, value: Value<'f>, call: Node<'f>, question: Question) {
        let file = self.all.file;
        let ends = self.all.ends_of(question);
        if ends.kept.is_some() {
            self.keep(value);
        }
        if ends.returned {
            self.open.push(Value { node: call, ..value });
        }
        for number in ends.into {
            let argument = call.children().nth(number + 1).map(Node::bare);
            let object = argument.map(|argument| match argument.kind() {
                Kind::Unary if file.is_operator(argument, token::AND) => {
                    argument.children().next().map(Node::bare)
                }
                _ => Some(argument).filter(|&array| file.is_array(array)),
            });
            match object.flatten() {
                Some(object) => self.assign(Value { deep: true, ..value }, Some(object)),
                None => {
                    let symbol =
                        argument.and_then(|pointer| self.all.own_variable(pointer, self.body.region));
                    self.store(value, symbol, true);
                }
            }
        }
    }
}

impl File<'_> {
    /// The largest part of an object that a name, or what follows a pointer, is the beginning of.
    fn object_from<'n>(&self, first: Node<'n>) -> Node<'n> {
        let mut place = first;
        while let Some(user) = place.parent() {
            place = match user.kind() {
                Kind::Parentheses => user,
                Kind::Select if !self.is_arrow(user) => user,
                Kind::Subscript if place.is_child(0) && self.is_array(place) => user,
                _ => break,
            };
        }
        place
    }

    /// The variable that a declaration's declarator declares.
    fn variable_declared_by(&self, declaration: Node<'_>) -> Option<SymbolId> {
        let name = innermost(declaration.child(Kind::Declarator)?)?.at();
        self.declared_by(name).map(|(symbol, _)| symbol)
    }

    fn is_operator(&self, node: Node<'_>, kind: i32) -> bool {
        self.tokens[node.at()].kind == kind
    }

    fn is_arrow(&self, select: Node<'_>) -> bool {
        let before = self.tokens.visible_before(select.at());
        before.is_some_and(|before| self.tokens[before].kind == token::ARROW)
    }

    fn is_array(&self, node: Node<'_>) -> bool {
        self.types().type_of(&node.tokens()).is_some_and(|ty| ty.element().is_some())
    }

    /// Whether an expression is more than the operand of `sizeof` or `typeof`.
    fn is_evaluated(&self, node: Node<'_>) -> bool {
        !node.parent().is_some_and(|user| matches!(user.kind(), Kind::Measure | Kind::Typeof))
    }

    fn points_to_pointer(&self, node: Node<'_>) -> bool {
        let ty = self.types().value_type_of(&node.tokens());
        ty.as_ref().and_then(Type::pointee).is_some_and(|to| to.pointee().is_some())
    }

    /// Whether the value of an expression may have an address in it.
    fn may_have_pointer(&self, node: Node<'_>) -> bool {
        let is_number = |ty: Type| {
            use c::Kind::{Basic, Complex, Enumeration, Void};
            matches!(ty.kind, Basic(_) | Complex(_) | Enumeration(_) | Void)
        };
        !self.types().type_of(&node.tokens()).is_some_and(is_number)
    }
}

/// Whether more than the value of a variable may be meant.
fn is_part(name: Node<'_>) -> bool {
    let is_one = |user: Node<'_>| {
        matches!(user.kind(), Kind::Parentheses | Kind::Select | Kind::Subscript | Kind::Unary)
    };
    name.parent().is_some_and(is_one)
}

/// Whether a function is gcc's, and stores an argument in what the first one points to.
fn is_atomic(name: &str) -> bool {
    name.starts_with("__sync_") || name.starts_with("__atomic_")
}

/// Whether an argument of such a function points to what is compared.
fn is_expected(name: &str, number: usize) -> bool {
    number == 1 && name.contains("compare_exchange")
}

/// Whether a statement is the last of a statement expression, which has its value.
fn is_result(statement: Node<'_>) -> bool {
    let is_last =
        |block: Node<'_>| block.children().last().is_some_and(|last| last.first() == statement.first());
    let block = statement.parent().filter(|block| is_last(*block));
    block.and_then(Node::parent).is_some_and(|around| around.kind() == Kind::StatementExpression)
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, Options, Source, translate};

    /// How many regions of a program stay on the host.
    fn regions_on_host(statements: &str) -> usize {
        let program = format!(
            "int *current, *given;\n#pragma omp threadprivate(current)\nvoid keep(int *);\n\
             void f(int **slots)\n{{\n#pragma omp parallel\n{{\nint own[2] = {{1}};\n{statements}\n}}\n}}\n"
        );
        let made = translate(&Source::new("f.c", program.as_bytes()), &Options::of(Dialect::Cuda));
        made.expect("no errors").regions_on_host
    }

    #[test]
    fn what_others_find_is_kept() {
        for kept in ["slots[0] = own;", "given = &own[1];", "static int *p; p = own;", "*slots = (int[]){1};"]
        {
            assert_eq!(regions_on_host(kept), 1, "{kept}");
        }
        // The value of a threadprivate variable is a thread's own, and of other files' functions nothing is known.
        for own in ["current = own;", "int *p = own; *p = 2;", "slots[0][0] = *own;", "keep(own);"] {
            assert_eq!(regions_on_host(own), 0, "{own}");
        }
    }
}

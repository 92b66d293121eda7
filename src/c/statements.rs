//! A way through statements and declarations, with an observer.
//!
//! Names mean what they mean by their places, so no scope is kept here. Only
//! jumps need to know of blocks: C++ does not let one pass an initialisation by
//! (C++17 9.7), which C does.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::ctype::{Basic, Function, Style, Type};
use super::declarations::{Declared as Read, head_of_tag, innermost, own_parameters};
use super::differences::{Declared, Definition, Difference, Observer, Tokens};
use super::lexemes;
use super::reader::Reader;
use super::{Meaning, Types};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as token;
use crate::syntax::tree::{Kind, Node, Piece};

/// All places in a range that C++ reads differently.
pub(super) fn differences(types: &Types<'_>, range: &Tokens) -> Vec<Difference> {
    let observer = Observer::default();
    let mut walk = Walk {
        types,
        observer: &observer,
        blocks: Vec::new(),
        switches: Vec::new(),
        jumps: Vec::new(),
        targets: Vec::new(),
        scopes: Vec::new(),
        heads: Vec::new(),
    };
    walk.run(range);
    // Blocks inside of expressions, and those inside of these.
    loop {
        let Some(block) = observer.blocks.borrow_mut().pop() else { break };
        walk.run(&block);
    }
    let bypassed = walk.bypassed();
    let mut differences = observer.differences.into_inner();
    for difference in &mut differences {
        if let Difference::Declaration(declared) = difference {
            declared.is_bypassed = bypassed.contains(&declared.name);
        }
    }
    differences
}

struct Walk<'a> {
    types: &'a Types<'a>,
    observer: &'a Observer,
    /// The blocks that are open.
    blocks: Vec<Node<'a>>,
    /// The `switch` statements that are open.
    switches: Vec<usize>,
    /// Where a jump is, and the label that it goes to; a `switch` goes to the
    /// labels in its body.
    jumps: Vec<(usize, Target<'a>)>,
    targets: Vec<(usize, Target<'a>)>,
    /// The scopes of names that are initialised, and the names' tokens.
    scopes: Vec<(Range<usize>, usize)>,
    /// The blocks that are bodies of loops: where each begins, and the names
    /// that the heads declare, or begin with.
    heads: Vec<(usize, Vec<&'a str>)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Target<'a> {
    Label(&'a str),
    /// By its keyword.
    Switch(usize),
}

/// What is still to be done on the way.
enum Step<'a> {
    Look(Node<'a>),
    LeaveBlock,
    LeaveSwitch,
}

impl<'a> Walk<'a> {
    fn kind(&self, at: usize) -> i32 {
        self.types.list.get(at).map_or(token::EOF, |token| token.kind)
    }

    fn text(&self, at: usize) -> &'a str {
        self.types.list.text(at)
    }

    fn reader(&self) -> Reader<'a> {
        Reader::new(self.types).observed(self.observer)
    }

    /// Reads an expression; the observer hears what is found.
    fn expression(&self, node: Node<'_>) {
        let reader = self.reader();
        reader.operand(node);
        let is_statement = node.parent().is_some_and(|parent| parent.kind() == Kind::Expression);
        if !is_statement {
            reader.leave_enumerator(node, |_| true);
        }
    }

    fn tell(&self, difference: Difference) {
        self.observer.differences.borrow_mut().push(difference);
    }

    fn run(&mut self, range: &Tokens) {
        // A declaration may be named without its `;`.
        let behind = self.types.list.visible_from(range.end().saturating_add(1));
        let end = behind.filter(|&behind| self.kind(behind) == token::SEMICOLON).unwrap_or(*range.end());
        // A function may be named without the attributes in front of it.
        let is_attribute = |part: Node<'_>| part.kind() == Kind::Attribute;
        let mut functions = self.types.tree.path(*range.start()).filter(|node| node.kind() == Kind::Function);
        let named = functions.find(|function| {
            let mut before = function.children().take_while(|part| part.first() < *range.start());
            function.last() <= end && before.all(is_attribute)
        });
        let start = named.map_or(*range.start(), |function| function.first());
        let nodes = self.types.tree.within(&(start..=end));
        let mut steps: Vec<Step<'a>> = nodes.into_iter().rev().map(Step::Look).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Look(node) => {
                    self.observer.block.set(self.blocks.last().map(|block| block.first()));
                    self.look(node, &mut steps);
                }
                Step::LeaveBlock => drop(self.blocks.pop()),
                Step::LeaveSwitch => drop(self.switches.pop()),
            }
        }
        self.heads.clear();
        self.observer.block.set(None);
    }

    fn look(&mut self, node: Node<'a>, steps: &mut Vec<Step<'a>>) {
        let mut inner = |from: usize| steps.extend(node.children().skip(from).map(Step::Look).rev());
        let first = node.children().next();
        match node.kind() {
            Kind::Declaration => self.declaration(node, true, steps),
            Kind::Function => {
                self.definition(node);
                let body = node.child(Kind::Block).into_iter();
                steps.extend(body.map(Step::Look));
            }
            Kind::Block => {
                self.blocks.push(node);
                steps.push(Step::LeaveBlock);
                steps.extend(node.children().rev().map(Step::Look));
            }
            Kind::Switch => {
                self.jumps.push((node.first(), Target::Switch(node.first())));
                self.switches.push(node.first());
                steps.push(Step::LeaveSwitch);
                steps.extend(node.children().rev().map(Step::Look));
            }
            Kind::For => self.for_heads(node, steps),
            Kind::Specifiers | Kind::Structure | Kind::Enumeration => self.definitions(node.first(), node),
            Kind::Labeled => {
                if let Some(label) = first {
                    self.label(label, node);
                }
                inner(1);
            }
            Kind::Goto => {
                let name = self.types.list.visible_from(node.first() + 1);
                self.jumps.extend(name.map(|name| (node.first(), Target::Label(self.text(name)))));
            }
            Kind::StaticAssertion => first.into_iter().for_each(|condition| self.expression(condition)),
            Kind::Return => {
                let returns = self.returns(node.first());
                if let Some(value) = first {
                    let reader = self.reader();
                    let operand = reader.operand(value);
                    match returns.filter(|ty| ty.is_void()) {
                        Some(_) if operand.ty.as_ref().is_some_and(Type::is_void) => {}
                        Some(void) => reader.tell_conversion(value, void),
                        None => reader.convert(value, &operand, returns, false),
                    }
                } else if returns.is_some_and(|ty| !ty.is_void()) {
                    self.tell(Difference::EmptyReturn(node.first()));
                }
            }
            // Of the value that an initializer of an operator gives to a copy.
            Kind::Braces => {
                let copy = self
                    .types
                    .list
                    .visible_before(node.first())
                    .and_then(|assign| self.types.list.visible_before(assign));
                if let Some(ty) = self.named_type(copy, node.first()) {
                    self.reader().initialize(node, &ty);
                }
            }
            Kind::Attribute | Kind::Assembler | Kind::LabelDeclaration => {}
            expression if expression.is_expression() => self.expression(node),
            _ => inner(0),
        }
    }

    /// What the function returns in whose body a token is.
    fn returns(&self, at: usize) -> Option<&'a Type> {
        let bodies = &self.types.bodies;
        let after = bodies.partition_point(|(body, _)| *body.start() <= at);
        bodies[..after].iter().rev().find(|(body, _)| body.contains(&at)).map(|(_, ty)| ty)
    }

    fn label(&mut self, label: Node<'a>, node: Node<'a>) {
        let at = label.first();
        match self.kind(at) {
            token::CASE | token::DEFAULT => {
                self.targets.extend(self.switches.last().map(|&switch| (at, Target::Switch(switch))));
                for value in label.children() {
                    self.expression(value);
                }
            }
            _ => self.targets.push((at, Target::Label(self.text(at)))),
        }
        if node.children().len() == 1 {
            self.tell(Difference::LastLabel(node.last()));
        }
    }

    /// The heads of a `for`, and of those that are its body.
    fn for_heads(&mut self, outermost: Node<'a>, steps: &mut Vec<Step<'a>>) {
        let mut node = outermost;
        let mut names = Vec::new();
        loop {
            let Some(body) = node.children().next_back() else { return };
            for part in node.children().take_while(|part| part.first() != body.first()) {
                let declaration = part.child(Kind::Declaration);
                if part.kind() == Kind::ForInit {
                    let is_name = |&at: &usize| {
                        self.kind(at) == token::IDENTIFIER
                            && (declaration.is_some()
                                || self.types.list.visible_from(at + 1).map(|next| self.kind(next))
                                    == Some(token::ASSIGN))
                    };
                    names.extend(part.tokens().filter(is_name).map(|at| self.text(at)));
                }
                match declaration {
                    Some(declaration) => self.declaration(declaration, false, steps),
                    None => part.children().for_each(|value| self.expression(value)),
                }
            }
            if body.kind() != Kind::For {
                if body.kind() == Kind::Block {
                    self.heads.push((body.first(), names));
                }
                steps.push(Step::Look(body));
                return;
            }
            node = body;
        }
    }

    /// A name that a block declares: the body of a loop does not in C++ if the
    /// loop's head has the name.
    fn declare_in_body(&mut self, name: usize) {
        let Some(&block) = self.blocks.last() else { return };
        let text = self.text(name);
        let is_it = |(body, names): &(usize, Vec<&str>)| *body == block.first() && names.contains(&text);
        if let Some(at) = self.heads.iter().position(is_it) {
            self.heads.swap_remove(at);
            self.tell(Difference::Redeclaring { open: block.first(), close: block.last() });
        }
    }

    // Declarations ------------------------------------------------------------

    /// What the specifiers of a declaration are, and what they define; where a type is missing.
    fn head(&self, node: Node<'a>) {
        let list = node.child(Kind::Specifiers);
        let is_declarator = |part: &Node<'_>| matches!(part.kind(), Kind::InitDeclarator | Kind::Declarator);
        let declarator = node.children().find(is_declarator);
        if let Some(declarator) = declarator
            && list.is_none_or(|list| self.names_no_type(list))
        {
            self.tell(Difference::Untyped(declarator.first()));
        }
        list.into_iter().for_each(|list| self.definitions(node.first(), list));
        self.parameters(node);
    }

    /// The parameters of functions, and of what points to functions, whose types have bounds that are no numbers:
    /// `a[n]`, `a[static 3]`, `a[*]`.
    fn parameters(&self, declaration: Node<'a>) {
        let mut nodes = vec![declaration];
        while let Some(node) = nodes.pop() {
            let declarator = node.child(Kind::Declarator).filter(|_| node.kind() == Kind::Parameter);
            if let Some(declarator) = declarator
                && node.child(Kind::Specifiers).is_some_and(|list| self.names_no_type(list))
            {
                self.tell(Difference::Untyped(declarator.first()));
            }
            if node.kind() == Kind::Parameter && self.has_other_bounds(node) {
                let parameter = self.reader().parameter(node);
                self.tell(Difference::Parameter { tokens: node.tokens(), parameter });
            } else if !matches!(node.kind(), Kind::Block | Kind::Braces) && !node.kind().is_expression() {
                nodes.extend(node.children());
            }
        }
    }

    fn has_other_bounds(&self, parameter: Node<'_>) -> bool {
        let visible = self.types.list.visible_in(&parameter.tokens());
        let mut bounds = visible.windows(2).filter(|pair| self.kind(pair[0]) == token::LEFT_BRACKET);
        bounds.any(|pair| !matches!(self.kind(pair[1]), token::INTEGER_CONSTANT | token::RIGHT_BRACKET))
    }

    /// What specifiers define.
    fn definitions(&self, first: usize, list: Node<'a>) {
        let is_tag = |part: &Node<'_>| matches!(part.kind(), Kind::Structure | Kind::Enumeration);
        if let Some(tag) = list.children().find(is_tag).or(Some(list).filter(is_tag)) {
            self.inner_types(first, tag);
            self.constants_of_type(tag);
        }
    }

    /// Whether specifiers name no type.
    fn names_no_type(&self, list: Node<'_>) -> bool {
        use token::{CONST, EXTERN, INLINE, NORETURN, REGISTER, STATIC, TYPEDEF, VOLATILE};
        list.pieces(self.types.list).all(|piece| match piece {
            // `auto` by itself becomes the type.
            Piece::Token(at) => matches!(
                self.kind(at),
                CONST | EXTERN | INLINE | NORETURN | REGISTER | STATIC | TYPEDEF | VOLATILE
            ),
            Piece::Node(part) => part.kind() == Kind::Attribute,
        })
    }

    /// Types that are defined among the members of a structure.
    fn inner_types(&self, outermost: usize, tag: Node<'a>) {
        if self.types.outer.is_empty() {
            return; // as in most programs
        }
        let is_word = |at: &usize| matches!(self.kind(*at), token::STRUCT | token::UNION | token::ENUM);
        for keyword in tag.tokens().filter(is_word).filter(|&at| self.types.is_lifted(at)) {
            let Some((_, node)) = self.types.tag_at(keyword) else { continue };
            if head_of_tag(self.types.list, node).1.is_some() {
                self.tell(Difference::Inner { tokens: node.tokens(), keyword, outermost });
            }
        }
    }

    /// Enumerators, widths and bounds in the types that a declaration defines: where C++ has no such operator, and the
    /// enumerators that they name; and members whose types are computed.
    fn constants_of_type(&self, tag: Node<'a>) {
        let mut nodes: Vec<Node<'a>> = tag.children().rev().collect();
        self.enumerators(tag);
        while let Some(node) = nodes.pop() {
            use Kind::{Call, Generic, Measure, Name, Typeof, TypesCompatible};
            self.enumerators(node);
            if node.kind() == Typeof {
                let member = node.parent().and_then(Node::parent);
                member.into_iter().for_each(|member| drop(self.reader().specifiers(member)));
            } else if node.kind() == Name {
                self.reader().operand(node);
            } else if matches!(node.kind(), Call | Generic | Measure | TypesCompatible)
                && lexemes::is_of_c_alone(self.types.list, node.tokens())
            {
                self.expression(node);
            } else if node.kind() != Kind::Attribute {
                nodes.extend(node.children().rev());
            }
        }
    }

    /// The uses of enumerators in the braces that define them: there, C++ gives each the type of its value, and C `int`
    /// (C++17 10.2, 5).
    fn enumerators(&self, enumeration: Node<'a>) {
        let mut others: FxHashSet<&str> = FxHashSet::default();
        let mut is_int = true;
        for enumerator in enumeration.children().filter(|part| part.kind() == Kind::Enumerator) {
            if let Some(value) = enumerator.children().find(|part| part.kind().is_expression()) {
                let mut parts = vec![value];
                while let Some(part) = parts.pop() {
                    if part.kind() == Kind::Name
                        && others.contains(self.text(part.first()))
                        && self.is_int_enumerator(part.first())
                    {
                        self.tell(Difference::IntEnumerator(part.first()));
                    }
                    parts.extend(part.children());
                }
                let ty = Reader::new(self.types).operand(value).ty;
                is_int = ty.is_some_and(|ty| ty.basic() == Some(Basic::Int))
                    && !lexemes::OF_INT.contains(&self.kind(value.bare().at()));
            }
            if !is_int {
                others.insert(self.text(enumerator.first()));
            }
        }
    }

    /// Whether a name is an enumerator's of an enumeration of which all values are `int`.
    fn is_int_enumerator(&self, name: usize) -> bool {
        let found = self.types.names.find(self.text(name), name);
        matches!(found.map(|found| found.meaning), Some(Meaning::Enumerator { of, .. }) if !self.types.enumeration(of).is_wide)
    }

    fn declaration(&mut self, node: Node<'a>, is_in_block: bool, steps: &mut Vec<Step<'a>>) {
        let reader = self.reader();
        let specifiers = reader.specifiers(node);
        self.head(node);
        let list = node.child(Kind::Specifiers);
        let has_word = |word: i32| list.is_some_and(|list| list.tokens().any(|at| self.kind(at) == word));
        let is_static = has_word(token::STATIC);
        let auto = list.and_then(|list| list.tokens().find(|&at| self.kind(at) == token::AUTO_TYPE));
        let body = node.child(Kind::Block);
        let mut declared = Vec::new();
        let mut are_functions = true;
        let mut is_first = true;
        // Attributes in front of a declarator.
        let mut start = None;
        for part in node.children() {
            if part.kind() != Kind::InitDeclarator {
                start = Some(part.first()).filter(|_| part.kind() == Kind::Attribute && !is_first);
                continue;
            }
            let (name, ty, _): Read = reader.declared(&specifiers, part);
            let function = ty.as_ref().and_then(Type::function).cloned();
            let is_of_body = body.is_some() && part.children().len() == 1;
            if let (Some(name), Some(Style::Unprototyped)) = (name, function.as_ref().map(|it| it.style))
                && !is_of_body
            {
                self.empty_list(name, part);
            }
            are_functions &= function.is_some() && !specifiers.is_typedef;
            let behind = part.last() + 1;
            let value = part
                .children()
                .next_back()
                .filter(|value| value.kind() == Kind::Braces || value.kind().is_expression());
            let full = self.named_type(name, behind);
            if let (Some(word), Some(ty), true) = (auto, &full, specifiers.is_inferred) {
                // `__auto_type` (GNU): a comparison, or an enumerator, has another type in C++.
                self.tell(Difference::Computed { tokens: word..=word, ty: ty.unqualified() });
            }
            if let (Some(value), Some(ty)) = (value, full.clone().or(ty.clone())) {
                reader.initialize(value, &ty);
            }
            if let (Some(name), true) = (name, is_in_block) {
                self.declare_in_body(name);
            }
            if let (Some(name), Some(ty), None) = (name, ty, &function) {
                let assign = value.and_then(|value| self.types.list.visible_before(value.first()));
                let last = assign.and_then(|assign| self.types.list.visible_before(assign));
                let comma = self.types.list.visible_from(behind);
                declared.push(Declared {
                    specifiers: node.first()..=list.map_or(node.first(), Node::last),
                    declarator: start.unwrap_or(part.first())..=last.unwrap_or(part.last()),
                    name,
                    ty: full.unwrap_or(ty),
                    assign,
                    initializer: value.map(Node::tokens),
                    is_first,
                    comma: comma.filter(|&comma| self.kind(comma) == token::COMMA),
                    is_typedef: specifiers.is_typedef,
                    is_static,
                    is_in_block: is_in_block && !self.blocks.is_empty(),
                    is_bypassed: false,
                });
                if let (Some(assign), Some(block), false) =
                    (assign, self.blocks.last(), is_static || specifiers.is_typedef)
                {
                    // The head of a loop.
                    let around = node.parent().and_then(Node::parent).filter(|_| !is_in_block);
                    let close = around.map_or(block.last(), |around| around.last().min(block.last()));
                    self.scopes.push((assign..close, name));
                }
            }
            is_first = false;
            start = None;
        }
        if let Some(body) = body {
            steps.push(Step::Look(body));
        }
        let is_elsewhere = are_functions && declared.is_empty() || specifiers.is_extern;
        if is_elsewhere && !is_first && !self.blocks.is_empty() && body.is_none() {
            return self.tell(Difference::Elsewhere(node.tokens()));
        }
        self.observer.differences.borrow_mut().extend(declared.into_iter().map(Difference::Declaration));
    }

    /// A function that is declared without its parameters.
    fn empty_list(&self, name: usize, declared: Node<'a>) {
        let direct = declared.child(Kind::Declarator).and_then(innermost);
        let list = direct.and_then(|direct| direct.child(Kind::Parameters));
        let is_behind_name = |list: &Node<'_>| self.types.list.visible_before(list.first()) == Some(name);
        let is_empty = |list: &Node<'_>| list.children().len() == 0;
        let Some(list) = list.filter(is_behind_name).filter(is_empty) else { return };
        let name = self.text(name);
        let at_end = self.types.names.find(name, usize::MAX - 1).and_then(|found| found.ty.as_ref());
        let parameters = match at_end.and_then(Type::function) {
            Some(function) if function.style == Style::Prototype => {
                function.parameters.iter().map(|one| one.ty.clone()).collect()
            }
            _ => self.types.old_style.get(name).cloned().unwrap_or_default(),
        };
        if !parameters.is_empty() {
            self.tell(Difference::EmptyList { tokens: list.tokens(), parameters });
        }
    }

    /// The type that a name was found to have, completed by its initialiser.
    fn named_type(&self, name: Option<usize>, behind: usize) -> Option<Type> {
        self.types.names.find(self.text(name?), behind)?.ty.clone()
    }

    /// The definition of a function.
    fn definition(&mut self, node: Node<'a>) {
        let reader = self.reader();
        let specifiers = reader.specifiers(node);
        self.head(node);
        let (Some(name), Some(ty), _) = reader.declared(&specifiers, node) else { return };
        let list = node.child(Kind::Declarator).and_then(own_parameters);
        let (Some(function), Some(list), Some(body)) = (ty.function(), list, node.child(Kind::Block)) else {
            return;
        };
        let Function { returns, parameters, style } = function;
        let names = list.child(Kind::Names).filter(|_| *style == Style::Unprototyped);
        let last = match names {
            Some(_) => self.types.list.visible_before(body.first()).unwrap_or(list.last()),
            None => list.last(),
        };
        let list_of_names = |names: Node<'_>| {
            let names = names.tokens().filter(|&at| self.kind(at) == token::IDENTIFIER);
            names
                .map(|at| (self.text(at).to_owned(), self.named_type(Some(at), body.first() + 1)))
                .collect::<Vec<_>>()
        };
        let list_of_parameters = || {
            let named = parameters.iter();
            named.map(|one| (one.name.as_deref().unwrap_or("").to_owned(), one.ty.clone())).collect()
        };
        let effects = list.children().filter_map(|parameter| self.outermost_bound(parameter));
        let difference = Definition {
            effects: effects.filter(|bound| has_effects(*bound)).map(|bound| bound.tokens()).collect(),
            name,
            parameters: list.first()..=last,
            old_style: names.is_some(),
            body: body.first(),
            returns: returns.clone(),
            list: names.map_or_else(list_of_parameters, list_of_names),
        };
        self.tell(Difference::Definition(difference));
    }

    /// The bound of a parameter's outermost dimension: that of the pointer which the parameter is.
    fn outermost_bound(&self, parameter: Node<'a>) -> Option<Node<'a>> {
        let direct = parameter.child(Kind::Declarator).and_then(innermost)?;
        let array = direct.children().find(|part| matches!(part.kind(), Kind::Array | Kind::Parameters))?;
        array.children().find(|part| part.kind().is_expression())
    }

    // Jumps -------------------------------------------------------------------

    /// The names whose initialisation a jump passes by: it goes into their
    /// scope from outside of it.
    fn bypassed(&self) -> Vec<usize> {
        let is_bypassed = |scope: &Range<usize>| {
            self.targets.iter().any(|(to, target)| {
                scope.contains(to)
                    && self.jumps.iter().any(|(from, other)| other == target && !scope.contains(from))
            })
        };
        let names = self.scopes.iter().filter(|(scope, _)| is_bypassed(scope));
        names.map(|&(_, name)| name).collect()
    }
}

/// Whether an expression assigns something, or calls a function.
pub fn has_effects(expression: Node<'_>) -> bool {
    let mut nodes = vec![expression];
    while let Some(node) = nodes.pop() {
        if matches!(node.kind(), Kind::Assignment | Kind::Call | Kind::Step) {
            return true;
        }
        nodes.extend(node.children());
    }
    false
}

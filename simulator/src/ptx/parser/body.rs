//! Reads the body of a function: declarations, labels, instructions.

use rustc_hash::FxHashMap;

use super::{Parser, space};
use crate::ptx::Error;
use crate::ptx::lexer::{Token, error};
use crate::ptx::syntax::{Body, Instruction, Linkage, Operand, Prototype, Special, Type};

/// What a name means in a scope.
#[derive(Clone, Copy)]
enum Entity {
    Register(u32),
    Param(u32),
    Variable(u32),
    Label(u32),
    Targets(u32),
    Prototype(u32),
}

/// The names between a pair of braces.
#[derive(Default)]
struct Scope<'a> {
    parent: Option<usize>,
    names: FxHashMap<Box<str>, Entity>,
    /// `%r<10>`: prefix, first register's number, how many.
    ranges: Vec<(&'a str, u32, u32)>,
}

impl<'a> Scope<'a> {
    fn get(&self, name: &str) -> Option<Entity> {
        self.names.get(name).copied().or_else(|| {
            let digits = name.len() - name.bytes().rev().take_while(u8::is_ascii_digit).count();
            // `%r010` and `%r10` are different names, and the first is in no range.
            if name.len() - digits > 1 && name.as_bytes()[digits] == b'0' {
                return None;
            }
            let number: u32 = name[digits..].parse().ok()?;
            let range = self
                .ranges
                .iter()
                .rev()
                .find(|(prefix, _, count)| *prefix == &name[..digits] && number < *count)?;
            Some(Entity::Register(range.1 + number))
        })
    }
}

/// A word whose meaning may be declared further down.
struct Pending<'a> {
    name: &'a str,
    scope: usize,
    line: u32,
    place: Place,
}

enum Place {
    Operand { instruction: usize, operand: usize },
    Target { list: usize, index: usize },
}

struct Reader<'p, 'a> {
    parser: &'p mut Parser<'a>,
    body: Body,
    scopes: Vec<Scope<'a>>,
    scope: usize,
    pending: Vec<Pending<'a>>,
    source: Option<(u32, u32)>,
}

impl<'a> Parser<'a> {
    /// The body behind its opening brace; `body` has the function's parameters.
    pub(super) fn body(&mut self, body: Body) -> Result<Body, Error> {
        let scopes = vec![Scope::default()];
        let mut reader = Reader { parser: self, body, scopes, scope: 0, pending: Vec::new(), source: None };
        reader.run()?;
        Ok(reader.body)
    }
}

impl<'a> Reader<'_, 'a> {
    fn run(&mut self) -> Result<(), Error> {
        for index in 0..self.body.params.len() {
            let name = self.body.params[index].name.clone();
            self.declare(&name, Entity::Param(index as u32))?;
        }
        loop {
            match self.parser.peek() {
                Some(Token::Mark(b'}')) => {
                    self.parser.at += 1;
                    match self.scopes[self.scope].parent {
                        Some(parent) => self.scope = parent,
                        None => break,
                    }
                }
                Some(Token::Mark(b'{')) => {
                    self.parser.at += 1;
                    self.scopes.push(Scope { parent: Some(self.scope), ..Scope::default() });
                    self.scope = self.scopes.len() - 1;
                }
                Some(Token::Mark(b';')) => self.parser.at += 1,
                _ => self.statement()?,
            }
        }
        self.resolve()
    }

    fn statement(&mut self) -> Result<(), Error> {
        let Some(Token::Word(word)) = self.parser.peek() else {
            return self.instruction();
        };
        if self.parser.peek_at(1) == Some(Token::Mark(b':')) {
            self.parser.at += 2;
            return self.label(word);
        }
        if !word.starts_with('.') {
            return self.instruction();
        }
        self.parser.at += 1;
        match word {
            ".loc" => {
                let file = self.parser.number32()?;
                let line = self.parser.number32()?;
                self.source = Some((file, line));
                self.parser.at -= 1;
                self.parser.skip_line();
                Ok(())
            }
            ".pragma" => self.parser.skip_past(b';'),
            ".reg" => self.registers(),
            ".param" => self.params(),
            _ => match space(word) {
                Some(space) => {
                    for variable in self.parser.variables(space, Linkage::Static)? {
                        let number = self.body.variables.len() as u32;
                        self.declare(&variable.name, Entity::Variable(number))?;
                        self.body.variables.push(variable);
                    }
                    Ok(())
                }
                None => {
                    self.parser.at -= 1;
                    Err(self.parser.error(format!("the directive `{word}` is not known in a function")))
                }
            },
        }
    }

    fn declare(&mut self, name: &str, entity: Entity) -> Result<(), Error> {
        match self.scopes[self.scope].names.insert(name.into(), entity) {
            None => Ok(()),
            Some(_) => Err(self.parser.error(format!("`{name}` is declared twice"))),
        }
    }

    fn registers(&mut self) -> Result<(), Error> {
        let head = self.parser.head()?;
        loop {
            let name = self.parser.word("a register")?;
            let first = self.body.registers.len() as u32;
            let mut count = 1;
            if self.parser.accept(b'<') {
                count = self.parser.number32()?;
                self.parser.expect(b'>')?;
                if count > 1 << 20 {
                    return Err(self.parser.error(format!("{count} registers are too many")));
                }
                self.scopes[self.scope].ranges.push((name, first, count));
                self.body.register_names.extend((0..count).map(|number| format!("{name}{number}")));
            } else {
                self.declare(name, Entity::Register(first))?;
                self.body.register_names.push(name.to_owned());
            }
            self.body.registers.extend((0..count).map(|_| head.kind));
            if !self.parser.accept(b',') {
                break;
            }
        }
        self.parser.expect(b';')
    }

    fn params(&mut self) -> Result<(), Error> {
        let head = self.parser.head()?;
        loop {
            let Some(Token::Word(name)) = self.parser.peek() else {
                return Err(self.parser.unexpected("the parameter's name"));
            };
            let parameter = self.parser.parameter(&head)?;
            let number = self.body.params.len() as u32;
            self.declare(name, Entity::Param(number))?;
            self.body.params.push(parameter);
            if !self.parser.accept(b',') {
                break;
            }
        }
        self.parser.expect(b';')
    }

    fn label(&mut self, name: &'a str) -> Result<(), Error> {
        let entity = match self.parser.peek() {
            Some(Token::Word(".branchtargets" | ".calltargets")) => {
                self.parser.at += 1;
                let list = self.body.targets.len();
                let mut targets = Vec::new();
                loop {
                    let line = self.parser.line();
                    let target = self.parser.word("a label")?;
                    let place = Place::Target { list, index: targets.len() };
                    self.pending.push(Pending { name: target, scope: self.scope, line, place });
                    targets.push(u32::MAX);
                    if !self.parser.accept(b',') {
                        break;
                    }
                }
                self.parser.expect(b';')?;
                self.body.targets.push(targets);
                Entity::Targets(list as u32)
            }
            Some(Token::Word(".callprototype")) => {
                self.parser.at += 1;
                let prototype = self.prototype()?;
                self.body.prototypes.push(prototype);
                Entity::Prototype(self.body.prototypes.len() as u32 - 1)
            }
            _ => {
                self.body.labels.push(self.body.instructions.len() as u32);
                Entity::Label(self.body.labels.len() as u32 - 1)
            }
        };
        self.declare(name, entity)
    }

    fn prototype(&mut self) -> Result<Prototype, Error> {
        let mut prototype = Prototype::default();
        if self.parser.peek() == Some(Token::Mark(b'(')) {
            prototype.results = self.parser.parameters()?;
        }
        self.parser.word("`_`")?;
        if self.parser.peek() == Some(Token::Mark(b'(')) {
            prototype.parameters = self.parser.parameters()?;
        }
        // `.noreturn`, `.abi_preserve` and the like change nothing here.
        self.parser.skip_past(b';')?;
        Ok(prototype)
    }

    fn instruction(&mut self) -> Result<(), Error> {
        let line = self.parser.line();
        let mut guard = None;
        if self.parser.accept(b'@') {
            let negated = self.parser.accept(b'!');
            let name = self.parser.word("a predicate")?;
            match self.find(name, self.scope) {
                Some(Entity::Register(number)) if self.body.registers[number as usize] == Type::Pred => {
                    guard = Some((number, negated));
                }
                _ => return Err(self.parser.error(format!("`{name}` is no predicate register"))),
            }
        }
        let opcode = self.parser.word("an instruction")?.split('.').map(Box::from).collect();
        let mut operands = Vec::new();
        while !self.parser.accept(b';') {
            let operand = self.operand(operands.len())?;
            operands.push(operand);
            if !self.parser.accept(b',') {
                self.parser.expect(b';')?;
                break;
            }
        }
        let source = self.source;
        self.body.instructions.push(Instruction { line, source, guard, opcode, operands });
        Ok(())
    }

    fn find(&self, name: &str, scope: usize) -> Option<Entity> {
        let mut scope = Some(scope);
        while let Some(number) = scope {
            if let Some(entity) = self.scopes[number].get(name) {
                return Some(entity);
            }
            scope = self.scopes[number].parent;
        }
        None
    }

    fn operand(&mut self, index: usize) -> Result<Operand, Error> {
        let operand = self.single(index)?;
        if self.parser.accept(b'|') {
            let second = self.single(usize::MAX)?;
            return Ok(Operand::Pair(Box::new(operand), Box::new(second)));
        }
        Ok(operand)
    }

    /// An operand; `index` is its place in the instruction, for names that
    /// are declared further down, or [`usize::MAX`] inside another operand.
    fn single(&mut self, index: usize) -> Result<Operand, Error> {
        let line = self.parser.line();
        match self.parser.next()? {
            Token::Mark(b'{') => Ok(Operand::Vector(self.sequence(b'}')?)),
            Token::Mark(b'(') => Ok(Operand::List(self.sequence(b')')?)),
            Token::Mark(b'[') => {
                let base = self.single(usize::MAX)?;
                let (base, offset) = match base {
                    Operand::Symbol(name, offset) => (Operand::Symbol(name, 0), offset),
                    Operand::Variable(number, offset) => (Operand::Variable(number, 0), offset),
                    Operand::Param(number, offset) => (Operand::Param(number, 0), offset),
                    other => (other, 0),
                };
                let offset = offset.wrapping_add(self.parser.offset()?);
                self.parser.expect(b']')?;
                Ok(Operand::Address(Box::new(base), offset))
            }
            Token::Mark(b'!') => match self.single(usize::MAX)? {
                Operand::Register(number) => Ok(Operand::Not(number)),
                _ => Err(error(line, "`!` stands before a predicate only")),
            },
            Token::Mark(b'-') => match self.single(usize::MAX)? {
                Operand::Integer(number) => Ok(Operand::Integer(-number)),
                Operand::Single(bits) => Ok(Operand::Single(bits ^ (1 << 31))),
                Operand::Double(bits) => Ok(Operand::Double(bits ^ (1 << 63))),
                _ => Err(error(line, "`-` stands before a number only")),
            },
            Token::Integer(number) => Ok(Operand::Integer(i128::from(number))),
            Token::Single(bits) => Ok(Operand::Single(bits)),
            Token::Double(bits) => Ok(Operand::Double(bits)),
            Token::Word("_") => Ok(Operand::Sink),
            Token::Word("WARP_SZ") => Ok(Operand::Integer(32)),
            Token::Word(word) => self.name(word, line, index),
            _ => {
                self.parser.at -= 1;
                Err(self.parser.unexpected("an operand"))
            }
        }
    }

    fn name(&mut self, word: &'a str, line: u32, index: usize) -> Result<Operand, Error> {
        match self.find(word, self.scope) {
            Some(Entity::Register(number)) => return Ok(Operand::Register(number)),
            Some(Entity::Param(number)) => return Ok(Operand::Param(number, self.parser.offset()?)),
            Some(Entity::Variable(number)) => return Ok(Operand::Variable(number, self.parser.offset()?)),
            Some(Entity::Targets(number)) => return Ok(Operand::Targets(number)),
            Some(Entity::Prototype(number)) => return Ok(Operand::Prototype(number)),
            Some(Entity::Label(_)) | None => {}
        }
        if let Some(name) = word.strip_prefix('%') {
            return match Special::named(name) {
                Some(special) => Ok(Operand::Special(special)),
                None => Err(error(line, format!("the register `{word}` is not known"))),
            };
        }
        if index != usize::MAX {
            let place = Place::Operand { instruction: self.body.instructions.len(), operand: index };
            self.pending.push(Pending { name: word, scope: self.scope, line, place });
        }
        Ok(Operand::Symbol(word.to_owned(), self.parser.offset()?))
    }

    fn sequence(&mut self, end: u8) -> Result<Vec<Operand>, Error> {
        let mut operands = Vec::new();
        if self.parser.accept(end) {
            return Ok(operands);
        }
        loop {
            operands.push(self.operand(usize::MAX)?);
            if !self.parser.accept(b',') {
                break;
            }
        }
        self.parser.expect(end)?;
        Ok(operands)
    }

    /// Gives meaning to labels, which may stand behind their use.
    fn resolve(&mut self) -> Result<(), Error> {
        for pending in std::mem::take(&mut self.pending) {
            let entity = self.find(pending.name, pending.scope);
            match (pending.place, entity) {
                (Place::Target { list, index }, Some(Entity::Label(label))) => {
                    self.body.targets[list][index] = label;
                }
                (Place::Target { .. }, _) => {
                    return Err(error(pending.line, format!("there is no label `{}`", pending.name)));
                }
                (Place::Operand { instruction, operand }, entity) => {
                    let slot = &mut self.body.instructions[instruction].operands[operand];
                    match entity {
                        Some(Entity::Label(label)) => *slot = Operand::Label(label),
                        Some(Entity::Targets(number)) => *slot = Operand::Targets(number),
                        Some(Entity::Prototype(number)) => *slot = Operand::Prototype(number),
                        // A symbol of the module.
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }
}

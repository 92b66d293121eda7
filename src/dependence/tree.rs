//! Statements and expressions as trees: as much of C as numeric loops are made of.
//!
//! What is not among it (a jump, a pragma, an address that is taken, a statement in an expression) ends the reading
//! with nothing, and then nothing is concluded about the loop.

use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::openmp::CanonicalLoop;

/// A variable: its name, and the token that ends the declarator which gives the name its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable {
    pub name: Rc<str>,
    pub declared: usize,
}

/// An expression and its tokens.
#[derive(Clone, Debug)]
pub struct Expression {
    pub form: Form,
    pub tokens: RangeInclusive<usize>,
}

/// What an expression is. Operators are named by their tokens.
#[derive(Clone, Debug)]
pub enum Form {
    Integer(i64),
    /// A constant of another type, a `sizeof`.
    Constant,
    Name(Variable),
    /// The name of a function, of an enumerator that has no known value, or of nothing known.
    Unknown,
    Subscript(Box<Expression>, Box<Expression>),
    /// The last is true for `->`.
    Member(Box<Expression>, String, bool),
    Dereference(Box<Expression>),
    /// `+ - ~ !`
    Unary(i32, Box<Expression>),
    Cast(Box<Expression>),
    Binary(i32, Box<Expression>, Box<Expression>),
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
    Call(String, Vec<Expression>),
    /// Its operator is that of the assignment.
    Assign(i32, Box<Expression>, Box<Expression>),
    /// `++` or `--`, on either side.
    Step(Box<Expression>),
}

impl Expression {
    /// Calls a function for the expression and all in it.
    pub fn walk<'e>(&'e self, visit: &mut impl FnMut(&'e Expression)) {
        visit(self);
        match &self.form {
            Form::Integer(_) | Form::Constant | Form::Name(_) | Form::Unknown => {}
            Form::Member(of, ..)
            | Form::Dereference(of)
            | Form::Unary(_, of)
            | Form::Cast(of)
            | Form::Step(of) => of.walk(visit),
            Form::Subscript(a, b) | Form::Binary(_, a, b) | Form::Assign(_, a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Form::Choice(a, b, c) => {
                a.walk(visit);
                b.walk(visit);
                c.walk(visit);
            }
            Form::Call(_, arguments) => arguments.iter().for_each(|argument| argument.walk(visit)),
        }
    }

    /// Whether a variable is named in it.
    pub fn names(&self, variable: &Variable) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= matches!(&part.form, Form::Name(name) if name == variable));
        found
    }

    /// Whether it changes something, or may do so in a function.
    pub fn has_effect(&self) -> bool {
        let mut has_effect = false;
        self.walk(&mut |part| {
            has_effect |= matches!(part.form, Form::Assign(..) | Form::Step(_) | Form::Call(..))
        });
        has_effect
    }

    /// The variables that it changes by name.
    pub fn changed(&self) -> Vec<Variable> {
        let mut changed = Vec::new();
        self.walk(&mut |part| {
            if let Form::Assign(_, target, _) | Form::Step(target) = &part.form {
                changed.extend(target.variable().cloned());
            }
        });
        changed
    }

    /// Whether two expressions are the same, so that they have one value as long as nothing changes what they are made of. Casts and
    /// constants that are no integers are not compared.
    pub fn is_same(&self, other: &Expression) -> bool {
        match (&self.form, &other.form) {
            (Form::Integer(one), Form::Integer(other)) => one == other,
            (Form::Name(one), Form::Name(other)) => one == other,
            (Form::Subscript(of, index), Form::Subscript(of_other, other)) => {
                of.is_same(of_other) && index.is_same(other)
            }
            (Form::Member(of, one, arrow), Form::Member(of_other, other, arrow_other)) => {
                one == other && arrow == arrow_other && of.is_same(of_other)
            }
            (Form::Dereference(one), Form::Dereference(other)) => one.is_same(other),
            (Form::Unary(operator, one), Form::Unary(operator_other, other)) => {
                operator == operator_other && one.is_same(other)
            }
            (Form::Binary(operator, left, right), Form::Binary(operator_other, left_other, right_other)) => {
                operator == operator_other && left.is_same(left_other) && right.is_same(right_other)
            }
            _ => false,
        }
    }

    /// The variable that it is, in parentheses perhaps.
    pub fn variable(&self) -> Option<&Variable> {
        match &self.form {
            Form::Name(variable) => Some(variable),
            _ => None,
        }
    }
}

/// A `for` loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The `for`.
    pub keyword: usize,
    /// The parenthesis that ends its header.
    pub close: usize,
    /// Its first clause: an expression or a declaration.
    pub first: Box<Statement>,
    pub condition: Option<Expression>,
    pub next: Option<Expression>,
    pub body: Box<Statement>,
    /// `None` if it is not in canonical form.
    pub canonical: Option<CanonicalLoop>,
    /// Whether the program says that none of its iterations depends on another one.
    pub is_promised: bool,
}

/// A variable of a block.
#[derive(Clone, Debug)]
pub struct Declared {
    pub variable: Variable,
    pub value: Option<Expression>,
}

#[derive(Clone, Debug)]
pub enum Statement {
    Empty,
    Expression(Expression),
    /// The statement of an `atomic` construct that is an update and nothing else.
    Atomic(Expression),
    Declaration(Vec<Declared>),
    Block(Vec<Statement>),
    If(Expression, Box<Statement>, Option<Box<Statement>>),
    For(Box<Loop>),
    /// `while`, and `do`.
    While(Expression, Box<Statement>),
    Return(Option<Expression>),
    Continue,
    Break,
}

impl Statement {
    /// The statements that follow each other in it: a block's own, or it alone.
    pub fn sequence(&self) -> &[Statement] {
        match self {
            Statement::Block(inner) => inner,
            other => std::slice::from_ref(other),
        }
    }

    /// Calls a function for the statement and all in it, outermost first.
    pub fn walk<'s>(&'s self, visit: &mut impl FnMut(&'s Statement)) {
        visit(self);
        match self {
            Statement::Block(inner) => inner.iter().for_each(|statement| statement.walk(visit)),
            Statement::If(_, yes, no) => {
                yes.walk(visit);
                if let Some(no) = no {
                    no.walk(visit);
                }
            }
            Statement::For(inner) => {
                inner.first.walk(visit);
                inner.body.walk(visit);
            }
            Statement::While(_, body) => body.walk(visit),
            _ => {}
        }
    }

    /// Calls a function for each expression that stands in it as a whole.
    pub fn expressions<'s>(&'s self, visit: &mut impl FnMut(&'s Expression)) {
        self.walk(&mut |statement| match statement {
            Statement::Expression(expression)
            | Statement::Atomic(expression)
            | Statement::If(expression, ..)
            | Statement::While(expression, _) => visit(expression),
            Statement::Declaration(declared) => {
                declared.iter().filter_map(|one| one.value.as_ref()).for_each(&mut *visit);
            }
            Statement::For(inner) => inner.condition.iter().chain(&inner.next).for_each(&mut *visit),
            Statement::Return(value) => value.iter().for_each(&mut *visit),
            _ => {}
        });
    }

    /// Whether a `break` in a loop's body would leave the loop, or a `return` all loops.
    pub fn has_loose_break(&self) -> bool {
        let mut returns = false;
        self.walk(&mut |statement| returns |= matches!(statement, Statement::Return(_)));
        returns || self.breaks()
    }

    fn breaks(&self) -> bool {
        match self {
            Statement::Break => true,
            Statement::Block(inner) => inner.iter().any(Statement::breaks),
            Statement::If(_, yes, no) => yes.breaks() || no.as_deref().is_some_and(Statement::breaks),
            _ => false,
        }
    }

    /// Whether a variable is named in it.
    pub fn names(&self, variable: &Variable) -> bool {
        let mut found = false;
        self.expressions(&mut |expression| found |= expression.names(variable));
        found
    }

    /// The variables that it changes by name.
    pub fn changed(&self) -> Vec<Variable> {
        let mut changed = Vec::new();
        self.expressions(&mut |expression| changed.extend(expression.changed()));
        changed
    }

    /// The variables that it declares.
    pub fn declared(&self) -> Vec<&Declared> {
        let mut found = Vec::new();
        self.walk(&mut |statement| {
            if let Statement::Declaration(declared) = statement {
                found.extend(declared);
            }
        });
        found
    }
}

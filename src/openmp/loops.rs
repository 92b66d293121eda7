//! Canonical loops (section 2.5.1 of the specification): what a `for` loop
//! must look like for its iterations to be counted before it starts.

use super::stretch::{Tokens, stretch};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// How the loop variable meets its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Relation {
    fn of(token: i32) -> Option<Self> {
        match token {
            kind::LESS => Some(Relation::Less),
            kind::LESS_EQUAL => Some(Relation::LessEqual),
            kind::GREATER => Some(Relation::Greater),
            kind::GREATER_EQUAL => Some(Relation::GreaterEqual),
            _ => None,
        }
    }

    /// The same relation read from the other side.
    fn mirrored(self) -> Self {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessEqual => Relation::GreaterEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterEqual => Relation::LessEqual,
        }
    }

    pub fn goes_up(self) -> bool {
        matches!(self, Relation::Less | Relation::LessEqual)
    }

    /// The operator.
    pub fn text(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
        }
    }
}

/// By how much the loop variable changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Increment {
    PlusOne,
    MinusOne,
    Plus(Tokens),
    Minus(Tokens),
}

/// A loop in canonical form.
#[derive(Clone, Debug)]
pub struct CanonicalLoop {
    /// The `for`.
    pub keyword: usize,
    /// The name of the loop variable.
    pub variable: String,
    /// Its first token in the header.
    pub variable_token: usize,
    /// The words of its type, if the header declares it.
    pub declared: Option<Tokens>,
    /// The expressions of the header.
    pub lower: Tokens,
    pub relation: Relation,
    /// Whether the header has `!=` for it (5.0, section 2.9.1): the step, which is one, tells where the bound is.
    pub is_unequal: bool,
    pub bound: Tokens,
    pub increment: Increment,
    /// The statement that is repeated.
    pub body_start: usize,
}

/// The three parts of a loop's header, as tokens; a part that is left out has
/// none.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The `for` itself.
    pub keyword: usize,
    pub init: Option<Tokens>,
    pub condition: Option<Tokens>,
    pub increment: Option<Tokens>,
    pub body_start: usize,
}

/// Why a loop is not canonical: the tokens at fault, and what is wrong.
#[derive(Clone, Debug)]
pub struct NotCanonical {
    pub tokens: Tokens,
    pub reason: String,
}

fn fault(tokens: Tokens, reason: impl Into<String>) -> NotCanonical {
    NotCanonical { tokens, reason: reason.into() }
}

impl CanonicalLoop {
    /// Reads a header. `value` is that of a constant expression, if it can tell.
    ///
    /// # Errors
    ///
    /// The part that keeps the loop from being canonical.
    pub fn read(
        header: &Header,
        tokens: &TokenList,
        value: impl Fn(&Tokens) -> Option<i64>,
    ) -> Result<Self, NotCanonical> {
        let keyword = header.keyword..=header.keyword;
        let part = |range: &Option<Tokens>, reason: &str| match range {
            Some(range) => Ok(tokens.visible_in(range)),
            None => Err(fault(header.keyword..=header.keyword, reason)),
        };
        let init = part(&header.init, "the loop variable gets no first value")?;
        let condition = part(&header.condition, "the loop has no bound")?;
        let increment = part(&header.increment, "the loop variable is not changed in the header")?;
        if init.iter().all(|&index| tokens[index].kind == kind::SEMICOLON) {
            return Err(fault(keyword, "the loop variable gets no first value"));
        }
        let (variable_token, declared, lower) = read_init(tokens, &init)?;
        let variable = tokens.text(variable_token).to_owned();
        let (relation, bound) = read_condition(tokens, &condition, &variable)?;
        let increment_tokens = increment[0]..=increment[increment.len() - 1];
        let increment = read_increment(tokens, &increment, &variable)?;
        let is_unequal = relation.is_none();
        let relation = match relation {
            Some(relation) => relation,
            None => unit_direction(&increment, value).ok_or_else(|| {
                fault(increment_tokens.clone(), "with `!=`, the loop variable must change by one")
            })?,
        };
        if is_zero(tokens, &increment) {
            return Err(fault(increment_tokens, "the loop variable does not change"));
        }
        if let Some(up) = certain_direction(tokens, &increment)
            && up != relation.goes_up()
        {
            return Err(fault(increment_tokens, "the loop variable moves away from its bound"));
        }
        Ok(CanonicalLoop {
            keyword: header.keyword,
            variable,
            variable_token,
            declared,
            lower,
            relation,
            is_unequal,
            bound,
            increment,
            body_start: header.body_start,
        })
    }

    /// The first loop inside, if it is a `for` among the statements of the body's blocks: others may stand around it (5.0, section
    /// 2.9.1).
    pub fn loop_inside(&self, tokens: &TokenList) -> Option<usize> {
        let mut before = kind::SEMICOLON;
        let mut at = self.body_start;
        let mut blocks = Vec::new();
        loop {
            let token = tokens[at].kind;
            let begins =
                matches!(before, kind::SEMICOLON | kind::LEFT_BRACE | kind::RIGHT_BRACE | kind::NEW_LINE);
            match token {
                kind::FOR => return (begins && blocks.iter().all(|is_block| *is_block)).then_some(at),
                kind::LEFT_BRACE => blocks.push(begins),
                kind::RIGHT_BRACE => drop(blocks.pop()),
                _ => {}
            }
            if blocks.is_empty() {
                return None;
            }
            before = token;
            at = tokens.visible_from(at + 1)?;
        }
    }

    /// The expressions of the header: the first value, the bound and the step, if there is one, each with what it is.
    pub fn expressions(&self) -> impl Iterator<Item = (&Tokens, &'static str)> {
        let step = match &self.increment {
            Increment::Plus(step) | Increment::Minus(step) => Some(step),
            Increment::PlusOne | Increment::MinusOne => None,
        };
        let step = step.map(|step| (step, "the step"));
        [(&self.lower, "the first value"), (&self.bound, "the bound")].into_iter().chain(step)
    }
}

type Init = (usize, Option<Tokens>, Tokens);

fn read_init(tokens: &TokenList, part: &[usize]) -> Result<Init, NotCanonical> {
    let reason = "the first part of the header must be `variable = first value`";
    let part = match part.split_last() {
        Some((&last, rest)) if tokens[last].kind == kind::SEMICOLON => rest,
        _ => part,
    };
    let Some(assign) = part.iter().position(|&index| tokens[index].kind == kind::ASSIGN) else {
        return Err(fault(stretch(part), reason));
    };
    let (left, value) = (&part[..assign], &part[assign + 1..]);
    let Some((&variable, types)) = left.split_last() else {
        return Err(fault(stretch(part), reason));
    };
    if tokens[variable].kind != kind::IDENTIFIER || value.is_empty() {
        return Err(fault(stretch(part), reason));
    }
    if has_top_level(tokens, value, |token| token == kind::COMMA || token == kind::ASSIGN) {
        return Err(fault(stretch(part), reason));
    }
    // A pointer's, which 3.0 allows, may be any.
    let is_pointer = types.last().is_some_and(|&last| tokens[last].kind == kind::STAR);
    if !is_pointer && types.iter().any(|&index| !is_type_word(tokens[index].kind)) {
        return Err(fault(stretch(types), "the loop variable must be a plain integer variable"));
    }
    let declared = (!types.is_empty()).then(|| stretch(types));
    Ok((variable, declared, stretch(value)))
}

fn is_type_word(token: i32) -> bool {
    matches!(
        token,
        kind::CHAR
            | kind::SHORT
            | kind::INT
            | kind::LONG
            | kind::SIGNED
            | kind::UNSIGNED
            | kind::TYPEDEF_NAME
            | kind::REGISTER
            | kind::AUTO
    )
}

fn read_condition(
    tokens: &TokenList,
    part: &[usize],
    variable: &str,
) -> Result<(Option<Relation>, Tokens), NotCanonical> {
    let reason = format!("the loop must go on while `{variable}` is `<`, `<=`, `>`, `>=` or `!=` a bound");
    let is_variable = |index: usize| tokens.text(index) == variable;
    let read = |variable_at: usize, relation_at: usize, bound: &[usize]| {
        let relation = match tokens[relation_at].kind {
            kind::NOT_EQUAL => None,
            token => Some(Relation::of(token)?),
        };
        let binds_weaker = |token| {
            matches!(
                token,
                kind::AND_AND
                    | kind::OR_OR
                    | kind::QUESTION
                    | kind::EQUAL_EQUAL
                    | kind::NOT_EQUAL
                    | kind::AND
                    | kind::OR
                    | kind::CARET
                    | kind::COMMA
                    | kind::ASSIGN
            ) || Relation::of(token).is_some()
        };
        let fits =
            is_variable(variable_at) && !bound.is_empty() && !has_operator(tokens, bound, binds_weaker);
        fits.then(|| (relation, stretch(bound)))
    };
    let straight = match part {
        [variable_at, relation_at, bound @ ..] => read(*variable_at, *relation_at, bound),
        _ => None,
    };
    let mirrored = || match part {
        [bound @ .., relation_at, variable_at] => {
            let (relation, bound) = read(*variable_at, *relation_at, bound)?;
            Some((relation.map(Relation::mirrored), bound))
        }
        _ => None,
    };
    straight.or_else(mirrored).ok_or_else(|| fault(stretch(part), reason))
}

fn read_increment(tokens: &TokenList, part: &[usize], variable: &str) -> Result<Increment, NotCanonical> {
    let reason = format!(
        "`{variable}` must change by `++`, `--`, `+=`, `-=`, `{variable} = {variable} + step` or `{variable} = {variable} - step`"
    );
    let is_variable = |index: &usize| tokens.text(*index) == variable;
    let token = |index: &usize| tokens[*index].kind;
    let found = match part {
        [name, operator] | [operator, name] if is_variable(name) => match token(operator) {
            kind::PLUS_PLUS => Some(Increment::PlusOne),
            kind::MINUS_MINUS => Some(Increment::MinusOne),
            _ => None,
        },
        [name, operator, step @ ..] if is_variable(name) && !step.is_empty() => match token(operator) {
            kind::PLUS_ASSIGN => Some(Increment::Plus(stretch(step))),
            kind::MINUS_ASSIGN => Some(Increment::Minus(stretch(step))),
            kind::ASSIGN => read_sum(tokens, step, variable),
            _ => None,
        },
        _ => None,
    };
    let is_weaker = |token| matches!(token, kind::COMMA | kind::ASSIGN);
    match found {
        Some(increment) if !has_top_level(tokens, &part[2..], is_weaker) => Ok(increment),
        _ => Err(fault(stretch(part), reason)),
    }
}

/// `i + step`, `step + i` or `i - step`, behind `i =`.
fn read_sum(tokens: &TokenList, sum: &[usize], variable: &str) -> Option<Increment> {
    let is_variable = |index: &usize| tokens.text(*index) == variable;
    let is_weak = |token| binds_weaker_than_sum(token) && token != kind::PLUS && token != kind::MINUS;
    let is_sum = |token| matches!(token, kind::PLUS | kind::MINUS);
    if has_operator(tokens, sum, is_weak) {
        return None;
    }
    match sum {
        [first, operator, step @ ..] if is_variable(first) && !step.is_empty() => {
            match tokens[*operator].kind {
                kind::PLUS => Some(Increment::Plus(stretch(step))),
                // `i - a + b` is not `i - (a + b)`.
                kind::MINUS if !has_operator(tokens, step, is_sum) => Some(Increment::Minus(stretch(step))),
                _ => None,
            }
        }
        [step @ .., operator, last]
            if is_variable(last) && tokens[*operator].kind == kind::PLUS && !step.is_empty() =>
        {
            Some(Increment::Plus(stretch(step)))
        }
        _ => None,
    }
}

/// Whether a token of this kind stands outside of all brackets.
fn has_top_level(tokens: &TokenList, part: &[usize], select: impl Fn(i32) -> bool) -> bool {
    let (Some(&first), Some(&last)) = (part.first(), part.last()) else { return false };
    tokens.outside_brackets(&(first..=last)).any(|index| select(tokens[index].kind))
}

/// Whether an operator of this kind stands between two operands outside of
/// all brackets; a sign in front of an operand does not count.
fn has_operator(tokens: &TokenList, part: &[usize], select: impl Fn(i32) -> bool) -> bool {
    let (Some(&first), Some(&last)) = (part.first(), part.last()) else { return false };
    let mut after_operand = false;
    tokens.outside_brackets(&(first..=last)).any(|index| {
        let token = tokens[index].kind;
        let binary = after_operand && select(token);
        after_operand = matches!(
            token,
            kind::IDENTIFIER
                | kind::INTEGER_CONSTANT
                | kind::FLOATING_CONSTANT
                | kind::CHARACTER_CONSTANT
                | kind::STRING_LITERAL
                | kind::RIGHT_PAREN
                | kind::RIGHT_BRACKET
                | kind::PLUS_PLUS
                | kind::MINUS_MINUS
        );
        binary
    })
}

/// Whether an operator, put beside `+`, would have to be put in parentheses.
pub fn binds_weaker_than_sum(token: i32) -> bool {
    matches!(
        token,
        kind::LEFT_SHIFT
            | kind::RIGHT_SHIFT
            | kind::LESS
            | kind::GREATER
            | kind::LESS_EQUAL
            | kind::GREATER_EQUAL
            | kind::EQUAL_EQUAL
            | kind::NOT_EQUAL
            | kind::AND
            | kind::CARET
            | kind::OR
            | kind::AND_AND
            | kind::OR_OR
            | kind::QUESTION
            | kind::COMMA
            | kind::ASSIGN
    )
}

/// Whether an expression keeps its meaning beside a `+` without parentheses.
pub fn is_sum_operand(tokens: &TokenList, range: &Tokens) -> bool {
    !has_operator(tokens, &tokens.visible_in(range), binds_weaker_than_sum)
}

/// Where a loop's bound is whose variable changes by one until it is reached.
fn unit_direction(increment: &Increment, value: impl Fn(&Tokens) -> Option<i64>) -> Option<Relation> {
    let change = match increment {
        Increment::PlusOne => 1,
        Increment::MinusOne => -1,
        Increment::Plus(step) => value(step)?,
        Increment::Minus(step) => value(step)?.checked_neg()?,
    };
    match change {
        1 => Some(Relation::Less),
        -1 => Some(Relation::Greater),
        _ => None,
    }
}

/// Whether a step is the number 0.
fn is_zero(tokens: &TokenList, increment: &Increment) -> bool {
    let (Increment::Plus(step) | Increment::Minus(step)) = increment else { return false };
    step.start() == step.end() && crate::c::symbols::integer_literal(tokens.text(*step.start())) == Some(0)
}

/// The direction of a step whose sign is plain to see: up is true.
fn certain_direction(tokens: &TokenList, increment: &Increment) -> Option<bool> {
    let is_positive = |range: &Tokens| {
        (range.start() == range.end())
            .then(|| crate::c::symbols::integer_literal(tokens.text(*range.start())))?
    };
    match increment {
        Increment::PlusOne => Some(true),
        Increment::MinusOne => Some(false),
        Increment::Plus(step) => is_positive(step).map(|_| true),
        Increment::Minus(step) => is_positive(step).map(|_| false),
    }
}

//! Data races that are certain (OpenMP 5.2, 1.4.1): two threads access one place, one of them writes, and nothing orders the two.
//!
//! The other proofs of this room may doubt whatever they do not understand; here the doubt speaks for the program. So an access
//! counts only if it is made for certain, its place is known for certain, and the statements in front of it cannot have
//! ordered it: they have no constructs and call nothing but functions that only compute, or are known from the library.
//! Of bounds of which nothing is known it is supposed that a shared loop has two iterations, and a loop inside one.
//!
//! Nothing is said where all threads would write the same value into one place, such as a flag: this is a race, too, but many
//! programs count on its harmlessness, and every machine bears them out.

mod body;
mod counter;
mod meeting;

use std::ops::RangeInclusive;

use super::accesses::Access;
use super::place::Base;
use super::polynomial::{Atom, Polynomial};
use super::question::Attribute;
use super::reader::Program;
use super::tree::Variable;
use super::uses::{only_updates, updates_by};
use crate::openmp::CanonicalLoop;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as token;
use crate::syntax::tree::Node;
use body::Body;
use counter::Counter;
pub use meeting::Meeting;
use meeting::{Rounds, meet};

/// A region, and what has to be known of the program around it.
pub struct Region<'a> {
    pub program: Program<'a>,
    /// What a variable is to the threads; `None` if that is not known.
    pub attribute: &'a dyn Fn(&Variable) -> Option<Attribute>,
    /// Whether something in the region may give the variable another value.
    pub is_changed: &'a dyn Fn(&Variable) -> bool,
    /// The number that a variable is, from its declaration on.
    pub constant: &'a dyn Fn(&Variable) -> Option<i64>,
    /// Whether a pointer may lead to the variable.
    pub has_address: &'a dyn Fn(&Variable) -> bool,
    /// Whether a function orders nothing between threads, and comes back.
    pub is_harmless: &'a dyn Fn(&str) -> bool,
}

/// What a write puts into its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The old value is used for it, with the operator of this token; that of `=` if it is none alone.
    Update(i32),
    /// Another one in another iteration, or by another thread.
    Varying,
    /// As far as is known, the same each time.
    Same,
}

/// An access that is certainly made.
#[derive(Clone, Debug)]
pub struct Touch {
    pub access: Access,
    subscripts: Vec<Polynomial>,
    rounds: Vec<Rounds>,
    /// The loops that it stands in, from the outermost, and how many of them the threads share.
    loops: Vec<Counter>,
    shared: usize,
    /// The expression that is assigned, if it is nothing else.
    assigned: Option<RangeInclusive<usize>>,
    /// `None` of a read.
    pub value: Option<Value>,
}

/// A race.
#[derive(Clone, Debug)]
pub struct Race {
    pub write: Touch,
    pub other: Touch,
    pub meeting: Meeting,
    /// Whether all iterations access one place.
    pub is_one_place: bool,
}

impl Touch {
    /// The variable that it is an access to as a whole.
    pub fn variable(&self) -> Option<&Variable> {
        match &self.access.base {
            Base::Object(variable) if self.subscripts.is_empty() && self.access.members.is_empty() => {
                Some(variable)
            }
            _ => None,
        }
    }

    /// What the variable of the outermost loop around it changes by.
    pub fn step(&self) -> Option<i64> {
        self.loops.first()?.step
    }

    /// Whether its place is another one in other iterations of the shared loops.
    fn is_shared_out(&self) -> bool {
        let mut varying: Vec<&Variable> = Vec::new();
        for (number, one) in self.loops.iter().enumerate() {
            let begins_anew =
                one.first.iter().any(|first| varying.iter().any(|variable| first.has(variable)));
            if number < self.shared || begins_anew {
                varying.push(&one.variable);
            }
        }
        self.subscripts.iter().any(|part| varying.iter().any(|variable| part.has(variable)))
    }

    fn is_same_object(&self, other: &Touch) -> bool {
        let (one, other) = (&self.access, &other.access);
        one.base == other.base && one.members == other.members
    }
}

/// What some statements certainly do.
#[derive(Clone, Debug, Default)]
pub struct Touches {
    pub found: Vec<Touch>,
    /// Whether all of the statements are known to order nothing, and not to be left.
    pub is_whole: bool,
}

/// What the iterations of a work-sharing loop do, or of several with one space of iterations.
pub fn of_loop(region: &Region<'_>, loops: &[CanonicalLoop]) -> Touches {
    let body = loops.last().and_then(|innermost| region.program.node_at(innermost.body_start));
    let levels = counter::levels(region, loops);
    match (body, levels) {
        (Some(body), Some(levels)) => Body::read(region, &[body], &levels).touches(),
        _ => Touches::default(),
    }
}

/// What each thread does that comes to these statements.
pub fn of_statements(region: &Region<'_>, statements: &[Node<'_>]) -> Touches {
    Body::read(region, statements, &[]).touches()
}

/// The races between iterations of a work-sharing loop: of each object one, that tells most. Of chunks of this size a thread has
/// all iterations.
pub fn in_loop(touches: &[Touch], chunk: i64) -> Vec<Race> {
    races(touches, touches, chunk, |race| !race.is_one_place || race.write.value != Some(Value::Same))
}

/// The races between threads that all do this.
pub fn of_all(touches: &[Touch]) -> Vec<Race> {
    races(touches, touches, 1, |race| race.write.value != Some(Value::Same))
}

/// The races between threads of which one does this and the other that. Two that assign the same do no harm.
pub fn between(program: &Program<'_>, one: &[Touch], other: &[Touch], chunk: i64) -> Vec<Race> {
    let text = |range: &Option<RangeInclusive<usize>>| {
        let tokens = range.iter().flat_map(|range| program.tokens.visible_in(range));
        tokens.map(|at| program.tokens.text(at)).collect::<String>()
    };
    let matters = |race: &Race| {
        let is_same = |touch: &Touch| touch.value == Some(Value::Same);
        !(is_same(&race.write)
            && is_same(&race.other)
            && text(&race.write.assigned) == text(&race.other.assigned))
    };
    let mut found = races(one, other, chunk, matters);
    races(other, one, chunk, matters).into_iter().for_each(|race| keep(&mut found, race));
    found
}

/// The races of writes among the first with accesses among the others.
fn races(writes: &[Touch], others: &[Touch], chunk: i64, matters: impl Fn(&Race) -> bool) -> Vec<Race> {
    let mut found: Vec<Race> = Vec::new();
    for write in writes.iter().filter(|touch| touch.value.is_some()) {
        for other in others.iter().filter(|other| other.is_same_object(write)) {
            let Some(meeting) = meet(chunk, write, other) else { continue };
            let is_one_place = !write.is_shared_out() && !other.is_shared_out();
            let race = Race { write: write.clone(), other: other.clone(), meeting, is_one_place };
            if matters(&race) {
                keep(&mut found, race);
            }
        }
    }
    found
}

/// The operator of the reduction that a work-sharing loop's changes of a variable are, as `reduction` has it, if they are one.
pub fn reduction(
    program: &Program<'_>,
    body: usize,
    variable: &Variable,
    operator: i32,
) -> Option<&'static str> {
    let (text, operator) = match operator {
        token::PLUS | token::PLUS_ASSIGN | token::MINUS | token::MINUS_ASSIGN => ("+", token::PLUS),
        token::STAR | token::STAR_ASSIGN => ("*", token::STAR),
        token::AND | token::AND_ASSIGN => ("&", token::AND),
        token::OR | token::OR_ASSIGN => ("|", token::OR),
        token::CARET | token::CARET_ASSIGN => ("^", token::CARET),
        _ => return None,
    };
    let statement = program.statement(body)?;
    let is_it = only_updates(&statement, variable) && updates_by(&statement, variable, operator);
    is_it.then_some(text)
}

/// Keeps a race if none is known of its object, or one that tells less.
pub fn keep(found: &mut Vec<Race>, race: Race) {
    match found.iter_mut().find(|known| known.write.is_same_object(&race.write)) {
        Some(known) if weight(known) >= weight(&race) => {}
        Some(known) => *known = race,
        None => found.push(race),
    }
}

/// How much a race tells: of two places more than of one, of a read more than of a second write.
fn weight(race: &Race) -> u32 {
    let is_update = matches!(race.write.value, Some(Value::Update(_)));
    let is_elsewhere = race.write.access.whole != race.other.access.whole;
    match (is_elsewhere, race.other.value.is_none()) {
        // An update is enough by itself: the others follow from it.
        _ if is_update && race.is_one_place => 4 - u32::from(is_elsewhere),
        (true, true) => 2,
        (true, false) => 1,
        (false, _) => 0,
    }
}

impl Region<'_> {
    /// Whether a variable has one value for all threads as long as the region runs.
    fn is_steady(&self, variable: &Variable) -> bool {
        (self.attribute)(variable) == Some(Attribute::Shared) && !(self.is_changed)(variable)
    }

    /// A polynomial with numbers in the place of variables that are known to be nothing else.
    fn in_constants(&self, polynomial: &Polynomial) -> Option<Polynomial> {
        let mut found = polynomial.clone();
        for atom in polynomial.atoms() {
            if let Atom::Variable(variable) = atom
                && let Some(number) = (self.constant)(variable)
            {
                found = found.with(variable, &Polynomial::constant(number))?;
            }
        }
        Some(found)
    }
}

//! What the program has in memory, and who may do what with it where.
//!
//! This is how the programs keep free of races and independent of the team's
//! size. A *place* is the text of an lvalue, an *array* a text that can be
//! indexed; each belongs to a piece of *memory*, and several may belong to the same
//! one, since a pointer is another name. At every point of the program the generator
//! knows the access that the code there has to each piece of memory:
//!
//! - sequential code has everything to itself (`Mine`);
//! - in a parallel region, what is shared is `Stable`: all threads may read it and none
//!   writes. What is private is `Mine`, and each thread puts the same values in it;
//! - a work-sharing construct takes some of what is stable for its own. An iteration has
//!   one element of an array (a new piece of memory, `Mine`), a section, a `single` or a
//!   `master` has whole variables. Or it may accumulate there, by operations of which the
//!   order does not matter, protected by `atomic`, `critical`, a lock or a reduction
//!   (`Accumulated`). Everything else can be read (`Read`), also what the team has
//!   private: a thread that wrote there would leave something that depends on which
//!   iterations it got;
//! - what was written waits (`Closed`) for the next barrier and is stable then. What the
//!   team has read since the last barrier cannot be taken before the next one;
//! - what a clause leaves without a value (`Unset`) gets one before it is read.
//!
//! Output is a piece of memory, too: who prints has it to himself.

use super::types::Type;

pub type Memory = usize;
pub type VariableId = usize;

/// The memory behind `stdout`.
pub const OUTPUT: Memory = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    And,
    Or,
    Xor,
    LogicalAnd,
    LogicalOr,
    ShiftLeft,
    ShiftRight,
    Divide,
    Maximum,
    Minimum,
}

impl Operation {
    pub fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::LogicalAnd => "&&",
            Self::LogicalOr => "||",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::Divide => "/",
            Self::Maximum => "max",
            Self::Minimum => "min",
        }
    }

    /// Whether it does not matter how many threads do it with the same value.
    pub fn is_idempotent(self) -> bool {
        matches!(
            self,
            Self::And | Self::Or | Self::LogicalAnd | Self::LogicalOr | Self::Maximum | Self::Minimum
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Closed,
    Read,
    Stable,
    Mine,
    Unset,
    Accumulated { operation: Operation, protected: bool },
}

#[derive(Clone, Debug)]
pub struct Place {
    pub text: String,
    pub roots: Vec<VariableId>,
    pub memory: Memory,
    pub ty: Type,
    /// What can be read there, and what may be assigned.
    pub readable: (i128, i128),
    pub storable: (i128, i128),
    pub is_bit_field: bool,
}

#[derive(Clone, Debug)]
pub struct Array {
    pub text: String,
    pub roots: Vec<VariableId>,
    pub memory: Memory,
    pub ty: Type,
    pub dimensions: Vec<usize>,
    /// An array of elements one behind the other, which can be handed on as a pointer.
    pub is_plain: bool,
}

#[derive(Clone, Debug)]
pub enum Shape {
    Scalar(Type),
    Array(Type, Vec<usize>),
    /// An index into the program's structures.
    Structure(usize),
    /// A pointer, and the statement that makes it point where it did.
    Pointer(String),
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub memory: Memory,
    pub shape: Shape,
    pub visible: bool,
    pub constant: bool,
    pub threadprivate: bool,
    /// Whether a clause may give threads another one.
    pub can_be_private: bool,
    /// Whether another name for its memory exists, so that its private copy would not be what
    /// that name says.
    pub is_vla: bool,
}

/// All that the generator knows at one point of the program.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    pub variables: Vec<Variable>,
    pub places: Vec<Place>,
    pub arrays: Vec<Array>,
    pub access: Vec<Access>,
    /// What a clause of a work-sharing construct left without a value.
    pub lost: Vec<VariableId>,
    /// Variables for loops that the function declares: name, type, and whether it is private here.
    pub counters: Vec<Counter>,
}

#[derive(Clone, Debug)]
pub struct Counter {
    pub name: String,
    pub ty: Type,
    pub private: bool,
    pub busy: bool,
}

impl Knowledge {
    pub fn new_memory(&mut self, access: Access) -> Memory {
        self.access.push(access);
        self.access.len() - 1
    }

    pub fn is_visible(&self, roots: &[VariableId]) -> bool {
        roots.iter().all(|&root| {
            let variable = &self.variables[root];
            variable.visible
                && (!matches!(variable.shape, Shape::Pointer(_))
                    || !matches!(self.access[variable.memory], Access::Closed | Access::Unset))
        })
    }

    pub fn places_with(&self, wanted: impl Fn(&Place, Access) -> bool) -> Vec<Place> {
        let fits = |place: &&Place| wanted(place, self.access[place.memory]) && self.is_visible(&place.roots);
        self.places.iter().filter(fits).cloned().collect()
    }

    pub fn arrays_with(&self, wanted: impl Fn(&Array, Access) -> bool) -> Vec<Array> {
        let fits = |array: &&Array| wanted(array, self.access[array.memory]) && self.is_visible(&array.roots);
        self.arrays.iter().filter(fits).cloned().collect()
    }

    pub fn variables_with(&self, wanted: impl Fn(&Variable, Access) -> bool) -> Vec<VariableId> {
        let fits = |id: &VariableId| {
            let variable = &self.variables[*id];
            variable.visible && wanted(variable, self.access[variable.memory])
        };
        (0..self.variables.len()).filter(fits).collect()
    }
}

pub fn is_readable(access: Access) -> bool {
    matches!(access, Access::Read | Access::Stable | Access::Mine)
}

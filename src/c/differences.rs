//! What is found on a way through expressions and statements that another
//! language would not read as C does.
//!
//! A [`Reader`](super::reader::Reader) that has an observer tells it where a value is converted, where
//! a type is computed, where an initialiser names members. It is the same
//! reading that finds types, so everything is known where it is found, and a
//! text of any length is gone through once ([`super::statements`]).

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::ctype::{Parameter, Type};

/// A range of the token list.
pub type Tokens = RangeInclusive<usize>;

/// A place that C++ reads differently, or not at all.
#[derive(Clone, Debug)]
pub enum Difference {
    Conversion(Conversion),
    /// The same on the way from a floating type to an unsigned one: a GPU makes zero of negative numbers (C17 6.3.1.4 leaves it
    /// open), a processor what the conversion of a signed integer does.
    Signed(Conversion),
    /// `(T) value`. The type name is what stands between the parentheses.
    Cast {
        type_name: Tokens,
        operand: Tokens,
        ty: Type,
    },
    /// `sizeof`, or `_Alignof`.
    Measure {
        keyword: usize,
        /// All of it.
        tokens: Tokens,
        /// Behind the keyword, with the parentheses.
        operand: Tokens,
        ty: Type,
        is_type: bool,
        is_lvalue: bool,
    },
    /// `_Generic`, or `__builtin_choose_expr`, and what it chooses.
    Generic {
        tokens: Tokens,
        chosen: Tokens,
    },
    /// An object that is used as one of another type: a volatile structure that is copied, or assigned to, which C++ does not do,
    /// without `volatile`; a `void *` that moves (GNU) as a pointer to bytes.
    Retyped {
        tokens: Tokens,
        ty: Type,
    },
    /// The name of a bit-field wider than 32 bits where it is used: C computes it in its own width, C++ as a `long`.
    WideField(usize),
    /// The name of an enumerator that is an `int` in C and has the type of its enumeration, which is wider, in C++.
    IntEnumerator(usize),
    /// A member of a structure that is a volatile structure, or an array of them: C++ copies
    /// no structure that has one, so that only the uses are volatile.
    Selected {
        tokens: Tokens,
        ty: Type,
    },
    /// The block that is a loop's body and declares a name of the loop's head
    /// anew: its braces.
    Redeclaring {
        open: usize,
        close: usize,
    },
    /// A structure, union or enumeration that is defined in a structure without
    /// a name, where C++ has no types, and what it is to stand in front of.
    Inner {
        tokens: Tokens,
        keyword: usize,
        outermost: usize,
    },
    /// `typeof(…)`.
    Computed {
        tokens: Tokens,
        ty: Type,
    },
    /// `offsetof(struct text, characters[n])`, which is no constant: its type name and its member.
    Offset {
        tokens: Tokens,
        type_name: Tokens,
        member: Tokens,
    },
    /// An operator of gcc's with a constant value that C++ does not have.
    Constant {
        tokens: Tokens,
        value: i128,
        ty: Type,
    },
    /// A complex number that is passed where a function has `...`.
    Passed {
        argument: Tokens,
        ty: Type,
    },
    /// The type that `va_arg` takes, and how it is passed: an enumeration as an integer, a complex number as its parts.
    Fetched {
        type_name: Tokens,
        ty: Type,
    },
    /// `__real__ a`, or `__imag__ a`.
    ComplexPart {
        operator: usize,
        operand: Tokens,
    },
    Literal(Literal),
    /// An initialiser in braces whose items C++ does not take as they stand.
    Initializer {
        tokens: Tokens,
        items: Item,
    },
    /// The first token of a string that is the text of an array. Any other is one itself, of which there may be a pointer.
    ArrayText(usize),
    /// A string that is one character too long for its array: C leaves the
    /// terminating null character out.
    LongText {
        tokens: Tokens,
        length: u64,
    },
    /// `flag++`, or `flag--`, of a `_Bool`; or `++` and its kin of a bit-field
    /// of an enumeration.
    Step {
        operand: Tokens,
        operator: usize,
        ty: Type,
        is_bit_field: bool,
    },
    /// `field |= value` of a bit-field of an enumeration.
    Compound {
        target: Tokens,
        operator: usize,
        value: Tokens,
        ty: Type,
    },
    /// What is called without a prototype, by the type that its arguments make
    /// of it.
    Callee {
        tokens: Tokens,
        ty: Type,
    },
    /// Arguments for which a function that is defined without a prototype has no parameters: its name, and the arguments with the
    /// comma in front of them, if there is one.
    ExtraArguments {
        callee: Tokens,
        tokens: Tokens,
    },
    Declaration(Declared),
    /// A declaration in a block of what is elsewhere: functions, and variables
    /// behind `extern`.
    Elsewhere(Tokens),
    Definition(Definition),
    /// A parameter whose type has bounds that are no numbers, as declared and as adjusted.
    Parameter {
        tokens: Tokens,
        parameter: Parameter,
    },
    /// A declaration without a type, which is one of `int`: its first
    /// declarator.
    Untyped(usize),
    /// A `return` without a value, of a function that has one.
    EmptyReturn(usize),
    /// The colon of a label with no statement behind it.
    LastLabel(usize),
    /// `()` in the declaration of a function whose parameters are known from its
    /// definition.
    EmptyList {
        tokens: Tokens,
        parameters: Vec<Option<Type>>,
    },
}

/// A value that C converts to another type and C++ does not.
#[derive(Clone, Debug)]
pub struct Conversion {
    pub value: Tokens,
    pub to: Type,
    /// Whether an operator of the value binds less than a cast.
    pub is_compound: bool,
}

/// A compound literal (C17 6.5.2.5).
#[derive(Clone, Debug)]
pub struct Literal {
    pub tokens: Tokens,
    pub braces: Tokens,
    /// An array has its size.
    pub ty: Type,
    /// Whether it must be an object that lives as long as its block: an array,
    /// or an operand of `&`.
    pub is_object: bool,
    /// The `{` of the block that it stands in.
    pub block: Option<usize>,
}

/// One of the names that a declaration in a block declares.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Of the whole declaration.
    pub specifiers: Tokens,
    /// From the first `*` to the last `]`.
    pub declarator: Tokens,
    pub name: usize,
    pub ty: Type,
    pub assign: Option<usize>,
    pub initializer: Option<Tokens>,
    /// Whether it is the first of the declaration.
    pub is_first: bool,
    /// The comma behind it.
    pub comma: Option<usize>,
    pub is_typedef: bool,
    pub is_static: bool,
    /// Whether a declaration can be made two here.
    pub is_in_block: bool,
    /// Whether a jump passes the initialisation by.
    pub is_bypassed: bool,
}

/// The head of a function's definition.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: usize,
    /// What stands between the parentheses and the body: from the `(` on.
    pub parameters: Tokens,
    pub old_style: bool,
    pub body: usize,
    pub returns: Type,
    pub list: Vec<(String, Option<Type>)>,
    /// The outermost bounds of parameters that do something besides: they are evaluated (C17 6.9.1, 10).
    pub effects: Vec<Tokens>,
}

/// What an initialiser gives to an object.
#[derive(Clone, Debug)]
pub enum Item {
    Value(Tokens),
    /// A list that C++ takes as it stands, and what is in it.
    Braces(Tokens, Type, BTreeMap<u64, Item>),
    /// By index of an array's elements, or of a structure's members.
    List(Type, BTreeMap<u64, Item>),
}

/// Takes down what is found.
#[derive(Debug, Default)]
pub(super) struct Observer {
    pub differences: RefCell<Vec<Difference>>,
    /// The blocks of statement expressions, which are still to be looked at.
    pub blocks: RefCell<Vec<Tokens>>,
    /// The `{` of the block that is looked at.
    pub block: Cell<Option<usize>>,
}

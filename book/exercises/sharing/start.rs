// Exercise: the data-sharing attribute of a variable that a construct uses, by
// Section 2.8.1 of the OpenMP 2.5 specification.
//
// This attempt knows the clauses and nothing else.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    Shared,
    Private,
}

/// What is known of a variable.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variable {
    /// It is declared inside of the construct.
    pub declared_inside: bool,
    /// It has static storage duration.
    pub is_static: bool,
    /// It is the iteration variable of the construct's loop.
    pub counts_the_loop: bool,
    /// What a clause says of it, if one names it.
    pub clause: Option<Attribute>,
}

/// The attribute; an error is a variable that `default(none)` leaves without one.
pub fn attribute(variable: Variable, default_none: bool) -> Result<Attribute, String> {
    let _ = default_none;
    Ok(variable.clause.unwrap_or(Attribute::Shared))
}

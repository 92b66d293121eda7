// A solution: predetermined, then explicit, then implicit. A clause may make the loop's variable
// lastprivate, which is private during the loop; here the clause wins and says private.

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
    if variable.declared_inside {
        return Ok(if variable.is_static { Attribute::Shared } else { Attribute::Private });
    }
    match variable.clause {
        Some(attribute) => Ok(attribute),
        None if variable.counts_the_loop => Ok(Attribute::Private),
        None if default_none => Err("no clause says what this variable is".to_owned()),
        None => Ok(Attribute::Shared),
    }
}

// Exercise: how many iterations a canonical loop has.
//
// This attempt is the thesis's (Section 8.2.2).

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The iterations of `for (i = first; i RELATION bound; i += step)`; the step is
/// negative where the loop counts down, and never 0.
pub fn iterations(first: i64, relation: Relation, bound: i64, step: i64) -> u64 {
    let bound = match relation {
        Relation::Less | Relation::Greater => bound,
        Relation::LessOrEqual => bound + 1,
        Relation::GreaterOrEqual => bound - 1,
    };
    ((bound - first).abs() as f32 / step.abs() as f32).ceil() as u64
}

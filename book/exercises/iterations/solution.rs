// A solution: the distance in the loop's direction, in more bits than the loop's variable has.

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
    let (first, bound, step) = (i128::from(first), i128::from(bound), i128::from(step));
    let distance = match relation {
        Relation::Less => bound - first,
        Relation::LessOrEqual => bound - first + 1,
        Relation::Greater => first - bound,
        Relation::GreaterOrEqual => first - bound + 1,
    };
    if distance <= 0 {
        return 0;
    }
    let step = step.abs();
    u64::try_from((distance + step - 1) / step).unwrap_or(u64::MAX)
}

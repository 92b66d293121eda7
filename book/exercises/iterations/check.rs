// Loops up and down, empty ones, and ones at the ends of the type.

use self::answer::{Relation, iterations};

pub fn check() {
    assert_eq!(iterations(0, Relation::Less, 10, 1), 10);
    assert_eq!(iterations(0, Relation::LessOrEqual, 10, 1), 11);
    assert_eq!(iterations(20, Relation::GreaterOrEqual, 0, -2), 11);
    assert_eq!(iterations(10, Relation::Greater, 0, -3), 4);
    assert_eq!(iterations(1, Relation::Less, 2, 5), 1);
    assert_eq!(iterations(5, Relation::Less, 3, 1), 0, "the loop does not run at all");
    assert_eq!(iterations(3, Relation::Greater, 5, -1), 0, "nor does this one");
    assert_eq!(iterations(0, Relation::Less, 100_000_001, 1), 100_000_001, "a float has 24 bits for this");
    assert_eq!(iterations(i64::MAX - 1, Relation::LessOrEqual, i64::MAX, 1), 2, "the bound has no successor");
}

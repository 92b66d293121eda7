// Each variable counts once, functions do not.

use self::answer::count;

pub fn check() {
    let found = count("int a, *b; float c[4]; int f(int x, double y) { float z = 1.0; return x; }");
    let found = found.unwrap_or_else(|error| panic!("{error:?}"));
    let found: Vec<(&str, usize)> = found.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(found, [("double", 1), ("float", 2), ("int", 3)]);

    let none = count("void f(void) { }").unwrap_or_else(|error| panic!("{error:?}"));
    assert!(none.is_empty(), "a function is no variable: {none:?}");
}

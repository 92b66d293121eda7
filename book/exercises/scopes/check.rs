// Inner names hide outer ones, until their scope ends.

use self::answer::Scopes;

pub fn check() {
    let mut scopes = Scopes::default();
    scopes.declare("n", 1);
    scopes.enter();
    assert_eq!(scopes.lookup("n"), Some(1), "an outer name can be seen");
    scopes.declare("n", 3);
    scopes.declare("x", 3);
    assert_eq!(scopes.lookup("n"), Some(3), "an inner name hides an outer one");
    scopes.enter();
    scopes.declare("n", 5);
    assert_eq!(scopes.lookup("n"), Some(5));
    assert_eq!(scopes.lookup("x"), Some(3));
    scopes.exit();
    assert_eq!(scopes.lookup("n"), Some(3), "the scope of line 5 has ended");
    scopes.exit();
    assert_eq!(scopes.lookup("n"), Some(1));
    assert_eq!(scopes.lookup("x"), None, "nobody declares x here");
}

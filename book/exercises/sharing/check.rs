// Predetermined, explicit and implicit attributes.

use self::answer::{Attribute, Variable, attribute};

pub fn check() {
    let outside = Variable::default();
    assert_eq!(attribute(outside, false), Ok(Attribute::Shared), "implicit: shared");
    assert!(attribute(outside, true).is_err(), "default(none) asks for a clause");

    let named = Variable { clause: Some(Attribute::Private), ..outside };
    assert_eq!(attribute(named, false), Ok(Attribute::Private), "explicit: what the clause says");
    assert_eq!(attribute(named, true), Ok(Attribute::Private), "default(none) is content with a clause");

    let counter = Variable { counts_the_loop: true, ..outside };
    assert_eq!(attribute(counter, false), Ok(Attribute::Private), "predetermined: the loop's variable");
    assert_eq!(attribute(counter, true), Ok(Attribute::Private), "a predetermined variable needs no clause");

    let inside = Variable { declared_inside: true, ..outside };
    assert_eq!(attribute(inside, true), Ok(Attribute::Private), "predetermined: automatic, declared inside");
    let inside = Variable { is_static: true, ..inside };
    assert_eq!(attribute(inside, true), Ok(Attribute::Shared), "predetermined: static, declared inside");
}

// Words are renamed; parts of words, strings, comments and blanks stay.

use self::answer::rename;

pub fn check() {
    let renamed = |text: &str| rename(text, "n", "count").unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(renamed("int n = 1;"), "int count = 1;");
    assert_eq!(renamed("n  =\tn+1 ;\n"), "count  =\tcount+1 ;\n");
    assert_eq!(renamed("int next, nn;"), "int next, nn;", "only whole words are the name");
    assert_eq!(renamed("/* n */ f(\"n\"); // n"), "/* n */ f(\"n\"); // n", "comments and strings stay");
    assert!(rename("int n = @;", "n", "m").is_err(), "a text that cannot be lexed is an error");
}

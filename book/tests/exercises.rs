//! Each exercise's solution passes its test, and its starting point does not:
//! so the test can fail.

/// An answer in Rust.
macro_rules! exercise {
    ($name:literal, $answer:literal) => {
        mod answer {
            // A starting point leaves unused what it gives the reader to use; one range can be the answer.
            #![allow(dead_code, clippy::single_range_in_vec_init)]
            include!(concat!(env!("CARGO_MANIFEST_DIR"), "/exercises/", $name, "/", $answer, ".rs"));
        }
        include!(concat!(env!("CARGO_MANIFEST_DIR"), "/exercises/", $name, "/check.rs"));
    };
}

/// An answer that is a grammar, with what the generator has made of it.
macro_rules! grammar_exercise {
    ($name:literal, $answer:literal) => {
        mod answer {
            #![allow(dead_code)]
            pub mod lexer {
                include!(concat!(
                    env!("CARGO_MANIFEST_DIR"),
                    "/exercises/",
                    $name,
                    "/",
                    $answer,
                    "/statements_lexer.rs"
                ));
            }
            pub mod parser {
                include!(concat!(
                    env!("CARGO_MANIFEST_DIR"),
                    "/exercises/",
                    $name,
                    "/",
                    $answer,
                    "/statements_parser.rs"
                ));
            }
            pub const DECISIONS: &str = include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/exercises/",
                $name,
                "/",
                $answer,
                "/Statements.decisions.json"
            ));
        }
        include!(concat!(env!("CARGO_MANIFEST_DIR"), "/exercises/", $name, "/check.rs"));
    };
}

macro_rules! exercises {
    ($($kind:ident $module:ident $name:literal)*) => {
        $(mod $module {
            mod solution {
                $kind!($name, "solution");
            }
            mod start {
                $kind!($name, "start");
            }

            #[test]
            fn the_solution_passes() {
                solution::check();
            }

            #[test]
            #[should_panic]
            fn the_starting_point_does_not() {
                start::check();
            }
        })*

        /// All exercises that there are.
        const NAMES: &[&str] = &[$($name),*];
    };
}

exercises! {
    exercise address "address"
    exercise barrier "barrier"
    exercise count "count"
    exercise iterations "iterations"
    grammar_exercise lookahead "lookahead"
    exercise reduce "reduce"
    exercise rename "rename"
    exercise schedule "schedule"
    exercise scopes "scopes"
    exercise sharing "sharing"
    grammar_exercise r#while "while"
}

#[test]
fn every_exercise_is_tested() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("exercises");
    let entries = std::fs::read_dir(folder).expect("the exercises").flatten();
    let mut found: Vec<String> = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert_eq!(found, NAMES);
}

//! A reader's answer to an exercise. `book/exercises/check` names the answer
//! and the exercise's test in two variables.

mod exercise {
    // The test need not use all of it.
    #[allow(dead_code)]
    mod answer {
        include!(env!("GPUMP_BOOK_ANSWER", "book/exercises/check says where the answer is"));
    }

    include!(env!("GPUMP_BOOK_CHECK", "book/exercises/check says where the test is"));
}

#[test]
fn the_answer_is_right() {
    exercise::check();
}

//! One example for each rule, named after it.

use super::*;

/// A rewriter over one token for each character.
fn letters(text: &str) -> Rewriter<Vec<String>> {
    Rewriter::new(text.chars().map(String::from).collect())
}

/// The text after `edit`, which must be without conflict.
fn rewritten(text: &str, edit: impl FnOnce(&mut Rewriter<Vec<String>>)) -> String {
    let mut rewriter = letters(text);
    edit(&mut rewriter);
    rewriter.text().unwrap()
}

/// The ids of the earlier and the later operation of an overlap.
fn overlap(rewriter: &Rewriter<Vec<String>>) -> (OperationId, OperationId) {
    match rewriter.text() {
        Err(RewriteError::Overlap { earlier, later }) => (earlier.id(), later.id()),
        other => panic!("an overlap was expected, not {other:?}"),
    }
}

/// The ids of the replacement and of the insertion inside it.
fn inserted_into(rewriter: &Rewriter<Vec<String>>) -> (OperationId, OperationId) {
    match rewriter.text() {
        Err(RewriteError::InsertedIntoReplaced { replacement, insertion }) => {
            (replacement.id(), insertion.id())
        }
        other => panic!("an insertion into replaced tokens was expected, not {other:?}"),
    }
}

mod single_operations {
    use super::*;

    #[test]
    fn without_operations_the_text_is_that_of_the_tokens() {
        assert_eq!(rewritten("abc", |_| ()), "abc");
        assert_eq!(rewritten("", |_| ()), "");
    }

    #[test]
    fn insert_before_puts_text_before_any_token() {
        assert_eq!(rewritten("abc", |r| _ = r.insert_before(0, "x")), "xabc");
        assert_eq!(rewritten("abc", |r| _ = r.insert_before(2, "x")), "abxc");
    }

    #[test]
    fn insert_before_the_index_past_the_last_token_puts_text_at_the_end() {
        assert_eq!(rewritten("abc", |r| _ = r.insert_before(3, "x")), "abcx");
        assert_eq!(rewritten("", |r| _ = r.insert_before(0, "x")), "x");
    }

    #[test]
    fn insert_after_puts_text_after_any_token() {
        assert_eq!(rewritten("abc", |r| _ = r.insert_after(0, "x")), "axbc");
        assert_eq!(rewritten("abc", |r| _ = r.insert_after(2, "x")), "abcx");
    }

    #[test]
    fn replace_puts_text_in_place_of_a_range() {
        assert_eq!(rewritten("abcd", |r| _ = r.replace(1..=2, "x")), "axd");
        assert_eq!(rewritten("abcd", |r| _ = r.replace(0..=3, "x")), "x");
        assert_eq!(rewritten("abcd", |r| _ = r.replace_token(3, "x")), "abcx");
    }

    #[test]
    fn delete_takes_a_range_away() {
        assert_eq!(rewritten("abcd", |r| _ = r.delete(1..=2)), "ad");
        assert_eq!(rewritten("abcd", |r| _ = r.delete_token(0)), "bcd");
        assert_eq!(rewritten("abcd", |r| _ = r.delete(..)), "");
    }

    #[test]
    fn ranges_may_have_any_bounds() {
        assert_eq!(rewritten("abcd", |r| _ = r.replace(1..3, "x")), "axd");
        assert_eq!(rewritten("abcd", |r| _ = r.replace(2.., "x")), "abx");
        assert_eq!(rewritten("abcd", |r| _ = r.replace(..2, "x")), "xcd");
        let after_first = (Bound::Excluded(0), Bound::Unbounded);
        assert_eq!(rewritten("abcd", |r| _ = r.replace(after_first, "x")), "ax");
    }

    #[test]
    fn tokens_may_be_owned_or_borrowed() {
        let tokens = vec![String::from("a"), String::from("b")];
        let slice: &[String] = &tokens;
        assert_eq!(Rewriter::new(&tokens).text().unwrap(), "ab");
        assert_eq!(Rewriter::new(slice).text().unwrap(), "ab");
        assert_eq!(Rewriter::new(["a", "b"]).text().unwrap(), "ab");
        assert_eq!(Rewriter::new(tokens).tokens().len(), 2);
    }
}

mod insertions_in_one_gap {
    use super::*;

    #[test]
    fn a_later_insertion_before_a_token_goes_before_the_earlier() {
        let text = rewritten("ab", |r| {
            r.insert_before(1, "x");
            r.insert_before(1, "y");
            r.insert_before(1, "z");
        });
        assert_eq!(text, "azyxb");
    }

    #[test]
    fn a_later_insertion_after_a_token_goes_after_the_earlier() {
        let text = rewritten("ab", |r| {
            r.insert_after(0, "x");
            r.insert_after(0, "y");
            r.insert_after(0, "z");
        });
        assert_eq!(text, "axyzb");
    }

    #[test]
    fn insertions_around_a_token_nest() {
        let text = rewritten("ab", |r| {
            r.insert_before(0, "<p>");
            r.insert_after(0, "</p>");
            r.insert_before(0, "<b>");
            r.insert_after(0, "</b>");
            r.insert_before(1, "<i>");
            r.insert_after(1, "</i>");
        });
        assert_eq!(text, "<b><p>a</p></b><i>b</i>");
    }

    #[test]
    fn what_is_after_the_left_token_precedes_what_is_before_the_right_one_in_any_order_of_calls() {
        for order in [[0, 1, 2, 3], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1]] {
            let text = rewritten("ab", |r| {
                for step in order {
                    match step {
                        0 => r.insert_after(0, "1"),
                        1 => r.insert_after(0, "2"),
                        2 => r.insert_before(1, "4"),
                        _ => r.insert_before(1, "3"),
                    };
                }
            });
            assert_eq!(text, "a1234b", "in the order {order:?}");
        }
    }

    #[test]
    fn the_end_is_a_gap_like_any_other() {
        let text = rewritten("a", |r| {
            r.insert_before(1, "3");
            r.insert_after(0, "1");
            r.insert_before(1, "2");
        });
        assert_eq!(text, "a123");
    }

    #[test]
    fn insertions_in_different_gaps_do_not_meet() {
        let text = rewritten("abc", |r| {
            r.insert_before(1, "x");
            r.insert_before(2, "y");
            r.insert_before(0, "z");
        });
        assert_eq!(text, "zaxbyc");
    }
}

mod insertions_and_replacements {
    use super::*;

    #[test]
    fn an_insertion_at_the_left_edge_goes_before_the_replacement() {
        assert_eq!(
            rewritten("abcd", |r| {
                r.insert_before(1, "<");
                r.replace(1..=2, "x");
            }),
            "a<xd"
        );
        assert_eq!(
            rewritten("abcd", |r| {
                r.replace(1..=2, "x");
                r.insert_before(1, "<");
            }),
            "a<xd"
        );
    }

    #[test]
    fn an_insertion_at_the_right_edge_goes_after_the_replacement() {
        assert_eq!(
            rewritten("abcd", |r| {
                r.insert_after(2, ">");
                r.replace(1..=2, "x");
            }),
            "ax>d"
        );
        assert_eq!(
            rewritten("abcd", |r| {
                r.replace(1..=2, "x");
                r.insert_after(2, ">");
            }),
            "ax>d"
        );
    }

    #[test]
    fn an_insertion_at_an_edge_stays_when_the_tokens_are_deleted() {
        let text = rewritten("abc", |r| {
            r.insert_before(1, "<");
            r.insert_after(1, ">");
            r.delete_token(1);
        });
        assert_eq!(text, "a<>c");
    }

    #[test]
    fn insertions_keep_their_order_at_the_edge_of_a_replacement() {
        let text = rewritten("abc", |r| {
            r.insert_before(1, "4");
            r.insert_after(0, "1");
            r.replace_token(1, "x");
            r.insert_after(0, "2");
            r.insert_before(1, "3");
        });
        assert_eq!(text, "a1234xc");
    }

    #[test]
    fn a_replacement_drops_earlier_insertions_inside_it() {
        let text = rewritten("abcd", |r| {
            r.insert_after(1, "x");
            r.insert_before(2, "y");
            r.replace(1..=2, "z");
        });
        assert_eq!(text, "azd");
    }

    #[test]
    fn a_later_insertion_inside_a_replacement_is_an_error() {
        for insert in [
            |r: &mut Rewriter<Vec<String>>| r.insert_before(2, "y"),
            |r: &mut Rewriter<Vec<String>>| r.insert_after(1, "y"),
        ] {
            let mut rewriter = letters("abcd");
            let replacement = rewriter.replace(1..=2, "x");
            let insertion = insert(&mut rewriter);
            assert_eq!(inserted_into(&rewriter), (replacement, insertion));
        }
    }

    #[test]
    fn a_later_insertion_inside_a_deletion_is_an_error() {
        let mut rewriter = letters("abcd");
        let deletion = rewriter.delete(1..=3);
        let insertion = rewriter.insert_before(3, "y");
        assert_eq!(inserted_into(&rewriter), (deletion, insertion));
    }

    #[test]
    fn a_later_insertion_inside_merged_deletions_is_an_error() {
        let mut rewriter = letters("abcdef");
        let left = rewriter.delete(0..=2);
        let insertion = rewriter.insert_before(1, "x");
        rewriter.delete(2..=4);
        assert_eq!(inserted_into(&rewriter), (left, insertion));
    }

    #[test]
    fn a_replacement_that_covers_it_drops_the_erroneous_insertion_too() {
        let mut rewriter = letters("abcd");
        rewriter.replace(1..=2, "x");
        rewriter.insert_before(2, "y");
        rewriter.replace(0..=2, "z");
        assert_eq!(rewriter.text().unwrap(), "zd");
    }

    #[test]
    fn of_several_erroneous_insertions_the_leftmost_is_named() {
        let mut rewriter = letters("abcdef");
        rewriter.delete(3..=5);
        let left = rewriter.delete(0..=2);
        rewriter.insert_before(5, "x");
        let insertion = rewriter.insert_before(1, "y");
        assert_eq!(inserted_into(&rewriter), (left, insertion));
    }

    #[test]
    fn an_insertion_at_the_left_edge_outlives_the_replacement_it_stood_at() {
        for order in [[0, 1, 2], [1, 0, 2], [1, 2, 0]] {
            let text = rewritten("abcd", |r| {
                for step in order {
                    match step {
                        0 => r.insert_before(1, "<"),
                        1 => r.replace_token(1, "x"),
                        _ => r.replace(1..=2, "y"),
                    };
                }
            });
            assert_eq!(text, "a<yd", "in the order {order:?}");
        }
    }
}

mod replacements {
    use super::*;

    #[test]
    fn disjoint_replacements_all_count() {
        let text = rewritten("abcd", |r| {
            r.replace(2..=3, "y");
            r.replace(0..=1, "x");
        });
        assert_eq!(text, "xy");
    }

    #[test]
    fn of_two_with_the_same_tokens_the_later_counts() {
        let text = rewritten("abc", |r| {
            r.replace_token(1, "x");
            r.replace_token(1, "y");
        });
        assert_eq!(text, "ayc");
    }

    #[test]
    fn a_replacement_drops_the_earlier_ones_it_covers() {
        for larger in [0..=2, 1..=3, 0..=3] {
            let text = rewritten("abcd", |r| {
                r.replace_token(1, "x");
                r.delete_token(2);
                r.replace(larger.clone(), "y");
            });
            assert_eq!(text.len(), 5 - larger.count(), "{text}");
            assert!(text.contains('y') && !text.contains('x'), "{text}");
        }
    }

    #[test]
    fn a_deletion_drops_the_replacements_it_covers() {
        let text = rewritten("abc", |r| {
            r.replace_token(1, "x");
            r.delete_token(1);
        });
        assert_eq!(text, "ac");
    }

    #[test]
    fn overlap_at_the_right_is_an_error_naming_both() {
        let mut rewriter = letters("abcdef");
        let earlier = rewriter.replace(1..=3, "x");
        let later = rewriter.replace(2..=4, "y");
        assert_eq!(overlap(&rewriter), (earlier, later));
    }

    #[test]
    fn overlap_at_the_left_is_an_error_naming_both() {
        let mut rewriter = letters("abcdef");
        let earlier = rewriter.replace(2..=4, "x");
        let later = rewriter.replace(1..=3, "y");
        assert_eq!(overlap(&rewriter), (earlier, later));
    }

    #[test]
    fn a_replacement_inside_an_earlier_one_is_an_error() {
        for inside in [1..=1, 1..=2, 2..=2, 2..=3, 3..=3] {
            let mut rewriter = letters("abcde");
            let earlier = rewriter.replace(1..=3, "x");
            let later = rewriter.replace(inside, "y");
            assert_eq!(overlap(&rewriter), (earlier, later));
        }
    }

    #[test]
    fn a_deletion_and_a_replacement_that_overlap_are_an_error() {
        let mut rewriter = letters("abcdef");
        let earlier = rewriter.delete(1..=3);
        let later = rewriter.replace(2..=4, "y");
        assert_eq!(overlap(&rewriter), (earlier, later));

        let mut rewriter = letters("abcdef");
        let earlier = rewriter.replace(1..=3, "x");
        let later = rewriter.delete(2..=4);
        assert_eq!(overlap(&rewriter), (earlier, later));
    }

    #[test]
    fn an_empty_replacement_is_no_deletion() {
        let mut rewriter = letters("abcdef");
        let earlier = rewriter.delete(1..=3);
        let later = rewriter.replace(2..=4, "");
        assert_eq!(overlap(&rewriter), (earlier, later));
    }

    #[test]
    fn an_overlap_stays_an_error_when_both_are_replaced() {
        let mut rewriter = letters("abcdef");
        let earlier = rewriter.replace(1..=3, "x");
        let later = rewriter.replace(2..=4, "y");
        rewriter.replace(.., "z");
        assert_eq!(overlap(&rewriter), (earlier, later));
    }

    #[test]
    fn overlapping_deletions_act_as_one() {
        for (one, other) in [(1..=3, 2..=4), (2..=4, 1..=3), (1..=4, 2..=3), (2..=3, 1..=4), (1..=4, 1..=4)] {
            let text = rewritten("abcdef", |r| {
                r.delete(one);
                r.delete(other);
            });
            assert_eq!(text, "af");
        }
    }

    #[test]
    fn a_replacement_covers_merged_deletions_all_or_none() {
        let mut rewriter = letters("abcdef");
        let left = rewriter.delete(0..=2);
        let right = rewriter.delete(2..=4);
        let all = rewriter.replace(0..=4, "x");
        assert_eq!(rewriter.text().unwrap(), "xf");

        rewriter.rollback(all);
        let later = rewriter.replace(2..=4, "x");
        assert_eq!(overlap(&rewriter), (left, later));

        rewriter.rollback(later);
        let later = rewriter.replace(0..=2, "x");
        assert_eq!(overlap(&rewriter), (right, later));
    }

    #[test]
    fn deletions_merge_with_insertions_at_their_edges() {
        let text = rewritten("abcdef", |r| {
            r.insert_before(2, "x");
            r.delete(2..=3);
            r.delete(3..=4);
            r.insert_after(4, "y");
        });
        assert_eq!(text, "abxyf");
    }
}

mod intervals {
    use super::*;

    #[test]
    fn an_interval_has_what_is_attached_to_its_tokens() {
        let mut rewriter = letters("abcd");
        rewriter.insert_after(0, "1");
        rewriter.insert_before(1, "2");
        rewriter.insert_after(2, "3");
        rewriter.insert_before(3, "4");
        assert_eq!(rewriter.text_of(1..=2).unwrap(), "2bc3");
        assert_eq!(rewriter.text_of(..=0).unwrap(), "a1");
        assert_eq!(rewriter.text_of(3..).unwrap(), "4d");
    }

    #[test]
    fn text_within_leaves_out_the_insertions_at_both_edges() {
        let mut rewriter = letters("abcd");
        rewriter.insert_before(1, "2");
        rewriter.insert_before(2, "x");
        rewriter.insert_after(2, "3");
        assert_eq!(rewriter.text_within(1..=2).unwrap(), "bxc");
        let wrapped = format!("({})", rewriter.text_within(1..=2).unwrap());
        rewriter.replace(1..=2, wrapped);
        assert_eq!(rewriter.text().unwrap(), "a2(bxc)3d");
    }

    #[test]
    fn operations_outside_an_interval_do_not_show() {
        let mut rewriter = letters("abcde");
        rewriter.replace(0..=1, "x");
        rewriter.insert_before(4, "y");
        assert_eq!(rewriter.text_of(2..=3).unwrap(), "cd");
    }

    #[test]
    fn the_end_belongs_to_the_intervals_that_reach_the_last_token() {
        let mut rewriter = letters("abc");
        rewriter.insert_before(3, "x");
        assert_eq!(rewriter.text_of(2..=2).unwrap(), "cx");
        assert_eq!(rewriter.text_of(0..=1).unwrap(), "ab");
        assert_eq!(rewriter.text_of(3..=3).unwrap(), "");
    }

    #[test]
    fn indexes_past_the_last_token_are_ignored() {
        let rewriter = letters("abc");
        assert_eq!(rewriter.text_of(1..=100).unwrap(), "bc");
        assert_eq!(rewriter.text_of(1..=usize::MAX).unwrap(), "bc");
        assert_eq!(rewriter.text_of(100..=200).unwrap(), "");
        assert_eq!(rewriter.text_within(100..=200).unwrap(), "");
        assert_eq!(rewriter.pieces_within(100..=200).unwrap().count(), 0);
    }

    #[test]
    #[expect(clippy::reversed_empty_ranges, reason = "this is what is tested")]
    fn an_interval_without_tokens_is_empty() {
        let mut rewriter = letters("abc");
        rewriter.insert_before(1, "x");
        assert_eq!(rewriter.text_of(1..1).unwrap(), "");
        assert_eq!(rewriter.text_of(2..=1).unwrap(), "");
        assert_eq!(rewriter.text_of(0..0).unwrap(), "");
        assert_eq!(letters("").text_of(..).unwrap(), "");
    }

    #[test]
    fn a_replacement_stands_at_the_first_token_it_takes() {
        let mut rewriter = letters("abcdef");
        rewriter.replace(1..=3, "x");
        rewriter.insert_after(3, "y");
        assert_eq!(rewriter.text_of(0..=2).unwrap(), "ax");
        assert_eq!(rewriter.text_of(2..=4).unwrap(), "ye");
        assert_eq!(rewriter.text_of(2..=2).unwrap(), "");
        assert_eq!(rewriter.text_of(3..=3).unwrap(), "y");
    }

    #[test]
    fn asking_for_text_changes_nothing() {
        let mut asked = letters("abc");
        let mut unasked = letters("abc");
        for rewriter in [&mut asked, &mut unasked] {
            rewriter.replace(0..=1, "x");
            rewriter.insert_before(0, "y");
        }
        assert_eq!(asked.text().unwrap(), "yxc");
        for rewriter in [&mut asked, &mut unasked] {
            rewriter.replace(0..=1, "z");
            assert_eq!(rewriter.text().unwrap(), "yzc");
        }
    }

    #[test]
    fn a_conflict_leaves_no_interval_a_text() {
        let mut rewriter = letters("abcdef");
        rewriter.replace(1..=3, "x");
        rewriter.replace(2..=4, "y");
        assert!(rewriter.check().is_err());
        assert!(rewriter.text_of(0..=0).is_err());
        assert!(rewriter.text_within(5..5).is_err());
        assert!(rewriter.pieces().is_err());
    }

    #[test]
    fn pieces_tell_where_the_text_comes_from() {
        let mut rewriter = letters("abcdef");
        let inserted = rewriter.insert_before(1, "x");
        let deleted = rewriter.delete(2..=3);
        let operation = |id| Piece::Operation(rewriter.operation(id).unwrap());
        assert_eq!(
            rewriter.pieces().unwrap().collect::<Vec<_>>(),
            [
                Piece::Tokens(0..1),
                operation(inserted),
                Piece::Tokens(1..2),
                operation(deleted),
                Piece::Tokens(4..6)
            ]
        );
    }
}

mod programs {
    use super::*;

    #[test]
    fn programs_do_not_see_each_other() {
        let mut rewriter = letters("abc");
        rewriter.replace_token(1, "x");
        rewriter.program_mut("device").replace(0..=1, "y");
        rewriter.program_mut("device").insert_after(2, "z");
        assert_eq!(rewriter.text().unwrap(), "axc");
        assert_eq!(rewriter.program("device").text().unwrap(), "ycz");
        assert_eq!(rewriter.program("device").text_of(1..).unwrap(), "cz");
    }

    #[test]
    fn a_program_that_does_not_exist_has_the_tokens_text() {
        let rewriter = letters("abc");
        assert_eq!(rewriter.program("none").text().unwrap(), "abc");
        assert_eq!(rewriter.program("none").operations().len(), 0);
        assert_eq!(rewriter.program_names().collect::<Vec<_>>(), [DEFAULT_PROGRAM]);
    }

    #[test]
    fn the_default_program_has_a_name() {
        let mut rewriter = letters("abc");
        rewriter.program_mut(DEFAULT_PROGRAM).delete_token(0);
        rewriter.delete_token(1);
        assert_eq!(rewriter.program(DEFAULT_PROGRAM).text().unwrap(), "c");
        assert_eq!(rewriter.text().unwrap(), "c");
    }

    #[test]
    fn a_conflict_in_one_program_leaves_the_others_alone() {
        let mut rewriter = letters("abc");
        rewriter.replace(0..=1, "x");
        rewriter.program_mut("device").replace(1..=2, "y");
        assert_eq!(rewriter.text().unwrap(), "xc");
        assert_eq!(rewriter.program("device").text().unwrap(), "ay");
    }

    #[test]
    fn a_deleted_program_is_gone_and_can_begin_anew() {
        let mut rewriter = letters("abc");
        rewriter.delete_token(0);
        rewriter.program_mut("device").delete_token(1);
        rewriter.delete_program("device");
        rewriter.delete_program("none");
        assert_eq!(rewriter.program("device").text().unwrap(), "abc");
        assert_eq!(rewriter.program_names().count(), 1);
        rewriter.delete_program(DEFAULT_PROGRAM);
        assert_eq!(rewriter.text().unwrap(), "abc");
    }
}

mod rollback {
    use super::*;

    #[test]
    fn rollback_undoes_an_operation_and_all_later_ones() {
        let mut rewriter = letters("abc");
        rewriter.insert_before(0, "x");
        let second = rewriter.delete_token(1);
        rewriter.insert_after(2, "y");
        rewriter.rollback(second);
        assert_eq!(rewriter.text().unwrap(), "xabc");
        assert_eq!(rewriter.operations().len(), 1);
    }

    #[test]
    fn rollback_brings_back_what_a_replacement_dropped() {
        let mut rewriter = letters("abcd");
        rewriter.replace_token(1, "x");
        rewriter.insert_after(1, "y");
        let larger = rewriter.replace(0..=3, "z");
        assert_eq!(rewriter.text().unwrap(), "z");
        rewriter.rollback(larger);
        assert_eq!(rewriter.text().unwrap(), "axycd");
    }

    #[test]
    fn rollback_clears_a_conflict_and_what_was_not_looked_at() {
        let mut rewriter = letters("abcdef");
        rewriter.replace(1..=3, "x");
        let later = rewriter.replace(2..=4, "y");
        rewriter.insert_before(0, "z");
        rewriter.rollback(later);
        assert_eq!(rewriter.text().unwrap(), "axef");
        rewriter.insert_before(0, "z");
        assert_eq!(rewriter.text().unwrap(), "zaxef");
    }

    #[test]
    fn rollback_brings_an_error_back_that_a_replacement_had_covered() {
        let mut rewriter = letters("abcd");
        let replacement = rewriter.replace(1..=2, "x");
        let insertion = rewriter.insert_before(2, "y");
        let larger = rewriter.replace(.., "z");
        assert!(rewriter.check().is_ok());
        rewriter.rollback(larger);
        assert_eq!(inserted_into(&rewriter), (replacement, insertion));
    }

    #[test]
    fn a_checkpoint_is_the_id_of_the_next_operation() {
        let mut rewriter = letters("abc");
        rewriter.insert_before(0, "x");
        let checkpoint = rewriter.checkpoint();
        rewriter.rollback(checkpoint);
        assert_eq!(rewriter.text().unwrap(), "xabc");
        assert_eq!(rewriter.delete_token(0), checkpoint);
        rewriter.rollback(checkpoint);
        assert_eq!(rewriter.text().unwrap(), "xabc");
    }

    #[test]
    fn ids_are_not_used_again() {
        let mut rewriter = letters("abc");
        let undone = rewriter.delete_token(0);
        rewriter.rollback(undone);
        let kept = rewriter.delete_token(1);
        assert!(kept > undone);
        assert_eq!(rewriter.operation(undone), None);
        assert_eq!(rewriter.operation(kept).map(Operation::range), Some(1..=1));
    }

    #[test]
    fn rollback_keeps_the_other_programs() {
        let mut rewriter = letters("abc");
        let checkpoint = rewriter.checkpoint();
        rewriter.program_mut("device").delete_token(0);
        rewriter.delete_token(1);
        rewriter.rollback(checkpoint);
        assert_eq!(rewriter.text().unwrap(), "abc");
        assert_eq!(rewriter.program("device").text().unwrap(), "bc");
        rewriter.program_mut("device").rollback(checkpoint);
        assert_eq!(rewriter.program("device").text().unwrap(), "abc");
    }
}

mod errors {
    use super::*;

    /// The error of a single operation on three tokens.
    fn refused(
        edit: impl FnOnce(&mut Rewriter<Vec<String>>) -> OperationId,
    ) -> Option<RangeInclusive<usize>> {
        let mut rewriter = letters("abc");
        let id = edit(&mut rewriter);
        match rewriter.text() {
            Err(RewriteError::OutOfRange { operation, tokens: 3 }) if operation.id() == id => {
                Some(operation.range())
            }
            Ok(_) => None,
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    #[expect(clippy::reversed_empty_ranges, reason = "this is what is tested")]
    fn operations_outside_the_tokens_are_errors() {
        assert_eq!(refused(|r| r.insert_before(3, "x")), None);
        assert_eq!(refused(|r| r.insert_before(4, "x")), Some(4..=4));
        assert_eq!(refused(|r| r.insert_after(3, "x")), Some(3..=3));
        assert_eq!(refused(|r| r.insert_after(usize::MAX, "x")), Some(usize::MAX..=usize::MAX));
        assert_eq!(refused(|r| r.replace(2..=3, "x")), Some(2..=3));
        assert_eq!(refused(|r| r.delete(0..=usize::MAX)), Some(0..=usize::MAX));
        assert_eq!(refused(|r| r.delete(2..=1)), Some(2..=1));
        assert_eq!(refused(|r| r.delete(2..2)), Some(2..=1));
        assert_eq!(refused(|r| r.delete(0..0)), Some(1..=0));
    }

    #[test]
    fn nothing_can_be_replaced_where_there_are_no_tokens() {
        let mut rewriter = letters("");
        rewriter.delete(..);
        assert!(rewriter.text().is_err());
    }

    #[test]
    fn messages_name_both_operations() {
        let mut rewriter = letters("abcdef");
        let earlier = rewriter.replace(1..=3, "x");
        let later = rewriter.delete(2..=4);
        assert_eq!(
            rewriter.text().unwrap_err().to_string(),
            "(operation #1, delete 2..=4) takes some, but not all, of the tokens of \
             (operation #0, replace 1..=3 with \"x\")"
        );
        rewriter.rollback(later);
        rewriter.insert_after(1, "y\n");
        assert_eq!(
            rewriter.text().unwrap_err().to_string(),
            "(operation #2, insert after 1 \"y\\n\") is inside the tokens of \
             (operation #0, replace 1..=3 with \"x\")"
        );
        rewriter.rollback(earlier);
        rewriter.insert_before(7, "ü".repeat(41));
        assert_eq!(
            rewriter.text().unwrap_err().to_string(),
            format!("(operation #3, insert before 7 \"{}\"…) does not fit 6 tokens", "ü".repeat(40))
        );
    }
}

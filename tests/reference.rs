//! The listings that the thesis prints, held against what gpump writes.
//!
//! Inputs of our own, which have the tokens of the thesis's, lie in `tests/listings`, beside a
//! digest of each listing's tokens. So the listings are shown to be reproduced where the thesis's
//! own pages are not at hand. Where they are, in the folder that `GPUMP_REFERENCE`
//! names or in `../shared/reference`, its own programs are translated and every token is compared;
//! its README says how. What the
//! translation left alone is compared byte for byte, what it generated token
//! for token. A comment counts as a token: the listings have them.

mod common;

use common::listings::{input, input_file};
use common::{reference_file, translate};
use gpump::reproduce::{Reproduced, digest, reproduce, tokens};

/// How many listings are compared by all of their tokens.
const COMPARED: usize = 11;

fn of_own_inputs() -> Vec<Reproduced> {
    reproduce(|_| None).expect("every listing has its part")
}

/// The listings whose tokens are compared, and whether they agree.
fn verdicts(all: &[Reproduced]) -> Vec<(&str, bool)> {
    all.iter().filter_map(|one| Some((one.listing.name, one.agrees()?))).collect()
}

#[test]
fn translations_of_our_own_inputs_have_the_digests_of_the_listings() {
    let all = of_own_inputs();
    let found = verdicts(&all);
    assert_eq!(found.len(), COMPARED);
    assert!(found.iter().all(|(_, agrees)| *agrees), "{found:?}");
    assert!(all.iter().all(|one| one.printed.is_none()));
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn each_listing_is_reproduced() {
    let all =
        reproduce(|file| std::fs::read_to_string(reference_file(file)).ok()).expect("the thesis's inputs");
    let found = verdicts(&all);
    assert_eq!(found.len(), COMPARED);
    for one in &all {
        let printed = one.printed.as_deref().unwrap_or_else(|| panic!("{} is not there", one.listing.name));
        let Some(expected) = one.listing.digest() else { continue };
        let name = one.listing.name;
        assert_eq!(digest(tokens(printed).iter().map(|token| token.text.as_str())), expected, "{name}");
        assert!(one.comparison.as_ref().is_some_and(|found| found.is_same()), "{name}");
        assert_eq!(one.agrees(), Some(true), "{name}");
    }
}

/// Another program's translation is not taken for the listing.
#[test]
fn another_input_is_noticed() {
    let other = |file: &str| (file == "reduce/input.c").then(|| input("reduce").replacen(" = 0", " = 1", 1));
    let all = reproduce(other).expect("every listing has its part");
    let others: Vec<&str> =
        verdicts(&all).into_iter().filter_map(|(name, agrees)| (!agrees).then_some(name)).collect();
    assert_eq!(others, ["reduce"]);
}

/// A digest tells one token from another, and where one ends.
#[test]
fn digests_differ_where_tokens_do() {
    let of = |text: &str| digest(tokens(text).iter().map(|token| token.text.as_str()));
    assert_eq!(of("int a ;"), of("int a;"));
    assert_ne!(of("int a;"), of("int b;"));
    assert_ne!(of("inta;"), of("int a;"));
    assert_ne!(of("int a; // c"), of("int a;"));
}

#[test]
fn a1_keeps_what_it_need_not_change_byte_for_byte() {
    let input = input("a1");
    let output = translate(&input_file("a1"));
    // The stretches of the source between its three directives.
    let pragma = input.find("#pragma gpump").expect("the accessible directive");
    let region = input.find("#pragma omp").expect("the region");
    let after_pragma = pragma + input[pragma..].find('\n').expect("its line end") + 1;
    let closing = input.rfind('}').expect("the end of the function");
    for kept in [&input[..pragma], &input[after_pragma..region], &input[closing..]] {
        assert!(output.contains(kept), "not kept:\n{kept}\n--- in\n{output}");
    }
}

#[test]
fn the_minimal_region_keeps_its_text_byte_for_byte() {
    let all = of_own_inputs();
    let kernel = &all.iter().find(|one| one.listing.name == "minimal-par").expect("the listing").ours;
    let input = input("minimal-par");
    let (start, end) = (input.rfind("{\n").expect("the block"), input.rfind("}\n").expect("the end"));
    let block = input[start..end].trim_end();
    let block = &block[..block.rfind('}').expect("the block's end") + 1];
    assert!(kernel.contains(block), "{kernel}");
}

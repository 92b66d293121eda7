//! What fits a context, and which of several is the better one (section 7.3 of OpenMP 5.2).

use std::collections::BTreeSet;

use super::*;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// The directives of a metadirective with these clauses that may be chosen, in their order, in a context with some constructs.
fn chosen(clauses: &str, constructs: &[&str], requirements: &[&str]) -> Vec<String> {
    let tokens = TokenList::new(&format!("void f(void) {{\n#pragma omp metadirective {clauses}\n;}}"));
    let start = (0..tokens.len()).find(|&index| tokens[index].kind == kind::PRAGMA_OMP).unwrap();
    assert!(tokens.pragma(start).0.faults.is_empty(), "{clauses}");
    let host = Host::of("#define __x86_64__ 1\n#define __AVX2__ 1\n#define __SSE4_1__ 1\n");
    let context = Context {
        constructs: constructs.iter().map(|name| ConstructTrait::named(name)).collect(),
        requirements: requirements.iter().map(|&clause| clause.to_owned()).collect::<BTreeSet<_>>(),
        host: &host,
    };
    let constant = |range: &Tokens| words(&tokens, range).replace(' ', "").parse().ok();
    let choices = Choice::all(&tokens, start);
    let candidates = choices.iter().enumerate().filter_map(|(number, choice)| {
        let fit = fit(choice.selector.as_ref()?, &context, &tokens, &constant)?;
        Some(Candidate { number, fit, is_explicit: choice.directive.is_some() })
    });
    let directive =
        |number: usize| choices[number].directive.as_ref().map_or("", |it| tokens.text(*it.start()));
    ranked(candidates.collect()).iter().map(|it| directive(it.number).to_owned()).collect()
}

/// Whether a selector fits.
fn fits(selector: &str) -> bool {
    chosen(&format!("when({selector}: single)"), &["parallel", "for"], &["unified_shared_memory"])
        == ["single"]
}

#[test]
fn all_that_is_asked_for_has_to_be_there() {
    for selector in [
        "device={kind(host)}",
        "device={kind(cpu, host), arch(x86_64)}",
        "device={kind(any)}",
        "device={kind(\"host\"), isa(avx2, \"sse4.1\")}",
        "target_device={device_num(0), kind(host)}",
        "implementation={vendor(gnu)}",
        "implementation={requires(unified_shared_memory)}",
        "implementation={unified_shared_memory}",
        "implementation={atomic_default_mem_order(relaxed)}",
        "construct={for}",
        "construct={parallel, for}",
        "user={condition(1)}, device={kind(host)}",
    ] {
        assert!(fits(selector), "{selector}");
    }
    for selector in [
        "device={kind(nohost)}",
        "device={kind(host, gpu)}",
        "device={arch(nvptx)}",
        "device={isa(avx512f)}",
        "target_device={device_num(1)}",
        "implementation={vendor(gnu, nvidia)}",
        "implementation={extension(anything)}",
        "implementation={reverse_offload}",
        "implementation={atomic_default_mem_order(seq_cst)}",
        "construct={for, parallel}",
        "construct={parallel, parallel}",
        "construct={target}",
        "user={condition(0)}",
        "user={condition(1)}, device={kind(gpu)}",
    ] {
        assert!(!fits(selector), "{selector}");
    }
}

#[test]
fn the_highest_score_is_chosen() {
    let first = |clauses: &str| chosen(clauses, &["parallel", "for", "parallel"], &[]).swap_remove(0);
    // Inner constructs count more, and devices more than all of them.
    assert_eq!(first("when(construct={parallel}: single) when(construct={for}: master)"), "single");
    assert_eq!(first("when(construct={for}: single) when(construct={parallel, for}: master)"), "master");
    assert_eq!(
        first("when(construct={parallel, for, parallel}: single) when(device={kind(host)}: master)"),
        "master"
    );
    assert_eq!(first("when(device={kind(host)}: single) when(device={arch(x86_64)}: master)"), "master");
    assert_eq!(
        first("when(device={kind(host), arch(x86)}: single) when(device={isa(avx2)}: master)"),
        "master"
    );
    // A score is what is said, and 0 otherwise.
    assert_eq!(first("when(user={condition(1)}: single) when(construct={for}: master)"), "master");
    assert_eq!(first("when(user={condition(score(3): 1)}: single) when(construct={for}: master)"), "single");
    assert_eq!(
        first(
            "when(user={condition(score(3): 1)}: single) when(implementation={vendor(score(4): gnu)}: master)"
        ),
        "master"
    );
    // Of equal ones the first, and one that is written.
    assert_eq!(
        first("when(user={condition(1)}: single) when(implementation={vendor(gnu)}: master)"),
        "single"
    );
    assert_eq!(first("when(user={condition(1)}:) when(implementation={vendor(gnu)}: master)"), "master");
}

#[test]
fn what_another_asks_for_too_has_no_score() {
    let first = |clauses: &str| chosen(clauses, &["parallel"], &[]).swap_remove(0);
    let scored = "when(user={condition(score(9): 1)}: single)";
    assert_eq!(
        first(&format!("{scored} when(user={{condition(1)}}, implementation={{vendor(gnu)}}: master)")),
        "master"
    );
    assert_eq!(first(&format!("{scored} when(implementation={{vendor(gnu)}}: master)")), "single");
}

#[test]
fn the_running_program_is_asked_up_to_what_is_certain() {
    let all = |clauses: &str| chosen(clauses, &[], &[]);
    let two = "when(user={condition(n > 1)}: single) when(user={condition(score(2): m)}: master)";
    assert_eq!(all(two), ["master", "single"]);
    assert_eq!(all(&format!("{two} when(device={{kind(host)}}: atomic)")), ["master", "atomic"]);
    assert_eq!(all(&format!("{two} when(device={{kind(gpu)}}: atomic)")), ["master", "single"]);
    assert_eq!(all("when(target_device={device_num(n)}: single)"), ["single"]);
}

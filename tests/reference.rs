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

use common::listings::{assert_digest, digest_of, input, input_file};
use common::{reference, reference_file, tokens_with_comments, translate};

/// The kernel of a translation: its last function.
fn kernel(output: &str) -> &str {
    let at = output.rfind("__global__").expect("a kernel");
    &output[at..]
}

/// A kernel as the thesis's author tidied it: without the chunk loop of
/// Appendix D and without `gpump_temp`.
fn tidied(kernel: &str) -> Vec<String> {
    let tokens = tokens_with_comments(kernel);
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let begins = |text: &str| tokens[at..].starts_with(&tokens_with_comments(text));
        let until = |text: &str| {
            let rest = tokens[at..].iter().position(|token| token == text);
            at + rest.unwrap_or_else(|| panic!("no `{text}` behind `{}`", tokens[at]))
        };
        at = if begins("int gpump_temp;") || begins("int gpump_chunk_block,") || begins("int gpump_npasses,")
        {
            until(";") + 1
        } else if begins("gpump_niters = ceil") {
            until("gpump_utils_calc_static_for_bounds")
        } else if begins("} // gpump_pass loop end") {
            at + 2
        } else {
            kept.push(tokens[at].clone());
            at + 1
        };
    }
    kept
}

/// The structure of a kernel's parameters.
fn parameters(output: &str) -> Vec<String> {
    let at = output.find("typedef struct").expect("the parameters");
    let end = output[at..].find("gpump_params0;").expect("their end") + at;
    tokens_with_comments(&output[at..end + "gpump_params0;".len()])
}

/// The device routines that the thesis prints, with the counter, each as its tokens.
fn printed_routines(listing: &str) -> Vec<Vec<String>> {
    let tokens = tokens_with_comments(listing);
    let mut routines: Vec<Vec<String>> = Vec::new();
    for token in tokens {
        if token == "__device__" {
            routines.push(Vec::new());
        }
        routines.last_mut().expect("each routine begins with its qualifier").push(token);
    }
    routines
}

/// What the runtime has of the name, from `__device__` to the end of its body or declaration.
fn routine_of_the_runtime(name: &str) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
    let found = ["gpump.cu", "gpump_utils.cu", "gpump_all.h"].iter().find_map(|file| {
        let tokens = tokens_with_comments(&std::fs::read_to_string(folder.join(file)).expect("the runtime"));
        // Its definition, and no declaration of it.
        let named = (0..tokens.len()).find(|&at| {
            let head = tokens[at..].iter().position(|token| ["{", "=", ";"].contains(&token.as_str()));
            tokens[at] == "__device__"
                && head.is_some_and(|end| {
                    tokens[at..at + end].iter().any(|token| token == name) && tokens[at + end] != ";"
                })
        })?;
        let mut depth = 0;
        let end = tokens[named..].iter().position(|token| {
            depth += i32::from(token == "{") - i32::from(token == "}");
            depth == 0 && (token == "}" || token == ";")
        })?;
        Some(tokens[named..=named + end].to_vec())
    });
    found.unwrap_or_else(|| panic!("{name} is not in the runtime"))
}

const KERNELS: [&str; 5] = ["minimal-par", "minimal-parfor", "minimal-shared-par", "first-private", "reduce"];
const ROUTINES: [&str; 4] =
    ["gpump_utils_calc_static_for_bounds", "gpump_atomic_counter", "gpump_barrier_d", "gpump_test_lock_d"];

#[test]
fn translations_of_our_own_inputs_have_the_digests_of_the_listings() {
    assert_digest("a1", &tokens_with_comments(&translate(&input_file("a1"))));
    for name in KERNELS {
        assert_digest(name, &tidied(kernel(&translate(&input_file(name)))));
    }
    assert_digest("minimal-shared-par/params", &parameters(&translate(&input_file("minimal-shared-par"))));
}

/// The device routines that the thesis prints stand in the runtime as printed.
#[test]
fn the_runtime_has_the_digests_of_the_printed_routines() {
    for name in ROUTINES {
        assert_digest(name, &routine_of_the_runtime(name));
    }
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn the_digests_are_those_of_the_listings() {
    assert_digest("a1", &tokens_with_comments(&reference("a1/expected.cu")));
    for name in KERNELS {
        assert_digest(name, &tokens_with_comments(&reference(&format!("{name}/kernel.cu"))));
    }
    assert_digest(
        "minimal-shared-par/params",
        &tokens_with_comments(&reference("minimal-shared-par/params.cu")),
    );
    let routines = printed_routines(&reference("runtime/device.cu"));
    assert_eq!(routines.len(), ROUTINES.len());
    for (name, routine) in ROUTINES.iter().zip(routines) {
        assert_digest(name, &routine);
    }
}

/// A digest tells one token from another, and where one ends.
#[test]
fn digests_differ_where_tokens_do() {
    let of = |text: &str| digest_of(&tokens_with_comments(text));
    assert_eq!(of("int a ;"), of("int a;"));
    assert_ne!(of("int a;"), of("int b;"));
    assert_ne!(of("inta;"), of("int a;"));
    assert_ne!(of("int a; // c"), of("int a;"));
}

fn assert_kernel(folder: &str) {
    let output = translate(&reference_file(&format!("{folder}/input.c")));
    let listing = reference(&format!("{folder}/kernel.cu"));
    assert_eq!(tidied(kernel(&output)), tokens_with_comments(&listing), "{folder}");
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn a1_is_appendix_d() {
    let output = translate(&reference_file("a1/input.c"));
    let expected = reference("a1/expected.cu");
    assert_eq!(tokens_with_comments(&output), tokens_with_comments(&expected));
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
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn the_minimal_region_of_8_2_1() {
    assert_kernel("minimal-par");
}

#[test]
fn the_minimal_region_keeps_its_text_byte_for_byte() {
    let output = translate(&input_file("minimal-par"));
    let input = input("minimal-par");
    let (start, end) = (input.rfind("{\n").expect("the block"), input.rfind("}\n").expect("the end"));
    let block = input[start..end].trim_end();
    let block = &block[..block.rfind('}').expect("the block's end") + 1];
    assert!(kernel(&output).contains(block), "{output}");
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn the_minimal_loop_of_figure_8_2() {
    assert_kernel("minimal-parfor");
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn the_shared_array_of_8_2_5() {
    assert_kernel("minimal-shared-par");
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn the_parameters_of_8_2_5() {
    let output = translate(&reference_file("minimal-shared-par/input.c"));
    let listing = tokens_with_comments(&reference("minimal-shared-par/params.cu")).join(" ");
    let found = tokens_with_comments(&output).join(" ");
    assert!(found.contains(&listing), "{listing}\n--- in\n{output}");
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn the_firstprivate_loop_of_8_2_5() {
    assert_kernel("first-private");
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn the_reduction_of_8_2_5() {
    assert_kernel("reduce");
}

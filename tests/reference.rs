//! The listings that the thesis prints, held against what gpump writes.
//!
//! The listings lie beside the checkout, in the folder that `GPUMP_REFERENCE`
//! names or in `../shared/reference`; its README says how to compare. What the
//! translation left alone is compared byte for byte, what it generated token
//! for token. A comment counts as a token: the listings have them.

mod common;

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

fn assert_kernel(folder: &str) {
    let output = translate(&reference_file(&format!("{folder}/input.c")));
    let listing = reference(&format!("{folder}/kernel.cu"));
    assert_eq!(tidied(kernel(&output)), tokens_with_comments(&listing), "{folder}");
}

#[test]
fn a1_is_appendix_d() {
    let output = translate(&reference_file("a1/input.c"));
    let expected = reference("a1/expected.cu");
    assert_eq!(tokens_with_comments(&output), tokens_with_comments(&expected));
}

#[test]
fn a1_keeps_what_it_need_not_change_byte_for_byte() {
    let input = reference("a1/input.c");
    let output = translate(&reference_file("a1/input.c"));
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
fn the_minimal_region_of_8_2_1() {
    assert_kernel("minimal-par");
}

#[test]
fn the_minimal_region_keeps_its_text_byte_for_byte() {
    let output = translate(&reference_file("minimal-par/input.c"));
    let input = reference("minimal-par/input.c");
    let (start, end) = (input.rfind("{\n").expect("the block"), input.rfind("}\n").expect("the end"));
    let block = input[start..end].trim_end();
    let block = &block[..block.rfind('}').expect("the block's end") + 1];
    assert!(kernel(&output).contains(block), "{output}");
}

#[test]
fn the_minimal_loop_of_figure_8_2() {
    assert_kernel("minimal-parfor");
}

#[test]
fn the_shared_array_of_8_2_5() {
    assert_kernel("minimal-shared-par");
}

#[test]
fn the_parameters_of_8_2_5() {
    let output = translate(&reference_file("minimal-shared-par/input.c"));
    let listing = tokens_with_comments(&reference("minimal-shared-par/params.cu")).join(" ");
    let found = tokens_with_comments(&output).join(" ");
    assert!(found.contains(&listing), "{listing}\n--- in\n{output}");
}

#[test]
fn the_firstprivate_loop_of_8_2_5() {
    assert_kernel("first-private");
}

#[test]
fn the_reduction_of_8_2_5() {
    assert_kernel("reduce");
}

/// The device routines that the thesis prints stand in the runtime as printed.
#[test]
fn the_runtime_has_the_printed_routines() {
    let listing = tokens_with_comments(&reference("runtime/device.cu"));
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime");
    let runtime: Vec<String> = ["gpump.cu", "gpump_utils.cu", "gpump_all.h"]
        .iter()
        .filter_map(|name| std::fs::read_to_string(folder.join(name)).ok())
        .map(|text| tokens_with_comments(&text).join(" "))
        .collect();
    // Each routine begins with its qualifier.
    let joined = listing.join(" ");
    let routines: Vec<&str> = joined.split("__device__ ").filter(|text| !text.is_empty()).collect();
    assert_eq!(routines.len(), 4, "three routines and the counter");
    for routine in routines {
        let routine = format!("__device__ {}", routine.trim());
        assert!(runtime.iter().any(|text| text.contains(&routine)), "not in the runtime: {routine}");
    }
}

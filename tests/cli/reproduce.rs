//! `gpump reproduce`: the page with the thesis's listings.

use crate::support::{Workplace, run};

#[test]
fn the_page_shows_our_side_where_the_thesis_is_not_at_hand() {
    let here = Workplace::new();
    let out = run(&mut here.gpump(["reproduce"])).succeeded();
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "11 of 11 listings have the tokens of the thesis: reproduction/index.html\n"
    );
    let page = String::from_utf8(here.read("reproduction/index.html")).unwrap();
    assert!(page.contains("is not at hand") && !page.contains("<h3>printed</h3>"), "{page}");
    assert_eq!(page.matches("<h3>reproduced</h3>").count(), 13);
    assert_eq!(page.matches("class=yes>all of them").count(), 11);
}

#[test]
fn tokens_that_differ_are_marked_and_said() {
    let here = Workplace::new();
    let input = include_str!("../listings/minimal-par.c");
    here.write("thesis/a1/input.c", include_str!("../listings/a1.c"));
    here.write("thesis/minimal-par/input.c", input.replace("p + 10", "p + 11"));
    here.write(
        "thesis/minimal-par/kernel.cu",
        "__global__ void gpump_parallel0(gpump_params0 *gpump_li0)\n{ int p; } // <&>\n",
    );
    let done = run(&mut here.gpump(["reproduce", "--reference", "thesis", "-o", "pages"]));
    assert_eq!(done.status, 1);
    let said = String::from_utf8(done.out).unwrap();
    assert!(said.starts_with("minimal-par has other tokens") && said.contains("10 of 11 listings"), "{said}");
    let page = String::from_utf8(here.read("pages/index.html")).unwrap();
    assert!(page.contains("<span class=other>// &lt;&amp;&gt;</span>"), "{page}");
    assert!(page.contains("<span class=left-out>gpump_temp</span>"));
    assert!(page.contains("<span class=other>11</span>"));
    assert_eq!(page.matches("class=no>not all of them").count(), 1);
}

#[test]
fn a_folder_without_the_listings_is_no_reference() {
    let here = Workplace::new();
    run(&mut here.gpump(["reproduce", "--reference", "."])).failed(2, &["Appendix D"]);
    assert!(!here.path("reproduction").exists());
}

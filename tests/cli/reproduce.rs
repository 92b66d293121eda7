//! `gpump reproduce`: the page with the thesis's listings and measurements.

use crate::support::{Workplace, run};

#[test]
fn the_page_shows_our_side_where_the_thesis_is_not_at_hand() {
    let here = Workplace::new();
    let out = run(&mut here.gpump(["reproduce", "--no-measuring"])).succeeded();
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
    let done = run(&mut here.gpump(["reproduce", "--no-measuring", "--reference", "thesis", "-o", "pages"]));
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

#[test]
fn what_needs_no_gpu_is_measured() {
    let here = Workplace::new();
    run(&mut here.gpump(["reproduce"])).succeeded();
    let page = String::from_utf8(here.read("reproduction/index.html")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("<tr><td>2<sup>")).collect();
    assert_eq!(rows.len(), 6, "{page}");
    for row in &rows {
        let seconds: f64 = row.split("<td>").nth(2).unwrap().parse().unwrap();
        assert!(seconds > 0.0, "{row}");
    }
    assert!(rows[4].ends_with("<td>0.12"), "{}", rows[4]);
    let translation = page.split("thesis 0.28, here ").nth(1).unwrap().split_once(".</p>").unwrap().0;
    assert!(translation.parse::<f64>().unwrap() > 0.0, "{translation}");
}

#[test]
fn without_openmp_the_page_says_what_was_not_measured() {
    let here = Workplace::new();
    run(here.gpump(["reproduce"]).env("GPUMP_CC", "false")).succeeded();
    let page = String::from_utf8(here.read("reproduction/index.html")).unwrap();
    assert!(page.contains("It was not measured: false does not build it"), "{page}");
}

#[test]
fn measurements_of_a_gpu_stand_beside_the_printed_ones() {
    let here = Workplace::new();
    run(&mut here.gpump(["reproduce", "--no-measuring", "--measured", "bench"])).failed(2, &["tables.md"]);
    assert!(!here.path("reproduction").exists());
    here.write(
        "bench/chapter9/tables.md",
        "## The matrix\n\n| blocks | 8 threads |\n| --- | --- |\n| 4 | 0.5 |\n",
    );
    here.write("bench/chapter9/figure-9.1.svg", "<?xml version=\"1.0\"?>\n<svg id=\"drawn\"></svg>\n");
    here.write("bench/counts.md", "| version | loaded |\n| --- | --- |\n| gpump | 3.37 M |\n");
    run(&mut here.gpump(["reproduce", "--no-measuring", "--measured", "bench"])).succeeded();
    let page = String::from_utf8(here.read("reproduction/index.html")).unwrap();
    for part in ["<h2>The matrix</h2>", "<td>0.5</td>", "<svg id=\"drawn\">", "<td>3.37 M</td>"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("<?xml"));
}

use super::*;

const SOURCE: &str = "\
/* Adds two vectors. */
#include <stdio.h>

void add(int n, float *a, float *b)
{
    int i; /* counts */

    #pragma omp parallel for
    for (i = 0; i < n; i++)
        a[i] = a[i] + b[i] / 2.0f;
    printf(\"%d %f\\n\", n, a[0]); /* shown */
    puts(\"end of the sum\");
}
";

/// What a translator might make of it.
fn output() -> String {
    SOURCE
        .replace(
            "    #pragma omp parallel for\n    for (i = 0; i < n; i++)\n        a[i] = a[i] + b[i] / 2.0f;\n",
            "    start<<<1, 1>>>(n);\n",
        )
        .replace("/* Adds", "#include <runtime.h>\n/* Adds")
}

fn found(output: &str) -> Vec<(What, String)> {
    let (source, output) =
        (Text::new("a.c", SOURCE.into()).unwrap(), Text::new("a.cu", output.into()).unwrap());
    let of = |fault: &Fault| String::from_utf8(output.bytes()[fault.output.clone()].to_vec()).unwrap();
    taken(&source, &output).faults.iter().map(|fault| (fault.what, of(fault))).collect()
}

#[test]
fn what_is_taken_over_unchanged_has_no_fault() {
    assert_eq!(found(&output()), []);
    assert_eq!(found(SOURCE), []);
    assert_eq!(found("int other;\n"), []);
}

#[test]
fn small_changes_are_found() {
    for (from, to, what) in [
        ("int n, float", "int n,  float", What::Layout),
        ("    int i;", "\tint i;", What::Layout),
        ("counts", "c0unts", What::Comment),
        ("/* shown */", "", What::Comment),
        ("Adds two", "Adds 2", What::Comment),
        ("printf(\"", "printf( \"", What::Layout),
        ("end of the sum\");\n", "end of the sum\");\r\n", What::Layout),
        ("}\n", "}", What::Layout),
    ] {
        let changed = output().replace(from, to);
        assert_ne!(changed, output());
        let found = found(&changed);
        assert!(matches!(&found[..], [(of, _)] if *of == what), "{from:?} {to:?}: {found:?}");
    }
}

#[test]
fn what_is_missing_is_said_on_request() {
    let (source, output) =
        (Text::new("a.c", SOURCE.into()).unwrap(), Text::new("a.cu", output().into()).unwrap());
    let missing: Vec<_> = taken(&source, &output)
        .not_taken()
        .into_iter()
        .map(|range| String::from_utf8(source.bytes()[range].to_vec()).unwrap())
        .collect();
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(missing[0].starts_with("#pragma omp") && missing[0].ends_with("2.0f"), "{missing:?}");
}

//! `gpump check --format sarif`. The official schema comes with the packages that `GPUMP_PACKAGES` names
//! (`scripts/fetch-packages`); where it is, every log is held to it.

use std::path::PathBuf;

use serde_json::Value;

use crate::support::{Done, WRONG, Workplace, run};

/// A misspelt clause, for which there is a fix, and a variable that nobody has listed, which is declared elsewhere.
const CLAUSES: &str = "\
void f(int n, double *a)
{
    double é = 0;
    #pragma omp parallel for default(none) shared(a, n) reducton(+ : é)
    for (int i = 0; i < n; i++)
        é += a[i];
    #pragma omp parallel for private(n, n)
    for (int i = 0; i < 10; i++)
        a[i] = 0;
    int *p = 1.5;
}
";

fn schema() -> Option<PathBuf> {
    let packages = std::env::var_os("GPUMP_PACKAGES").filter(|folder| !folder.is_empty())?;
    let folders = std::fs::read_dir(packages).ok()?.flatten();
    let mut sarif = folders.filter(|entry| entry.file_name().to_string_lossy().starts_with("serde-sarif-"));
    Some(sarif.next()?.path().join("src/schema.json"))
}

/// The log of a run, which has this exit status.
fn log(done: Done, status: i32) -> Value {
    assert_eq!(done.status, status, "{}", done.err);
    let log: Value = serde_json::from_slice(&done.out).unwrap();
    match schema() {
        Some(path) => {
            // Its pattern for languages is no regular expression.
            let text = std::fs::read_to_string(path).unwrap().replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}$");
            let schema: Value = serde_json::from_str(&text).unwrap();
            let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
            let errors: Vec<String> = validator
                .iter_errors(&log)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{errors:#?}\n{log:#}");
        }
        None => eprintln!("not held to the schema: GPUMP_PACKAGES has it not"),
    }
    log
}

fn check(here: &Workplace, files: &[&str]) -> Done {
    run(here.gpump(["check", "--format", "sarif"]).args(files))
}

#[test]
fn the_results_of_all_files_are_in_one_log() {
    let clauses = CLAUSES.as_bytes();
    let here = Workplace::with([("sub/clauses é.c", clauses), ("wrong.c", WRONG), ("right.c", b"int a;\n")]);
    let log = log(check(&here, &["sub/clauses é.c", "wrong.c", "right.c"]), 1);
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert_eq!(run["artifacts"].as_array().unwrap().len(), 3);
    assert_eq!(run["artifacts"][0]["location"]["uri"], "sub/clauses%20%C3%A9.c");
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    assert_eq!(run["invocations"][0]["exitCode"], 1);
    let results = run["results"].as_array().unwrap();
    let of = |code: &str| {
        results.iter().find(|result| result["ruleId"] == code).unwrap_or_else(|| panic!("no {code}: {run:#}"))
    };
    let misspelt = of("E0102");
    let region = &misspelt["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&4.into(), &57.into()));
    assert_eq!(region["endColumn"], 57 + "reducton".len());
    let change = &misspelt["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "reduction");
    assert_eq!(change["artifactLocation"]["uri"], "sub/clauses%20%C3%A9.c");
    assert!(results.iter().any(|result| result["relatedLocations"].is_array()), "{run:#}");
    // The compiler's own.
    let incompatible = of("E0120");
    assert_eq!(incompatible["locations"][0]["physicalLocation"]["region"]["startLine"], 10);

    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        let help = rule["help"]["text"].as_str().unwrap();
        assert!(help.contains(rule["id"].as_str().unwrap()) && help.contains("gpump explain"), "{rule:#}");
    }
}

#[test]
fn a_place_in_an_included_file_is_given_there() {
    let here = Workplace::new();
    here.write("src/a.c", "#include \"../parts/twice.c\"\n");
    here.write("parts/twice.c", "void f(int n)\n{\n#pragma omp parallel private(n) shared(n)\n    n++;\n}\n");
    let log = log(check(&here, &["--no-compiler", "src/a.c"]), 1);
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let uri = location["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.starts_with("file:///") && uri.ends_with("/parts/twice.c") && !uri.contains(".."), "{uri}");
    assert_eq!(location["region"]["startLine"], 3);
}

#[test]
fn a_file_that_is_right_has_no_results() {
    let here = Workplace::new();
    here.write("right.c", "int a;\n");
    let log = log(check(&here, &["right.c"]), 0);
    assert_eq!(log["runs"][0]["results"], Value::Array(Vec::new()));
    assert_eq!(log["runs"][0]["invocations"][0]["exitCode"], 0);
}

#[test]
fn a_run_that_could_not_be_says_so() {
    let here = Workplace::new();
    let log = log(check(&here, &["none.c"]), 2);
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let said = invocation["toolExecutionNotifications"][0]["message"]["text"].as_str().unwrap();
    assert!(said.contains("cannot read none.c"), "{said}");
}

//! What the actions collect, and what is written for it.

use std::cell::OnceCell;

use super::recording::actions::Watched;
use super::{Dialect, Options, Preprocessing, Recorder, Translator, check, translate};
use crate::c::symbols::DeclInfo;
use crate::source::Source;
use crate::syntax::{self, TokenList};

/// All declarations of a text, by name.
fn declarations(text: &str) -> Vec<DeclInfo> {
    let tokens = TokenList::new(text);
    let tree = OnceCell::new();
    let mut translator = Translator::new(&tokens, &tree, Dialect::Cuda, &Recorder::default());
    syntax::parse(&tokens, &mut Watched(&mut translator)).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    translator.file.scopes.all().map(|(_, declaration)| declaration.clone()).collect()
}

#[track_caller]
fn declaration(text: &str, name: &str) -> DeclInfo {
    let mut found = declarations(text);
    found.retain(|declaration| declaration.name == name);
    assert_eq!(found.len(), 1, "{name} in {text}");
    found.remove(0)
}

/// The type of a name as C writes it, with its extents and its pointer level.
#[track_caller]
fn assert_type(text: &str, name: &str, ty: &str, extents: &[&str], pointer_level: usize) {
    let found = declaration(text, name);
    assert_eq!(found.ty.declare(name), ty, "{text}");
    assert_eq!(found.ty.extents().iter().map(|extent| &extent.text).collect::<Vec<_>>(), extents, "{text}");
    assert_eq!(found.ty.pointer_level(), pointer_level, "{text}");
}

#[test]
fn declarators_are_read_inside_out() {
    assert_type("int x;", "x", "int x", &[], 0);
    assert_type("unsigned char c, *p;", "p", "unsigned char *p", &[], 1);
    assert_type("float **pp;", "pp", "float **pp", &[], 2);
    assert_type("double a[3][N + 1];", "a", "double a[3][N + 1]", &["3", "N + 1"], 0);
    assert_type("unsigned char *table[4][8];", "table", "unsigned char *table[4][8]", &["4", "8"], 1);
    assert_type("double *a[10];", "a", "double *a[10]", &["10"], 1);
    assert_type("double (*p)[10];", "p", "double (*p)[10]", &[], 1);
    assert_type("int (*f)(int, char *);", "f", "int (*f)(int, char *)", &[], 1);
    assert_type("const float *const p = 0;", "p", "const float *const p", &[], 1);
    assert_type("struct node { int v; } *list;", "list", "struct node *list", &[], 1);
    assert_type("long long int n;", "n", "long long int n", &[], 0);
}

#[test]
fn types_are_seen_through_typedefs() {
    assert_type("typedef float *fp; fp p;", "p", "fp p", &[], 1);
    assert_type("typedef int row[4]; row m[2];", "m", "row m[2]", &["2", "4"], 0);
    assert_type("typedef struct _n { float *p; int s; } n; void f(void) { n x; }", "x", "n x", &[], 0);
}

#[test]
fn parameters_are_adjusted() {
    assert_type("void f(float a[], int n) { }", "a", "float *a", &[], 1);
    assert_type("void f(float a[][10]) { }", "a", "float (*a)[10]", &[], 1);
    assert_type("void f(int g(int)) { }", "g", "int (*g)(int)", &[], 1);
    assert_type("void f(a, b) float a[]; int b; { }", "a", "float *a", &[], 1);
}

/// The translation of a text whose macros are expanded.
fn expanded(text: &str) -> String {
    let headers = std::sync::Arc::new(crate::preprocessor::MemoryHeaders::new());
    let preprocessing = Some(Preprocessing { environment: Default::default(), headers });
    let options = Options { preprocessing, ..Options::of(Dialect::Thesis) };
    match translate(&Source::new("test.c", text.as_bytes()), &options) {
        Ok(translation) => translation.text,
        Err(errors) => panic!("{text}: {errors:#?}"),
    }
}

#[test]
fn a_macro_stays_as_typed_unless_its_own_text_changes() {
    let region = |define: &str, statement: &str| {
        let text =
            expanded(&format!("{define}\nvoid f(int *v, int n) {{\n#pragma omp parallel\n{statement}\n}}"));
        assert!(text.contains(define), "{text}");
        let kernel = text.split("int gpump_temp;").nth(1).map(str::to_owned).unwrap_or(text);
        kernel.lines().map(str::trim).find(|line| line.ends_with(';')).unwrap_or_default().to_owned()
    };
    assert_eq!(region("#define NINE 9", "v[NINE] = NINE;"), "(gpump_li0->v)[NINE] = NINE;");
    assert_eq!(region("#define SET(a, b) a = b", "SET(v[1], n);"), "SET((gpump_li0->v)[1], (gpump_li0->n));");
    assert_eq!(region("#define TWO(a) a + a", "v[0] = TWO(n);"), "(gpump_li0->v)[0] = TWO((gpump_li0->n));");
    assert_eq!(region("#define LAST v[n]", "LAST = 1;"), "(gpump_li0->v)[(gpump_li0->n)] = 1;");
    assert_eq!(
        region("#define ADD(a) n + a", "v[0] = ADD(n);"),
        "(gpump_li0->v)[0] = (gpump_li0->n) + (gpump_li0->n);"
    );
    assert_eq!(region("#define PUT v[0] = ", "PUT 3;"), "(gpump_li0->v)[0] = 3;");
    // The name that `#` makes a string of must stay that name.
    assert_eq!(
        region("#define NAME(a) #a[0] + a", "v[0] = NAME(n);"),
        "(gpump_li0->v)[0] = \"n\"[0] + (gpump_li0->n);"
    );
}

#[test]
fn a_construct_may_begin_or_end_inside_a_macro() {
    let text = expanded(
        "#define ALL(i, n) g(); _Pragma(\"omp parallel for\") for (i = 0; i < n; i++) {\n#define END } h();\nvoid g(void), h(void);\nvoid f(int *v, int n) { int i; ALL(i, n) v[i] = n; END }",
    );
    let launch = text.find("gpump_parallel0<<<").expect("a launch");
    let (before, after) = (text.find("g();").expect("g"), text.rfind("h();").expect("h"));
    assert!(text[before + 1..].find("g();").is_some_and(|at| before + 1 + at < launch), "{text}");
    assert!(after > launch && !text.contains("v[i] = n; END"), "{text}");
    assert!(text.contains("(gpump_li0->v)[i] = (gpump_li0->n);"), "{text}");
}

fn codes(text: &str) -> Vec<&'static str> {
    match translate(&Source::new("test.c", text.as_bytes()), &Options::of(Dialect::Thesis)) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(|error| error.code).collect(),
    }
}

fn output(text: &str) -> String {
    match translate(&Source::new("test.c", text.as_bytes()), &Options::of(Dialect::Thesis)) {
        Ok(translation) => translation.text,
        Err(errors) => panic!("{text}: {errors:#?}"),
    }
}

#[test]
fn every_replacement_says_where_it_comes_from() {
    let text = "void f(int n) { int i, s = 0;\n#pragma omp parallel for reduction(+:s)\nfor (i = 0; i < n; i++) s += i; }";
    let translation =
        translate(&Source::new("test.c", text.as_bytes()), &Options::of(Dialect::Thesis)).expect("right");
    assert!(translation.replacements.iter().any(|replacement| replacement.rule == "parallel_for_construct"));
    assert!(translation.replacements.iter().all(|replacement| !replacement.reason.is_empty()));
    assert!(translation.replacements.iter().any(|replacement| replacement.on_device));
}

#[test]
fn a_macro_that_hides_a_variable_is_refused() {
    let with = |body: &str| {
        format!(
            "#define AT(k) {body}\nvoid f(int n, float *a) {{ int i;\n#pragma omp parallel for\nfor (i = 0; i < n; i++) AT(i) = 1; }}"
        )
    };
    assert_eq!(codes(&with("a[(k) * n]")), ["E0408"]);
    assert_eq!(codes(&with("(*(float *)0)")), Vec::<&str>::new());
}

#[test]
fn jumps_are_told_apart() {
    let region =
        |body: &str| format!("void f(int n) {{ int i;\n#pragma omp parallel\n{{ {body} }}\nend: ; }}");
    assert_eq!(codes(&region("while (1) break;")), Vec::<&str>::new());
    assert_eq!(codes(&region("for (i = 0; i < 3; i++) if (i) continue;")), Vec::<&str>::new());
    assert_eq!(codes(&region("goto end;")), ["E0311"]);
    assert_eq!(codes(&region("goto in; in: ;")), Vec::<&str>::new());
    assert_eq!(codes(&region("return;")), ["E0311"]);
    let shared = |body: &str| {
        format!("void f(int n) {{ int i;\n#pragma omp parallel for\nfor (i = 0; i < n; i++) {{ {body} }} }}")
    };
    assert_eq!(codes(&shared("continue;")), Vec::<&str>::new());
    assert_eq!(codes(&shared("break;")), ["E0311"]);
    assert_eq!(codes(&shared("switch (n) { case 1: break; }")), Vec::<&str>::new());
}

#[test]
fn regions_are_put_into_braces_where_they_are_no_statements_of_a_block() {
    let launch = "gpump_params0 _gpump_li0;";
    let region = "\n#pragma omp parallel\n;\n";
    let braced = |before: &str, after: &str| {
        let text = output(&format!("void f(int n) {{ {before}{region}{after} }}"));
        let at = text.find(launch).expect("a launch");
        text[..at].trim_end().ends_with('{') && !text[..at].trim_end().ends_with("(int n) {")
    };
    assert!(!braced("", ""));
    assert!(!braced("n++;", ""));
    assert!(braced("if (n)", ""));
    assert!(braced("if (n) n++; else", ""));
    assert!(braced("while (n)", ""));
    assert!(braced("n++; here:", ""));
    assert!(braced("if (n) goto out; n++;", "out: ;"));
}

#[test]
fn host_and_device_forms_of_routines() {
    let text = output(
        "int f(void) { int n = omp_get_num_threads();\n#pragma omp parallel num_threads(omp_get_num_procs())\n{ int t = omp_get_thread_num(); }\nreturn n; }",
    );
    assert!(text.contains("int n = gpump_get_num_threads();"), "{text}");
    assert!(text.contains("gpump_utils_get_num_blocks(gpump_get_num_procs())"), "{text}");
    assert!(text.contains("int t = gpump_get_thread_num_d();"), "{text}");
}

/// What the runtime is told of a region that calls this routine (`runtime/cuda/shape.h`).
#[test]
fn routines_that_tell_threads_apart_show_the_team() {
    let shows = |call: &str| {
        let text = format!(
            "int a[9];\nvoid f(int n) {{ int i;\n#pragma omp parallel for\nfor (i = 0; i < n; i++) a[i] = {call}; }}"
        );
        let options = Options::of(Dialect::Cuda);
        let device = translate(&Source::new("f.c", text.as_bytes()), &options).unwrap().device.unwrap();
        device.contains(".shows_team = GPUMP_SHOWN")
    };
    assert!(shows("omp_get_thread_num()") && shows("omp_get_ancestor_thread_num(1)"));
    assert!(shows("omp_get_num_threads()") && shows("omp_get_team_size(1)"));
    assert!(!shows("omp_get_level()") && !shows("omp_in_final()"));
}

#[test]
fn what_is_written_twice_is_complained_of_once_where_it_was_typed() {
    let text = "void f(int n, int *v)
{
    #pragma omp metadirective when(user={condition(n > 3)}: parallel) otherwise(nothing)
    {
        #pragma omp metadirective when(device={kind(strange)}: critical) otherwise(atomic)
        v[0]++;
    }
}
";
    let source = Source::new("twice.c", text.as_bytes());
    let found = check(&source, &Options::of(Dialect::Cuda));
    let places: Vec<(&str, &str)> = found.iter().map(|it| (it.code, &text[it.span.clone()])).collect();
    assert_eq!(places, [("W0304", "strange")]);
}

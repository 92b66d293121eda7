//! What gpump says about itself, and how it answers to being used wrongly.

use std::process::Stdio;

use crate::support::{Workplace, run};

#[test]
fn every_help_has_examples() {
    let here = Workplace::new();
    for arguments in [
        &["--help"][..],
        &["translate", "--help"],
        &["run", "--help"],
        &["runtime", "--help"],
        &["cc", "--help"],
        &["explain", "--help"],
        &["diff", "--help"],
    ] {
        let out = String::from_utf8(run(&mut here.gpump(arguments)).succeeded()).unwrap();
        assert!(out.contains("Example") && out.contains("gpump "), "{out}");
    }
}

#[test]
fn the_version_is_the_crates() {
    let out = run(&mut Workplace::new().gpump(["--version"])).succeeded();
    assert_eq!(String::from_utf8(out).unwrap(), format!("gpump {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn used_wrongly_is_status_2() {
    let here = Workplace::new();
    here.write("a.c", "");
    for (arguments, word) in [
        (&[][..], "Usage"),
        (&["no-such-command"], "no-such-command"),
        (&["translate"], "<FILE>"),
        (&["translate", "--no-such-option", "a.c"], "--no-such-option"),
        (&["translate", "--dialect", "klingon", "a.c"], "klingon"),
        (&["run"], "<FILE>"),
        (&["run", "--device", "toaster", "a.c"], "toaster"),
        (&["run", "a.txt"], "a.txt"),
        (&["runtime"], "<DIR>"),
    ] {
        run(&mut here.gpump(arguments)).failed(2, &[word]);
    }
}

#[test]
fn a_reader_of_the_help_may_hang_up() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let here = Workplace::new();
    let mut command = here.gpump(["--help"]);
    let child = command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.code().is_some());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

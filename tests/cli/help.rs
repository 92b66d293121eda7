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
        &["lsp", "--help"],
        &["reproduce", "--help"],
        &["doctor", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
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

#[test]
fn shells_complete_the_commands() {
    let here = Workplace::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = String::from_utf8(run(&mut here.gpump(["completions", shell])).succeeded()).unwrap();
        assert!(script.contains("translate") && script.contains("require-device"), "{script}");
    }
    let script = run(&mut here.gpump(["completions", "bash"])).succeeded();
    here.write("gpump.bash", &script);
    let completed = "source gpump.bash; COMP_WORDS=(gpump run --req); COMP_CWORD=2; _gpump gpump --req run; echo ${COMPREPLY[@]}";
    let mut bash = std::process::Command::new("bash");
    let out = run(bash.args(["--norc", "-c", completed]).current_dir(here.path(""))).succeeded();
    assert_eq!(String::from_utf8(out).unwrap(), "--require-device\n");
    run(&mut here.gpump(["completions", "toast"])).failed(2, &["toast", "fish"]);
}

#[test]
fn each_command_has_a_manual_page() {
    let here = Workplace::new();
    let page = |arguments: &[&str]| String::from_utf8(run(&mut here.gpump(arguments)).succeeded()).unwrap();
    let whole = page(&["man"]);
    assert!(
        whole.starts_with(".ie") && whole.contains(".TH gpump 1") && whole.contains("translate"),
        "{whole}"
    );
    let one = page(&["man", "run"]);
    assert!(one.contains("gpump\\-run") && one.contains("\\-\\-require\\-device"), "{one}");
    run(&mut here.gpump(["man", "toast"])).failed(2, &["there is no command toast"]);
}

#[test]
fn the_doctor_says_what_is_here_and_what_is_not() {
    let here = Workplace::new();
    let mut doctor = here.gpump(["doctor"]);
    let said = String::from_utf8(run(doctor.env("CUDA_VISIBLE_DEVICES", "")).succeeded()).unwrap();
    for line in ["ok       C compiler ", "ok         -fopenmp ", "ok       C++ compiler ", "missing  GPU "] {
        assert!(said.contains(line), "{said}");
    }
    assert!(said.ends_with("ok       `gpump run`   in the emulator\n"), "{said}");
    // An empty folder, in which there are no compilers.
    let mut doctor = here.gpump(["doctor"]);
    doctor.env("PATH", here.path("")).env_remove("CC").env_remove("CXX").env_remove("GPUMP_NVCC");
    let done = doctor.output().unwrap();
    let said = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("missing  C compiler ") && said.contains("apt-get install gcc"), "{said}");
}

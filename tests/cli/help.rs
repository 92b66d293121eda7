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
        &["link", "--help"],
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

#[test]
fn the_link_is_gpump_cc() {
    let here = Workplace::new();
    let folder = here.path("").display().to_string();
    for _ in 0..2 {
        let said = run(&mut here.gpump(["link", &folder])).succeeded();
        assert!(String::from_utf8(said).unwrap().ends_with("/gpump-cc\n"));
    }
    here.write("a.c", "int a;\n");
    let mut cc = std::process::Command::new(here.path("gpump-cc"));
    run(cc.args(["-fsyntax-only", "a.c"]).current_dir(here.path(""))).succeeded();
    here.write("other/gpump-cc", "");
    let other = here.path("other").display().to_string();
    run(&mut here.gpump(["link", &other])).failed(2, &["cannot write", "gpump-cc"]);
}

#[test]
fn colours_are_for_who_wants_them() {
    let here = Workplace::new();
    here.write("a.c", "int a;\nint b = = 1;\n");
    here.write("b.c", "int a;\nint c;\n");
    let regions =
        "void f(int n)\n{\n#pragma omp parallel for\n    for (int i = 0; i < n; i++)\n        ;\n}\n";
    here.write("r.c", regions);
    let commands: [&[&str]; 7] = [
        &["check", "a.c"],
        &["translate", "a.c"],
        &["explain", "a.c", "--regions"],
        &["explain", "r.c", "--regions"],
        &["run", "a.c"],
        &["diff", "a.c", "b.c"],
        &["runtime", "a.c/folder"],
    ];
    let is_colored = |command: &[&str], settings: &[(&str, &str)], more: &[&str]| {
        let mut gpump = here.gpump(command);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            gpump.env_remove(name);
        }
        let done = run(gpump.args(more).envs(settings.iter().copied()));
        done.err.contains('\x1b') || done.out.contains(&0x1b)
    };
    for command in commands {
        assert!(!is_colored(command, &[], &[]), "{command:?}");
        assert!(is_colored(command, &[], &["--color", "always"]), "{command:?}");
        assert!(is_colored(command, &[("CLICOLOR_FORCE", "1")], &[]), "{command:?}");
        assert!(!is_colored(command, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]), "{command:?}");
        assert!(!is_colored(command, &[("CLICOLOR_FORCE", "0")], &[]), "{command:?}");
        assert!(!is_colored(command, &[("CLICOLOR_FORCE", "1")], &["--color", "never"]), "{command:?}");
    }
}

//! `gpump translate`.

use std::ffi::OsStr;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use crate::support::{PLAIN, WRONG, Workplace, run, run_with_input};

#[test]
fn a_file_goes_to_standard_output() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    assert_eq!(run(&mut here.gpump(["translate", "a.c"])).succeeded(), PLAIN);
    assert_eq!(run(&mut here.gpump(["translate", "--dialect", "thesis", "a.c"])).succeeded(), PLAIN);
    assert_eq!(run(&mut here.gpump(["translate", "a.c", "-o", "-"])).succeeded(), PLAIN);
    assert_eq!(here.names_in("."), ["a.c"]);
}

#[test]
fn standard_input_is_a_file_too() {
    let here = Workplace::new();
    assert_eq!(run_with_input(&mut here.gpump(["translate", "-"]), PLAIN).succeeded(), PLAIN);
    run_with_input(&mut here.gpump(["translate", "-"]), WRONG).failed(1, &["<stdin>:2:9"]);
    run_with_input(&mut here.gpump(["translate", "-", "-", "-o", "d"]), PLAIN).failed(2, &["twice"]);
}

#[test]
fn an_empty_file_is_a_file() {
    let here = Workplace::new();
    here.write("a.c", "");
    assert_eq!(run(&mut here.gpump(["translate", "a.c"])).succeeded(), b"");
}

#[test]
fn flags_of_a_c_compiler_have_its_spelling() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    let flags =
        ["-Iinclude", "-I", "more", "-DNAME", "-DVALUE=1", "-D", "X", "-UX", "-std=c99", "--std", "gnu99"];
    assert_eq!(run(here.gpump(["translate", "a.c"]).args(flags)).succeeded(), PLAIN);
}

#[test]
fn an_error_is_shown_with_its_place_and_nothing_is_written() {
    let here = Workplace::new();
    here.write("a.c", WRONG);
    let done = run(&mut here.gpump(["translate", "a.c", "-o", "a.cu"]));
    assert!(!done.err.contains('\x1b'), "colour, and no terminal: {}", done.err);
    done.failed(
        1,
        &["error[E", "--> a.c:2:9", "2 | int b = = 1;", "^", "error: could not translate a.c: 1 error\n"],
    );
    assert_eq!(here.names_in("."), ["a.c"]);
}

#[test]
fn what_is_not_c_is_an_error() {
    let here = Workplace::new();
    let program = std::fs::read(env!("CARGO_BIN_EXE_gpump")).unwrap();
    here.write("program.c", &program[..4096]);
    here.write("letter.c", "Dear Sir,\n\nplease find enclosed\n");
    here.write("random.c", [0, 255, 0, 13, 10, 34, 92]);
    for name in ["program.c", "letter.c", "random.c"] {
        let done = run(&mut here.gpump(["translate", name]));
        done.failed(1, &[&format!("--> {name}:"), " | ", &format!("could not translate {name}")]);
    }
}

#[test]
fn an_unreadable_file_is_named() {
    let here = Workplace::new();
    std::fs::create_dir(here.path("folder.c")).unwrap();
    let done = run(&mut here.gpump(["translate", "none.c", "-o", "a.cu"]));
    done.failed(2, &["error: cannot read none.c: No such file or directory\n"]);
    run(&mut here.gpump(["translate", "folder.c"])).failed(2, &["cannot read folder.c: Is a directory"]);
    assert_eq!(here.names_in("."), ["folder.c"]);
}

#[test]
fn an_output_that_cannot_be_written_is_named() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    here.write("b.c", PLAIN);
    for (output, words) in [
        ("none/a.cu", "cannot write none/a.cu: No such file or directory"),
        ("a.c/a.cu", "cannot write a.c/a.cu: Not a directory"),
        ("/dev/full", "cannot write /dev/full: No space left on device"),
        ("/proc/a.cu", "cannot write /proc/a.cu: "),
    ] {
        run(&mut here.gpump(["translate", "a.c", "-o", output])).failed(2, &[words]);
    }
    run(&mut here.gpump(["translate", "a.c", "b.c", "-o", "a.c"])).failed(2, &["cannot write a.c: "]);
    run(&mut here.gpump(["translate", "a.c", "b.c", "-o", "/proc/d"])).failed(2, &["cannot write /proc/d: "]);
    assert_eq!(here.names_in("."), ["a.c", "b.c"]);
    assert_eq!(here.read("a.c"), PLAIN);
}

#[test]
fn standard_output_that_is_full_is_an_error() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let done = run(here.gpump(["translate", "a.c"]).stdout(full));
    done.failed(2, &["cannot write standard output: No space left on device"]);
}

#[test]
fn an_output_file_is_replaced_whole_and_keeps_its_mode() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    let output = here.write("a.cu", "what was there, longer than what comes in its place".repeat(9));
    for mode in [0o600, 0o755, 0o666] {
        std::fs::set_permissions(&output, PermissionsExt::from_mode(mode)).unwrap();
        run(&mut here.gpump(["translate", "a.c", "-o", "a.cu"])).succeeded();
        assert_eq!(here.read("a.cu"), PLAIN);
        assert_eq!(output.metadata().unwrap().permissions().mode() & 0o777, mode);
    }
    assert_eq!(here.names_in("."), ["a.c", "a.cu"]);
}

#[test]
fn a_new_output_file_has_the_mode_of_any_new_file() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    let mode = |name| here.path(name).metadata().unwrap().permissions().mode();
    run(&mut here.gpump(["translate", "a.c", "-o", "a.cu"])).succeeded();
    assert_eq!(mode("a.cu"), mode("a.c"));
}

#[test]
fn an_output_file_survives_a_failed_translation() {
    let here = Workplace::new();
    here.write("a.c", WRONG);
    here.write("a.cu", "precious");
    run(&mut here.gpump(["translate", "a.c", "-o", "a.cu"])).failed(1, &["a.c:2:9"]);
    assert_eq!(here.read("a.cu"), b"precious");
    assert_eq!(here.names_in("."), ["a.c", "a.cu"]);
}

#[test]
fn a_symbolic_link_stays_one() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    here.write("real/a.cu", "");
    symlink("real/a.cu", here.path("link.cu")).unwrap();
    symlink("real/new.cu", here.path("dangling.cu")).unwrap();
    for (link, target) in [("link.cu", "real/a.cu"), ("dangling.cu", "real/new.cu")] {
        run(&mut here.gpump(["translate", "a.c", "-o", link])).succeeded();
        assert!(here.path(link).is_symlink());
        assert_eq!(here.read(target), PLAIN);
    }
}

#[test]
fn a_device_or_a_pipe_can_be_the_output() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    assert_eq!(run(&mut here.gpump(["translate", "a.c", "-o", "/dev/stdout"])).succeeded(), PLAIN);
    assert_eq!(run(&mut here.gpump(["translate", "a.c", "-o", "/dev/null"])).succeeded(), b"");

    let pipe = here.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn(move || std::fs::read(pipe).unwrap());
    run(&mut here.gpump(["translate", "a.c", "-o", "pipe"])).succeeded();
    assert_eq!(reader.join().unwrap(), PLAIN);
}

#[test]
fn dev_stdout_appends_where_the_shell_does() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    let mut out = std::fs::File::create(here.path("out")).unwrap();
    out.write_all(b"before ").unwrap();
    let done = run(here.gpump(["translate", "a.c", "-o", "/dev/stdout"]).stdout(out));
    assert_eq!(done.status, 0, "{}", done.err);
    assert_eq!(here.read("out"), [b"before ", PLAIN].concat());
}

#[test]
fn a_file_in_shared_memory_is_a_file() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    let shared = tempfile::tempdir_in("/dev/shm").unwrap();
    let output = shared.path().join("a.cu");
    for _ in 0..2 {
        run(here.gpump(["translate", "a.c", "-o"]).arg(&output)).succeeded();
        assert_eq!(std::fs::read(&output).unwrap(), PLAIN);
    }
}

#[test]
fn a_file_name_may_be_any_bytes() {
    let here = Workplace::new();
    let name = OsStr::from_bytes(b"caf\xe9 \"x\".c");
    here.write(name, WRONG);
    run(here.gpump(["translate"]).arg(name)).failed(1, &["caf\u{FFFD} \"x\".c:2:9"]);
    here.write(name, b"int main(void) { return 5; }");
    assert_eq!(run(here.gpump(["run", "--device", "emulator"]).arg(name)).status, 5);
}

#[test]
fn a_source_is_never_the_output() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    symlink("a.c", here.path("link.cu")).unwrap();
    for output in ["a.c", "./a.c", "link.cu"] {
        run(&mut here.gpump(["translate", "a.c", "-o", output])).failed(2, &["is an input"]);
    }
    assert_eq!(here.read("a.c"), PLAIN);
}

#[test]
fn several_files_go_to_a_folder() {
    let here = Workplace::new();
    let names: Vec<_> = (0..20).map(|n| format!("{n:02}.c")).collect();
    for name in &names {
        here.write(name, format!("// {name}\n"));
    }
    let done = run(here.gpump(["translate", "-o", "new/folder"]).args(&names));
    assert_eq!(done.succeeded(), b"");
    assert_eq!(here.names_in("new/folder").len(), names.len());
    for name in &names {
        let output = here.path("new/folder").join(name);
        assert_eq!(std::fs::read_to_string(output).unwrap(), format!("// {name}\n"));
    }
    // The thesis's programs are all C++.
    run(&mut here.gpump(["translate", "--dialect", "thesis", "00.c", "-o", "new"])).succeeded();
    run(&mut here.gpump(["translate", "--dialect", "thesis", "00.c", "-o", "other/"])).succeeded();
    assert_eq!(here.names_in("new"), ["00.cu", "folder"]);
    assert_eq!(here.names_in("other"), ["00.cu"]);
}

#[test]
fn several_files_are_written_all_or_none() {
    let here = Workplace::with([("good.c", PLAIN), ("bad.c", WRONG), ("worse.c", b"int = 1;")]);
    let done = run(&mut here.gpump(["translate", "good.c", "bad.c", "worse.c", "-o", "d"]));
    let places = ["bad.c:2:9", "translate bad.c: 1 error", "worse.c:1:5", "translate worse.c: "]
        .map(|words| done.err.find(words).unwrap_or_else(|| panic!("no {words} in {}", done.err)));
    assert!(places.is_sorted(), "{}", done.err);
    done.failed(1, &[]);
    assert_eq!(here.names_in("."), ["bad.c", "good.c", "worse.c"]);
}

#[test]
fn several_files_need_a_folder_and_names_of_their_own() {
    let here = Workplace::new();
    here.write("a.c", PLAIN);
    here.write("other/a.c", PLAIN);
    run(&mut here.gpump(["translate", "a.c", "other/a.c"])).failed(2, &["-o DIR"]);
    let done = run(&mut here.gpump(["translate", "a.c", "other/a.c", "-o", "d"]));
    done.failed(2, &["a.c and other/a.c", "d/a.cu"]);
    assert_eq!(here.names_in("."), ["a.c", "other"]);
}

#[test]
fn a_reader_may_hang_up() {
    let here = Workplace::new();
    here.write("a.c", "int a;\n".repeat(100_000));
    for arguments in [&["translate", "a.c"][..], &["translate", "a.c", "-o", "/dev/stdout"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = here.gpump(arguments).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn errors_that_nobody_reads_are_still_errors() {
    let here = Workplace::new();
    here.write("a.c", WRONG);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert_eq!(here.gpump(["translate", "a.c"]).stderr(writer).status().unwrap().code(), Some(1));
    assert_eq!(here.gpump(["translate", "none.c"]).stderr(Stdio::null()).status().unwrap().code(), Some(2));
}

/// A terminal, as `script` of util-linux makes one. What was printed there.
fn on_a_terminal(here: &Workplace, arguments: &str, no_color: bool) -> String {
    let line = format!("{} {arguments}", env!("CARGO_BIN_EXE_gpump"));
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).current_dir(here.path(".")).env("TERM", "xterm");
    command.env_remove("NO_COLOR").stdin(Stdio::null());
    if no_color {
        command.env("NO_COLOR", "1");
    }
    String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned()
}

#[test]
fn a_terminal_shows_how_far_many_files_are() {
    let here = Workplace::new();
    let names: Vec<_> = (0..50).map(|n| format!("{n}.c")).collect();
    for name in &names {
        here.write(name, PLAIN);
    }
    let shown = on_a_terminal(&here, &format!("translate -o out {}", names.join(" ")), false);
    assert!(shown.contains("of 50 files"), "{shown}");
    assert_eq!(here.names_in("out").len(), 50);
}

#[test]
fn a_terminal_gets_colour_unless_it_is_unwanted() {
    let here = Workplace::new();
    here.write("a.c", WRONG);
    assert!(on_a_terminal(&here, "translate a.c", false).contains("\x1b["));
    let plain = on_a_terminal(&here, "translate a.c", true);
    assert!(plain.contains("a.c:2:9") && !plain.contains('\x1b'), "{plain}");
}

//! `target` on the host where gcc offloads, too: to devices that libgomp finds, with code for them that it links.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::support::{Workplace, run};

/// What of `target` has no region stays on the host.
const PROGRAM: &str = "\
#include <omp.h>
#include <stdio.h>
int main(void)
{
    int a = 1, b = 0, known = omp_get_default_device();
#pragma omp target data map(tofrom : a)
    {
#pragma omp target map(tofrom : a)
        a += 4;
    }
    omp_set_default_device(3);
#pragma omp target data map(tofrom : a)
    {
#pragma omp target map(tofrom : a)
        a += 4;
    }
#pragma omp parallel for reduction(+ : b)
    for (int i = 0; i < 10; i++)
        b += i;
    printf(\"%d %d, %d devices, %d, %d\\n\", a, b, omp_get_num_devices(), known, omp_get_default_device());
    return 0;
}
";

const PRINTED: &str = "9 45, 0 devices, 0, 3\n";

/// It has no code for the device, and keeps away from it: data that it moved there would come back as it was.
#[test]
fn the_devices_of_libgomp_are_none() {
    let here = Workplace::new();
    here.write("a.c", PROGRAM);
    here.write("device.c", include_str!("offloading/device.c"));
    let gcc = |line: &str| {
        let mut command = Command::new("gcc");
        command.args(line.split_whitespace()).current_dir(here.path("."));
        assert_eq!(run(&mut command).status, 0, "{line}");
    };
    gcc("-fopenmp a.c -o by_gcc");
    let printed = |program: &str| {
        let mut command = Command::new(here.path(program));
        command.env("LD_LIBRARY_PATH", here.path("."));
        String::from_utf8(run(&mut command).out).unwrap()
    };
    let is_known = |version: i32| {
        gcc(&format!("-w -DVERSION={version} -fPIC -shared device.c -o libgomp-plugin-nvptx.so.1"));
        printed("by_gcc").contains("1 devices")
    };
    assert!((1..9).any(is_known), "libgomp does not take the device");
    let line = ["cc", "-w", "--gpump-device=emulator", "a.c", "-o", "by_gpump"];
    run(&mut here.gpump(line)).succeeded();
    assert_eq!(printed("by_gpump"), PRINTED);
}

/// What gcc makes of `target` for its own device would need the functions that it calls, and is not linked.
#[test]
fn gcc_links_no_code_for_devices() {
    let here = Workplace::new();
    here.write("a.c", PROGRAM);
    for tool in ["accel/nvptx-none/mkoffload", "lto-wrapper"] {
        let path = here.write(tool, "#!/bin/sh\necho 'no code for devices' >&2\nexit 1\n");
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
    }
    let with_tools = |name: &str| format!("{name} -B{}/", here.path(".").display());
    let [gcc, cplusplus] = ["gcc", "g++"].map(with_tools);
    let mut by_gcc = Command::new("gcc");
    by_gcc.args(gcc.split_whitespace().skip(1)).args(["-fopenmp", "a.c"]).current_dir(here.path("."));
    run(&mut by_gcc).failed(1, &["no code for devices"]);
    let built = |words: &[&str], device: &str| {
        let mut command = here.gpump(words);
        command.env("GPUMP_DEVICE", device).env("GPUMP_CC", &gcc).env("CXX", &cplusplus);
        run(&mut command)
    };
    let devices: &[&str] = match std::env::var_os("GPUMP_NVCC") {
        Some(_) => &["emulator", "gpu"],
        None => &["emulator"],
    };
    for device in devices {
        built(&["cc", "-w", "a.c", "-o", "program"], device).succeeded();
        let printed = run(Command::new(here.path("program")).env("GPUMP_DEVICE", "host")).succeeded();
        assert_eq!(String::from_utf8(printed).unwrap(), PRINTED, "{device}");
    }
    let done = built(&["run", "--device", "emulator", "a.c"], "emulator");
    assert_eq!(String::from_utf8(done.out).unwrap(), PRINTED, "{}", done.err);
}

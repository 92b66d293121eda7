//! Pages of a program's variables stay on a device that reaches the host's memory by tables of its own (HMM). The simulator counts
//! those that move.

use std::path::Path;

use crate::Result;
use crate::column;
use crate::process::{success, text};
use crate::simulator;

/// All regions of `moves.c`. One that ran on the host would move nothing.
const LAUNCHES: u64 = 40;
/// The page of `counter` and that of `factor` go to the device once, and come back.
const MOVES: u64 = 4;

/// However many regions there are.
pub fn are_few() -> Result<()> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/moves.c");
    let folder = tempfile::tempdir()?;
    let statistics = folder.path().join("statistics.csv");
    let mut gpump = column::run_with_gpump(&[source], "gpu", simulator::LIMIT);
    simulator::prepare(&mut gpump);
    gpump.env("GPUMP_SIM_PAGEABLE", "1").env("GPUMP_SIM_PAGES", "1").env("GPUMP_SIM_STATISTICS", &statistics);
    let output = success("the program", gpump)?;
    let said = text(&output.stderr);
    if said.contains("simulator: pages are not followed") {
        eprintln!("{said}");
        return Ok(());
    }
    // A region that prints is not bare.
    if text(&output.stdout) != "seven\n".repeat(20) {
        return Err(text(&output.stdout).into());
    }
    let statistics = std::fs::read_to_string(statistics)?;
    let sum = |column: &str| -> Result<u64> {
        let mut lines = statistics.lines().map(|line| line.split(','));
        let at = lines.next().and_then(|mut names| names.position(|name| name == column));
        let at = at.ok_or_else(|| format!("there is no column {column}"))?;
        lines.map(|mut values| Ok(values.nth(at).unwrap_or_default().parse::<u64>()?)).sum()
    };
    let moves = sum("pages_to_device")? + sum("pages_to_host")?;
    if sum("launches")? != LAUNCHES || moves > MOVES || !said.is_empty() {
        return Err(format!("{moves} pages have moved\n{statistics}{said}").into());
    }
    Ok(())
}

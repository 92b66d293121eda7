//! What would be done, without doing it.

use std::fmt::Write as _;
use std::path::Path;

use crate::built::Built;
use crate::measure::{Effort, clocks};
use crate::program::Program;
use crate::tools::Tools;
use crate::version::{Device, Version};

pub struct Plan<'a> {
    pub programs: &'a [Program],
    pub versions: &'a [Version],
    pub tools: &'a Tools,
    pub effort: &'a Effort,
    pub folder: &'a Path,
    pub sizes: &'a dyn Fn(&Program) -> Vec<u64>,
}

impl Plan<'_> {
    pub fn text(&self) -> String {
        let mut text = String::new();
        let Effort { processes, repeats, limit, budget } = self.effort;
        let mut line = |words: std::fmt::Arguments| {
            let _ = writeln!(text, "{words}");
        };
        line(format_args!("versions:"));
        for &version in self.versions {
            match self.tools.why_not(version) {
                None => line(format_args!("    {version}")),
                Some(reason) => line(format_args!("    {version}: left out, {reason}")),
            }
        }
        line(format_args!(
            "runs: of each version at each size one that is verified, then {processes} processes of {repeats} \
             repetitions, behind a first that does not count;"
        ));
        line(format_args!(
            "      half as many again by the device's clock, where a version tells it; fewer where all would take more \
             than {} s; none of more than {} s",
            budget.as_secs(),
            limit.as_secs()
        ));
        let mut most = 0;
        for program in self.programs {
            let description = &program.description;
            let sizes = (self.sizes)(program);
            line(format_args!("\n{}: {}", program.name, description.title));
            for paragraph in description.about.trim().lines() {
                line(format_args!("    {}", paragraph.trim()));
            }
            let shown: Vec<String> = sizes.iter().map(u64::to_string).collect();
            line(format_args!("    sizes: {}; counted at {}", shown.join(" "), description.count));
            line(format_args!("    phases: {}", description.phases.join(", ")));
            for version in program.versions(self.versions) {
                let output = self.folder.join(&program.name).join(version.to_string());
                let command = Built::command(program, version, self.tools, &output);
                line(format_args!("    {version}: {command}"));
                if self.tools.why_not(version).is_none() {
                    let turns = (0..*processes).map(|turn| clocks(version, self.tools.device, turn).len());
                    most += sizes.len() * (1 + turns.sum::<usize>());
                }
            }
        }
        line(format_args!("\nat most {most} processes"));
        text
    }
}

pub const EMULATOR: &str = "the emulator";

/// What a device is called.
pub fn device(device: Device) -> String {
    match device {
        Device::Gpu => crate::tools::gpu().unwrap_or_else(|| "no GPU is here".into()),
        Device::Emulator => EMULATOR.into(),
    }
}

//! The programs that were built: a folder for each program, and in it a file for each version.
//!
//! What could not be built leaves a file beside it that says why, so that binaries can be carried to another
//! machine and their table still tells what is missing.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::ProgressBar;

use crate::program::{Program, Source};
use crate::samples::Verdict;
use crate::tools::{COMPILE_LIMIT, Tools};
use crate::version::{Device, Version};

const PROBE_LIMIT: Duration = Duration::from_secs(60);

#[derive(Clone, Debug)]
pub struct Built {
    pub folder: PathBuf,
}

impl Built {
    pub fn path(&self, program: &Program, version: Version) -> PathBuf {
        self.folder.join(&program.name).join(version.to_string())
    }

    fn reason_file(&self, program: &Program, version: Version, verdict: Verdict) -> PathBuf {
        self.folder.join(&program.name).join(format!("{version}.{verdict}"))
    }

    /// The libraries that a version needs, if they were carried with it.
    pub fn libraries(&self, version: Version) -> Option<PathBuf> {
        Some(self.folder.join("lib").join(version.to_string())).filter(|folder| folder.is_dir())
    }

    /// Why a version is not there, and whether that is a fault.
    pub fn missing(&self, program: &Program, version: Version) -> Option<(Verdict, String)> {
        if self.runs_on_host(version).is_file() {
            return Some((
                Verdict::LeftOut,
                "what it builds runs on the host here, not on the device".into(),
            ));
        }
        if self.path(program, version).is_file() {
            return None;
        }
        let said = |verdict| {
            let text = std::fs::read_to_string(self.reason_file(program, version, verdict)).ok()?;
            Some((verdict, text))
        };
        let found = said(Verdict::Failed).or_else(|| said(Verdict::LeftOut));
        Some(found.unwrap_or_else(|| (Verdict::LeftOut, "it was not built".into())))
    }

    /// A program that says whether it runs on a device, and a mark that it does not.
    fn probe(&self, version: Version) -> PathBuf {
        self.folder.join("probe").join(version.to_string())
    }

    fn runs_on_host(&self, version: Version) -> PathBuf {
        self.folder.join("probe").join(format!("{version}.on-host"))
    }

    /// Finds out which offloading versions do not offload here: libgomp runs them on the host without a word where
    /// it finds no device, even if it is told that it must not.
    pub fn look_for_devices(&self, versions: &[Version]) -> Result<()> {
        let offloading = [Version::GccTarget, Version::ClangTarget];
        for &version in versions.iter().filter(|version| offloading.contains(version)) {
            let (probe, mark) = (self.probe(version), self.runs_on_host(version));
            if !probe.is_file() {
                continue;
            }
            if mark.exists() {
                std::fs::remove_file(&mark)?;
            }
            let command = crate::command::Command::new(&probe);
            let command = crate::measure::in_environment(version, Device::Gpu, self, command);
            if command.output(PROBE_LIMIT).is_err() {
                std::fs::write(&mark, "")?;
            }
        }
        Ok(())
    }

    /// Builds these versions of the programs, several at a time.
    pub fn build(folder: &Path, programs: &[Program], versions: &[Version], tools: &Tools) -> Result<Self> {
        let built = Built { folder: folder.to_owned() };
        let unavailable: Vec<_> =
            versions.iter().filter_map(|&version| Some((version, tools.why_not(version)?))).collect();
        for &version in versions.iter().filter(|version| version.source() == Source::Target) {
            if tools.device == Device::Gpu && unavailable.iter().all(|(other, _)| *other != version) {
                std::fs::create_dir_all(built.folder.join("probe"))?;
                tools.build_probe(version, &built.probe(version))?;
            }
        }
        let mut jobs = Vec::new();
        for program in programs {
            let folder = built.folder.join(&program.name);
            std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
            jobs.extend(program.versions(versions).map(|version| (program, version)));
        }
        let bar = ProgressBar::new(jobs.len() as u64).with_style(super::progress_style());
        let next = Mutex::new(jobs.into_iter());
        let work = || -> Result<()> {
            loop {
                let job = next.lock().expect("no thread panics while it holds this").next();
                let Some((program, version)) = job else { return Ok(()) };
                bar.set_message(format!("building {} {version}", program.name));
                let reason =
                    unavailable.iter().find(|(other, _)| *other == version).map(|(_, reason)| reason);
                built.build_one(program, version, tools, reason)?;
                bar.inc(1);
            }
        };
        std::thread::scope(|scope| {
            let count = std::thread::available_parallelism().map_or(1, usize::from);
            let threads: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("building does not panic"))
        })?;
        bar.finish_and_clear();
        Ok(built)
    }

    fn build_one(
        &self,
        program: &Program,
        version: Version,
        tools: &Tools,
        unavailable: Option<&String>,
    ) -> Result<()> {
        let output = self.path(program, version);
        for old in [
            output.clone(),
            self.reason_file(program, version, Verdict::Failed),
            self.reason_file(program, version, Verdict::LeftOut),
        ] {
            if old.exists() {
                std::fs::remove_file(&old).with_context(|| format!("cannot remove {}", old.display()))?;
            }
        }
        let (verdict, reason) = match unavailable {
            Some(reason) => (Verdict::LeftOut, reason.clone()),
            None => match tools.make(version, program.source(version), &program.description.flags, &output) {
                Ok(()) => return Ok(()),
                // The emulator does not know all of CUDA; nvcc says whether it is right.
                Err(cause) if version == Version::CudaOther && tools.device == Device::Emulator => {
                    let reason = cause.to_string();
                    let error = reason.lines().find(|line| line.contains("error")).unwrap_or(&reason);
                    (Verdict::LeftOut, format!("the emulator does not build it: {}", error.trim()))
                }
                Err(cause) => (Verdict::Failed, format!("it does not compile: {cause:#}")),
            },
        };
        let file = self.reason_file(program, version, verdict);
        std::fs::write(&file, reason).with_context(|| format!("cannot write {}", file.display()))
    }

    pub fn command(
        program: &Program,
        version: Version,
        tools: &Tools,
        output: &Path,
    ) -> crate::command::Command {
        tools.build(version, program.source(version), &program.description.flags, output)
    }

    /// Takes along the libraries of offloading compilers, which the other machine may lack.
    pub fn carry_libraries(&self, tools: &Tools) -> Result<()> {
        let carried = [
            (
                Version::GccTarget,
                Some(&tools.offloading_gcc),
                &["libgomp.so.1", "libgomp-plugin-nvptx.so.1"][..],
            ),
            (Version::Gcc, Some(&tools.gcc), &["libgomp.so.1"][..]),
            (
                Version::ClangTarget,
                tools.clang.as_ref(),
                &["libomp.so.5", "libomp.so", "libomptarget.so", "libomptarget.rtl.cuda.so"][..],
            ),
        ];
        for (version, compiler, names) in carried {
            let Some(compiler) =
                compiler.filter(|_| tools.device == Device::Gpu && tools.why_not(version).is_none())
            else {
                continue;
            };
            let folder = self.folder.join("lib").join(version.to_string());
            std::fs::create_dir_all(&folder)?;
            for name in names {
                let asked =
                    crate::command::Command::new(compiler.as_str()).arg(format!("-print-file-name={name}"));
                let path = PathBuf::from(asked.output(COMPILE_LIMIT)?.trim());
                // A library that it does not find it gives back as it was named.
                let Some(real) = path.is_absolute().then(|| path.canonicalize().ok()).flatten() else {
                    continue;
                };
                // Programs ask for it by the name that it has for itself.
                let own = real.file_name().map(|file| folder.join(file));
                for place in [Some(folder.join(name)), own].into_iter().flatten() {
                    std::fs::copy(&real, &place)
                        .with_context(|| format!("cannot write {}", place.display()))?;
                }
            }
        }
        Ok(())
    }
}

//! The programs that are measured: a folder each, and in it `program.toml`, which says what there is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::version::Version;

/// What a program's file says of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    pub title: String,
    pub about: String,
    /// The sizes to measure, from the smallest.
    pub sizes: Vec<u64>,
    /// A size for runs on the host alone.
    pub check: u64,
    /// A size at which kernels do enough to be counted, in the simulator.
    pub count: u64,
    /// Bytes that the phase `again` moves at size `n`, and its floating-point operations: expressions in `n`.
    pub bytes: Option<String>,
    pub flops: Option<String>,
    /// By how much, relatively, the numbers of two versions may differ.
    pub tolerance: f64,
    pub phases: Vec<String>,
    /// The sources: `openmp`, `cuda`, `target`, `thesis`; `cuda-tiled` and `openmp-flat` are others of their kind.
    versions: Vec<String>,
    /// Flags for all compilers.
    #[serde(default)]
    pub flags: Vec<String>,
    #[serde(default)]
    pub measures: Measures,
}

/// What a program's times are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measures {
    /// What a kernel does.
    #[default]
    Work,
    /// How long it takes to get to a kernel; `again` enters as many as the size says.
    Launch,
}

/// A source of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    OpenMp,
    Cuda,
    Target,
    Thesis,
    /// Another way to do it, which is measured for information.
    OtherOpenMp,
    OtherCuda,
}

impl Source {
    /// What a name in `versions` means, and the name of its file.
    fn parse(name: &str) -> Result<(Self, String)> {
        let (source, ending) =
            match name.split_once('-').map_or((name, None), |(kind, way)| (kind, Some(way))) {
                ("openmp", None) => (Source::OpenMp, "c"),
                ("cuda", None) => (Source::Cuda, "cu"),
                ("target", None) => (Source::Target, "c"),
                ("thesis", None) => (Source::Thesis, "c"),
                ("openmp", Some(_)) => (Source::OtherOpenMp, "c"),
                ("cuda", Some(_)) => (Source::OtherCuda, "cu"),
                _ => bail!(
                    "`{name}` is no version: there are openmp, cuda, target, thesis, and others as cuda-tiled"
                ),
            };
        Ok((source, format!("{}.{ending}", name.replace('-', "_"))))
    }
}

/// A program and where it is.
#[derive(Clone, Debug)]
pub struct Program {
    pub name: String,
    pub description: Description,
    /// Its sources: the names they have in the description, and the files.
    pub sources: BTreeMap<Source, (String, PathBuf)>,
}

impl Program {
    fn read(folder: &Path) -> Result<Self> {
        let file = folder.join("program.toml");
        let text =
            std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let description = Description::parse(&text).with_context(|| file.display().to_string())?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut sources = BTreeMap::new();
        for word in &description.versions {
            let (source, own) = Source::parse(word).with_context(|| file.display().to_string())?;
            let path = folder.join(own);
            ensure!(path.is_file(), "{}: {} is not there", file.display(), path.display());
            let before = sources.insert(source, (word.clone(), path));
            ensure!(before.is_none(), "{}: {word} is one too many of its kind", file.display());
        }
        Ok(Program { name, description, sources })
    }

    /// The file that a version is made of; only for versions that the program has.
    pub fn source(&self, version: Version) -> &Path {
        &self.sources[&version.source()].1
    }

    pub fn has(&self, version: Version) -> bool {
        self.sources.contains_key(&version.source())
    }

    /// What a version is called here: others by what is special about them.
    pub fn label(&self, version: Version) -> String {
        let way = self.sources.get(&version.source()).and_then(|(name, _)| name.split_once('-'));
        match (version, way) {
            (Version::CudaOther, Some((_, way))) => format!("cuda-{way}"),
            (Version::GpumpOther, Some((_, way))) => format!("gpump-{way}"),
            _ => version.to_string(),
        }
    }

    /// Those of `wanted` that the program has a source for.
    pub fn versions<'a>(&'a self, wanted: &'a [Version]) -> impl Iterator<Item = Version> + 'a {
        wanted.iter().copied().filter(|version| self.has(*version))
    }
}

impl Description {
    fn parse(text: &str) -> Result<Self> {
        let description: Description = toml::from_str(text)?;
        ensure!(!description.sizes.is_empty(), "there are no sizes");
        ensure!(description.sizes.is_sorted_by(|a, b| a < b), "the sizes are not in order");
        ensure!(description.tolerance >= 0.0, "the tolerance is negative");
        for text in [&description.bytes, &description.flops].into_iter().flatten() {
            evaluate(text, description.check)?;
        }
        Ok(description)
    }

    pub fn bytes_at(&self, size: u64) -> Option<f64> {
        self.bytes.as_ref().and_then(|text| evaluate(text, size).ok())
    }

    pub fn flops_at(&self, size: u64) -> Option<f64> {
        self.flops.as_ref().and_then(|text| evaluate(text, size).ok())
    }
}

/// The value of an expression in `n`.
fn evaluate(text: &str, n: u64) -> Result<f64> {
    use exmex::Express;
    let refused = |cause: exmex::ExError| anyhow::anyhow!("`{text}`: {cause}");
    let expression = exmex::parse::<f64>(text).map_err(refused)?;
    ensure!(expression.var_names().iter().all(|name| name == "n"), "`{text}` has other variables than n");
    let values = vec![n as f64; expression.var_names().len()];
    expression.eval(&values).map_err(refused)
}

/// All programs of a folder, or those of these names, in the order of their names.
pub fn programs(folder: &Path, names: &[String]) -> Result<Vec<Program>> {
    let listed = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut folders: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    folders.retain(|path| path.join("program.toml").is_file());
    folders.sort();
    let all = folders.iter().map(|path| Program::read(path)).collect::<Result<Vec<_>>>()?;
    if let Some(unknown) = names.iter().find(|name| all.iter().all(|program| program.name != **name)) {
        let known: Vec<&str> = all.iter().map(|program| program.name.as_str()).collect();
        bail!("no program is called {unknown}; there are {}", known.join(", "));
    }
    Ok(all.into_iter().filter(|program| names.is_empty() || names.contains(&program.name)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const VECTOR_ADD: &str = r#"
        title = "Vector addition"
        about = "limited by memory"
        sizes = [1024, 1048576]
        check = 1000
        count = 5000
        bytes = "3 * 8 * n"
        flops = "n"
        tolerance = 1e-9
        phases = ["cold", "again"]
        versions = ["openmp", "cuda"]
    "#;

    #[test]
    fn reads_a_description() {
        let description = Description::parse(VECTOR_ADD).unwrap();
        assert_eq!(description.sizes, [1024, 1_048_576]);
        assert_eq!(description.bytes_at(1000), Some(24_000.0));
        assert_eq!(description.flops_at(7), Some(7.0));
        assert_eq!(description.versions, ["openmp", "cuda"]);
        assert_eq!(description.measures, Measures::Work);
    }

    #[test]
    fn refuses_what_cannot_be_meant() {
        let with = |from: &str, to: &str| Description::parse(&VECTOR_ADD.replace(from, to)).unwrap_err();
        assert!(format!("{:#}", with("8 * n", "8 * m")).contains("other variables"));
        assert!(format!("{:#}", with("8 * n", "8 *")).contains("8 *"));
        assert!(format!("{:#}", with("1024, 1048576", "8, 8")).contains("not in order"));
        assert!(format!("{:#}", with("title", "titel")).contains("titel"));
    }

    #[test]
    fn sources_have_their_files() {
        assert_eq!(Source::parse("openmp").unwrap(), (Source::OpenMp, "openmp.c".into()));
        assert_eq!(Source::parse("cuda-tiled").unwrap(), (Source::OtherCuda, "cuda_tiled.cu".into()));
        assert_eq!(Source::parse("openmp-flat").unwrap(), (Source::OtherOpenMp, "openmp_flat.c".into()));
        assert!(Source::parse("target-flat").is_err() && Source::parse("opencl").is_err());
    }

    #[test]
    fn evaluates_expressions() {
        assert_eq!(evaluate("2 * n * n * n", 10).unwrap(), 2000.0);
        assert_eq!(evaluate("(n + 2) / 4 - 1", 10).unwrap(), 2.0);
        assert_eq!(evaluate("1.5 * 1000", 10).unwrap(), 1500.0);
    }
}

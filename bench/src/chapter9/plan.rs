//! What is to be measured of the thesis's Chapter 9, and the tables and plots that come of it: `plan.toml`, which
//! explains its own form.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::version::Version;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub phases: Vec<String>,
    pub tolerance: f64,
    /// The smallest size for runs without a GPU; the others keep their proportions to it.
    pub check: u64,
    #[serde(rename = "build")]
    pub builds: BTreeMap<String, Build>,
    pub series: Vec<Series>,
    #[serde(rename = "plot")]
    pub plots: Vec<Plot>,
    #[serde(rename = "table")]
    pub tables: Vec<Table>,
    #[serde(default)]
    pub printed: BTreeMap<String, Printed>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    pub source: String,
    pub version: Version,
    /// What runs with numbers set in the environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    pub id: String,
    pub label: String,
    pub build: String,
    pub sizes: Vec<u64>,
    #[serde(default)]
    pub blocks: Vec<u64>,
    #[serde(default)]
    pub threads: Vec<u64>,
    pub repeats: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    pub id: String,
    pub title: String,
    pub x: Axis,
    pub series: Vec<String>,
    pub phases: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    Size,
    Team,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub id: String,
    pub title: String,
    pub kind: Kind,
    pub value: Value,
    /// All of the plan's, if there are none.
    #[serde(default)]
    pub phases: Vec<String>,
    pub series: Vec<String>,
    #[serde(default)]
    pub printed: Vec<String>,
    #[serde(default)]
    pub best: Vec<String>,
    pub over: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Sizes,
    Teams,
    Matrix,
    List,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    Seconds,
    CopyPercent,
}

/// Figures of the thesis.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    pub label: String,
    #[serde(default)]
    pub sizes: Vec<u64>,
    #[serde(default)]
    pub blocks: Vec<u64>,
    #[serde(default)]
    pub threads: Vec<u64>,
    #[serde(default)]
    pub values: Figures,
    #[serde(default)]
    pub rows: Vec<PrintedRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Figures {
    Rows(Vec<Vec<f64>>),
    Row(Vec<f64>),
}

impl Default for Figures {
    fn default() -> Self {
        Figures::Row(Vec::new())
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedRow {
    pub label: String,
    pub seconds: f64,
}

impl Plan {
    pub fn read(folder: &Path) -> Result<Self> {
        let file = folder.join("plan.toml");
        let text =
            std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        Self::parse(&text).with_context(|| file.display().to_string())
    }

    pub fn parse(text: &str) -> Result<Self> {
        let plan: Plan = toml::from_str(text)?;
        for series in &plan.series {
            ensure!(plan.builds.contains_key(&series.build), "{}: no build {}", series.id, series.build);
            ensure!(!series.sizes.is_empty(), "{}: no sizes", series.id);
            ensure!(
                series.blocks.is_empty() == series.threads.is_empty(),
                "{}: blocks without threads",
                series.id
            );
        }
        let named = plan.plots.iter().flat_map(|plot| &plot.series);
        let named = named.chain(plan.tables.iter().flat_map(|table| table.series.iter().chain(&table.best)));
        for id in named.chain(plan.tables.iter().filter_map(|table| table.over.as_ref())) {
            plan.find(id).with_context(|| format!("no series {id}"))?;
        }
        for id in plan.tables.iter().flat_map(|table| &table.printed) {
            ensure!(plan.printed.contains_key(id), "nothing printed is called {id}");
        }
        let phases = plan.plots.iter().flat_map(|plot| &plot.phases);
        for phase in phases.chain(plan.tables.iter().flat_map(|table| &table.phases)) {
            ensure!(plan.phases.contains(phase), "no phase {phase}");
        }
        Ok(plan)
    }

    pub fn find(&self, id: &str) -> Option<&Series> {
        self.series.iter().find(|series| series.id == id)
    }

    /// The same in small, for runs without a GPU: sizes in proportion, and no more threads than that bears.
    #[must_use]
    pub fn in_small(mut self, most: u64) -> Self {
        let least = self.series.iter().flat_map(|series| &series.sizes).min().copied().unwrap_or(1);
        for series in &mut self.series {
            for size in &mut series.sizes {
                *size = (*size * self.check / least).max(2);
            }
            let single = series.blocks.len() == 1;
            let per_block =
                if single { most } else { most / series.blocks.first().copied().unwrap_or(1).max(1) };
            series.threads.retain(|threads| *threads <= per_block);
        }
        for printed in self.printed.values_mut() {
            for size in &mut printed.sizes {
                *size = *size * self.check / least;
            }
        }
        self
    }
}

#[cfg(test)]
pub const SAMPLE: &str = r#"
    phases = ["with-transfer", "kernel"]
    tolerance = 1e-6
    check = 16
    [build.cuda]
    source = "loop.c"
    version = "gpump"
    env = { OMP_NUM_THREADS = "{team}" }
    [build.thesis]
    source = "loop.c"
    version = "gpump-thesis"
    env = { BLOCKS = "{blocks}", THREADS = "{threads}" }
    [[series]]
    id = "sizes"
    label = "cuda, as it comes"
    build = "cuda"
    sizes = [1024, 2048]
    repeats = 2
    [[series]]
    id = "matrix"
    label = "thesis"
    build = "thesis"
    sizes = [2048]
    blocks = [1, 2]
    threads = [4, 8]
    repeats = 2
    [[series]]
    id = "matrix-cuda"
    label = "cuda"
    build = "cuda"
    sizes = [2048]
    blocks = [1, 2]
    threads = [4, 8]
    repeats = 2
    [[plot]]
    id = "figure"
    title = "Time against size"
    x = "size"
    series = ["sizes"]
    phases = ["kernel"]
    [[table]]
    id = "percent"
    title = "Share of copying"
    kind = "sizes"
    value = "copy-percent"
    series = ["sizes"]
    printed = ["percent"]
    [[table]]
    id = "teams"
    title = "Scaling"
    kind = "teams"
    value = "seconds"
    phases = ["kernel"]
    series = ["matrix-cuda"]
    [[table]]
    id = "matrix"
    title = "Matrix"
    kind = "matrix"
    value = "seconds"
    phases = ["kernel"]
    series = ["matrix"]
    printed = ["matrix"]
    [[table]]
    id = "host"
    title = "The best"
    kind = "list"
    value = "seconds"
    phases = ["kernel"]
    best = ["matrix"]
    series = ["matrix-cuda"]
    over = "matrix-cuda"
    printed = ["host"]
    [printed.percent]
    label = "the thesis"
    sizes = [1024, 2048]
    values = [42.8, 41.7]
    [printed.matrix]
    label = "the thesis"
    blocks = [1, 2]
    threads = [4, 8]
    values = [[1.23, 1.05], [0.97, 1.02]]
    [printed.host]
    label = "the thesis"
    rows = [{ label = "the thesis's host", seconds = 0.12 }]
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_plan() {
        let plan = Plan::parse(SAMPLE).unwrap();
        assert_eq!(plan.builds["thesis"].version, Version::GpumpThesis);
        assert_eq!(plan.find("matrix").unwrap().threads, [4, 8]);
        assert!(matches!(&plan.printed["matrix"].values, Figures::Rows(rows) if rows[1][0] == 0.97));
        assert!(matches!(&plan.printed["percent"].values, Figures::Row(row) if row[1] == 41.7));
    }

    #[test]
    fn refuses_names_of_nothing() {
        let with =
            |from: &str, to: &str| format!("{:#}", Plan::parse(&SAMPLE.replace(from, to)).unwrap_err());
        assert!(with("over = \"matrix-cuda\"", "over = \"none\"").contains("no series none"));
        assert!(with("build = \"thesis\"", "build = \"these\"").contains("no build these"));
        assert!(with("phases = [\"kernel\"]", "phases = [\"cold\"]").contains("no phase cold"));
        assert!(with("repeats = 2", "repeat = 2").contains("repeat"));
    }

    #[test]
    fn is_made_small() {
        let plan = Plan::parse(SAMPLE).unwrap().in_small(4);
        assert_eq!(plan.find("sizes").unwrap().sizes, [16, 32]);
        assert_eq!(plan.find("matrix").unwrap().threads, [4]);
        assert_eq!(plan.printed["percent"].sizes, [16, 32]);
    }
}

//! The report: a row for each feature, a column for each way to try it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::column::Column;

/// What is shown. The gcc column shows that the programs are right, which says nothing of gpump.
const SHOWN: [Column; 7] = [
    Column::Emulator,
    Column::Nvcc,
    Column::Gpu,
    Column::Simulator,
    Column::Single,
    Column::Warnings,
    Column::Crossed,
];

type Rows = BTreeMap<String, BTreeMap<Column, bool>>;

#[derive(Debug, Default)]
pub struct Table {
    rows: Mutex<Rows>,
}

impl Table {
    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add_row(&self, name: &str) {
        self.rows().entry(name.to_owned()).or_default();
    }

    pub fn enter(&self, name: &str, column: Column, passed: bool) {
        self.rows().entry(name.to_owned()).or_default().insert(column, passed);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows();
        let width = rows.keys().map(|name| name.len()).max().unwrap_or(0).max("feature".len());
        let mut line = |name: &str, cells: &[String]| {
            let cells: String = cells.iter().map(|cell| format!("  {cell:<9}")).collect();
            writeln!(f, "{}", format!("{name:<width$}{cells}").trim_end())
        };
        line("feature", &SHOWN.map(|column| column.name().to_owned()))?;
        for (name, cells) in rows.iter() {
            let shown = |column| match cells.get(&column) {
                Some(true) => "ok".to_owned(),
                Some(false) => "FAILED".to_owned(),
                None => "-".to_owned(),
            };
            line(name, &SHOWN.map(shown))?;
        }
        let total = |column| {
            let results: Vec<bool> = rows.values().filter_map(|cells| cells.get(&column).copied()).collect();
            let passed = results.iter().filter(|&&passed| passed).count();
            if results.is_empty() { "-".to_owned() } else { format!("{passed}/{}", results.len()) }
        };
        line("total", &SHOWN.map(total))
    }
}

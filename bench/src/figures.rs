//! The plots of a comparison: time against size for each program, and ratios for all.

use std::path::Path;

use anyhow::Result;

use crate::comparison::{Comparison, Row, Time};
use crate::plots::{Bars, Group, Line, Lines};
use crate::version::Version;

type TimeOf = fn(&Row) -> Option<Time>;

pub fn write(comparison: &Comparison, folder: &Path) -> Result<()> {
    for (program, rows) in comparison.by_program() {
        let phases: [(&str, TimeOf); 2] = [("data on the device", best_again), ("with transfer", Row::cold)];
        let mut lines = Vec::new();
        for (number, version) in Version::all().into_iter().enumerate() {
            for (phase, time) in phases {
                let points: Vec<(f64, f64)> = rows
                    .iter()
                    .filter(|row| row.version == version)
                    .filter_map(|row| Some((row.size as f64, time(row)?.summary.median)))
                    .filter(|(_, seconds)| *seconds > 0.0)
                    .collect();
                if !points.is_empty() {
                    let dashed = phase != phases[0].0;
                    let row = rows.iter().find(|row| row.version == version);
                    let label = row.map_or(String::new(), |row| row.label.clone());
                    lines.push(Line { label: format!("{label}, {phase}"), colour: number, dashed, points });
                }
            }
        }
        let plot =
            Lines { title: program.to_owned(), x: "size".into(), y: "median of the phase".into(), lines };
        plot.write(folder, program)?;
    }
    ratios(comparison, "Kernels", best_again, 1.05).write(folder, "ratios-kernels")?;
    ratios(comparison, "Regions with transfer", Row::cold, 1.1).write(folder, "ratios-regions")
}

/// The device's clock where there is one.
fn best_again(row: &Row) -> Option<Time> {
    row.kernel().or_else(|| row.again())
}

fn ratios(comparison: &Comparison, title: &str, time: TimeOf, limit: f64) -> Bars {
    let against = comparison.against;
    let mut series = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    for (number, version) in Version::all().into_iter().enumerate().filter(|(_, version)| *version != against)
    {
        let ratios = comparison.ratios(version, time);
        let means: Vec<(&str, f64)> = ratios.means().collect();
        if means.is_empty() {
            continue;
        }
        series.push((version.to_string(), number));
        for (program, mean) in means {
            let group = match groups.iter().position(|group| group.label == program) {
                Some(index) => index,
                None => {
                    groups.push(Group { label: program.to_owned(), values: Vec::new() });
                    groups.len() - 1
                }
            };
            groups[group].values.resize(series.len() - 1, None);
            groups[group].values.push(Some(mean));
        }
    }
    for group in &mut groups {
        group.values.resize(series.len(), None);
    }
    groups.sort_by(|one, other| one.label.cmp(&other.label));
    let title = format!("{title}: times beside {against}, mean of the sizes");
    Bars { title, y: format!("of {against}"), series, groups, limit: Some(limit) }
}

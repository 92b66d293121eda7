//! The tables of Chapter 9, with the thesis's figures beside ours.

use std::collections::BTreeSet;

use super::plan::{Figures, Kind, Plan, Printed, Series, Table, Value};
use super::runs::{Point, Times};
use crate::units;

/// A table of text, to be shown or written in whatever form.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    pub title: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// The tables that come of one of the plan's: a matrix is one for each series.
pub fn cells(plan: &Plan, table: &Table, times: &Times) -> Vec<Cells> {
    let context = Context { plan, table, times };
    match table.kind {
        Kind::Sizes => vec![context.sizes()],
        Kind::Teams => vec![context.teams()],
        Kind::Matrix => context.matrices(),
        Kind::List => vec![context.list()],
    }
}

struct Context<'a> {
    plan: &'a Plan,
    table: &'a Table,
    times: &'a Times,
}

impl<'a> Context<'a> {
    fn phases(&self) -> &'a [String] {
        if self.table.phases.is_empty() { &self.plan.phases } else { &self.table.phases }
    }

    fn series(&self, ids: &'a [String]) -> impl Iterator<Item = &'a Series> {
        ids.iter().filter_map(|id| self.plan.find(id))
    }

    fn printed(&self) -> impl Iterator<Item = &'a Printed> {
        self.table.printed.iter().filter_map(|id| self.plan.printed.get(id))
    }

    fn seconds(&self, series: &Series, point: Point, phase: &str) -> Option<f64> {
        self.times.of(self.plan, series, point, phase)
    }

    /// What part of the time with transfer is not the kernel's, in percent.
    fn copy_percent(&self, series: &Series, point: Point) -> Option<f64> {
        let [whole, kernel] = self.plan.phases.first_chunk::<2>()?;
        let (whole, kernel) = (self.seconds(series, point, whole)?, self.seconds(series, point, kernel)?);
        Some(100.0 * (whole - kernel) / whole)
    }

    fn sizes(&self) -> Cells {
        let all: BTreeSet<u64> =
            self.series(&self.table.series).flat_map(|series| series.sizes.iter().copied()).collect();
        let mut header = vec!["size".to_owned()];
        for series in self.series(&self.table.series) {
            match self.table.value {
                Value::CopyPercent => header.push(series.label.clone()),
                Value::Seconds => {
                    header.extend(self.phases().iter().map(|phase| format!("{}: {phase}", series.label)))
                }
            }
        }
        header.extend(self.printed().map(|printed| printed.label.clone()));
        let row = |size: u64| {
            let mut row = vec![units::size(size)];
            for series in self.series(&self.table.series) {
                let point = series.points().into_iter().find(|point| point.size == size);
                match self.table.value {
                    Value::CopyPercent => {
                        let percent = point.and_then(|point| self.copy_percent(series, point));
                        row.push(percent.map_or(String::new(), |percent| format!("{percent:.1}")));
                    }
                    Value::Seconds => {
                        let seconds = |phase: &String| self.seconds(series, point?, phase);
                        row.extend(self.phases().iter().map(|phase| shown(seconds(phase))));
                    }
                }
            }
            for printed in self.printed() {
                let place = printed.sizes.iter().position(|other| *other == size);
                let Figures::Row(values) = &printed.values else { continue };
                row.push(place.and_then(|place| values.get(place)).map_or(String::new(), f64::to_string));
            }
            row
        };
        Cells { title: self.table.title.clone(), header, rows: all.into_iter().map(row).collect() }
    }

    fn teams(&self) -> Cells {
        let points = |series: &Series| series.points();
        let all: BTreeSet<u64> =
            self.series(&self.table.series).flat_map(points).filter_map(Point::team_size).collect();
        let mut header = vec!["threads".to_owned()];
        for series in self.series(&self.table.series) {
            for phase in self.phases() {
                header.push(format!("{}: {phase}", series.label));
                header.push("speedup".into());
            }
        }
        let row = |team: u64| {
            let mut row = vec![team.to_string()];
            for series in self.series(&self.table.series) {
                let points = series.points();
                let least = points.iter().min_by_key(|point| point.team_size());
                let point = points.iter().find(|point| point.team_size() == Some(team));
                for phase in self.phases() {
                    let time = |point: Option<&Point>| self.seconds(series, *point?, phase);
                    let seconds = time(point);
                    let speedup = time(least).zip(seconds).map(|(least, seconds)| least / seconds);
                    row.push(shown(seconds));
                    row.push(speedup.map_or(String::new(), units::ratio));
                }
            }
            row
        };
        Cells { title: self.table.title.clone(), header, rows: all.into_iter().map(row).collect() }
    }

    fn matrices(&self) -> Vec<Cells> {
        let mut made = Vec::new();
        for phase in self.phases() {
            for printed in self.printed() {
                let Figures::Rows(values) = &printed.values else { continue };
                let value = |row: usize, column: usize| values.get(row)?.get(column).copied();
                made.push(self.matrix(&printed.label, phase, &printed.blocks, &printed.threads, value));
            }
            for series in self.series(&self.table.series) {
                let value = |row: usize, column: usize| {
                    let team = Some((*series.blocks.get(row)?, *series.threads.get(column)?));
                    self.seconds(series, Point { size: *series.sizes.first()?, team }, phase)
                };
                // In small there may be no teams left.
                if series.threads.is_empty() {
                    continue;
                }
                made.push(self.matrix(&series.label, phase, &series.blocks, &series.threads, value));
            }
        }
        made
    }

    fn matrix(
        &self,
        label: &str,
        phase: &str,
        blocks: &[u64],
        threads: &[u64],
        value: impl Fn(usize, usize) -> Option<f64>,
    ) -> Cells {
        let mut header = vec!["blocks".to_owned()];
        header.extend(threads.iter().map(|threads| format!("{threads} threads")));
        let row = |(row, blocks): (usize, &u64)| {
            let cells = (0..threads.len()).map(|column| shown(value(row, column)));
            std::iter::once(blocks.to_string()).chain(cells).collect()
        };
        let title = format!("{}: {label}, {phase}", self.table.title);
        Cells { title, header, rows: blocks.iter().enumerate().map(row).collect() }
    }

    fn list(&self) -> Cells {
        let phases = self.phases();
        let over = self.table.over.as_ref().and_then(|id| self.plan.find(id));
        let mut header = vec![String::new()];
        for phase in phases {
            header.push(phase.clone());
            header.extend(over.map(|over| format!("× {}", over.label)));
        }
        let row = |label: String, times: &dyn Fn(&str) -> Option<f64>| {
            let mut row = vec![label];
            for phase in phases {
                let seconds = times(phase);
                row.push(shown(seconds));
                if let Some(over) = over {
                    let other = over.points().first().and_then(|point| self.seconds(over, *point, phase));
                    row.push(
                        seconds.zip(other).map_or(String::new(), |(own, other)| units::ratio(own / other)),
                    );
                }
            }
            row
        };
        let mut rows = Vec::new();
        for printed in self.printed() {
            for figure in &printed.rows {
                // It measured the region with its transfer.
                let seconds = |phase: &str| (phase == phases[0]).then_some(figure.seconds);
                let mut cells = vec![figure.label.clone()];
                for phase in phases {
                    cells.push(shown(seconds(phase)));
                    // On another machine: no ratio.
                    cells.extend(over.map(|_| String::new()));
                }
                rows.push(cells);
            }
        }
        for series in self.series(&self.table.best) {
            let timed = series.points().into_iter();
            let timed = timed.filter_map(|point| Some((point, self.seconds(series, point, &phases[0])?)));
            let Some((best, _)) = timed.min_by(|(_, one), (_, other)| one.total_cmp(other)) else { continue };
            let team = best
                .team
                .map_or(String::new(), |(blocks, threads)| format!(", {blocks} blocks of {threads}"));
            rows.push(row(format!("{}{team}", series.label), &|phase| self.seconds(series, best, phase)));
        }
        for series in self.series(&self.table.series) {
            let point = series.points().first().copied();
            rows.push(row(series.label.clone(), &|phase| self.seconds(series, point?, phase)));
        }
        Cells { title: self.table.title.clone(), header, rows }
    }
}

fn shown(seconds: Option<f64>) -> String {
    seconds.map_or(String::new(), units::time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapter9::plan::SAMPLE;

    /// As many microseconds as the size and the team say.
    fn measured() -> (Plan, Times) {
        let plan = Plan::parse(SAMPLE).unwrap();
        let mut times = Times::default();
        for series in &plan.series {
            for point in series.points() {
                let seconds = point.size as f64 * 1e-6 / point.team_size().unwrap_or(1) as f64;
                // The thesis's runtime takes no more than one block here.
                if series.id == "matrix" && point.team == Some((2, 8)) {
                    continue;
                }
                times.set(series.run(&plan, point), "kernel", seconds);
                times.set(series.run(&plan, point), "with-transfer", seconds * 4.0);
            }
        }
        (plan, times)
    }

    fn of(id: &str) -> Vec<Cells> {
        let (plan, times) = measured();
        let table = plan.tables.iter().find(|table| table.id == id).unwrap();
        cells(&plan, table, &times)
    }

    #[test]
    fn shares_stand_beside_the_printed_ones() {
        let made = of("percent").remove(0);
        assert_eq!(made.header, ["size", "cuda, as it comes", "the thesis"]);
        assert_eq!(made.rows, [["2^10", "75.0", "42.8"], ["2^11", "75.0", "41.7"]]);
    }

    #[test]
    fn speedups_are_over_the_smallest_team() {
        let made = of("teams").remove(0);
        assert_eq!(made.rows[0], ["4", "512 µs", "1.00×"]);
        assert_eq!(made.rows[2], ["16", "128 µs", "4.00×"]);
    }

    #[test]
    fn a_matrix_leaves_out_what_was_refused() {
        let made = of("matrix");
        assert_eq!(made[0].rows[1], ["2", "970 ms", "1.02 s"]);
        assert_eq!(made[1].rows[1], ["2", "256 µs", ""]);
    }

    #[test]
    fn the_best_of_a_matrix_is_put_beside_others() {
        let made = of("host").remove(0);
        assert_eq!(made.header, ["", "kernel", "× cuda"]);
        assert_eq!(made.rows[0], ["the thesis's host", "120 ms", ""]);
        assert_eq!(made.rows[1], ["thesis, 1 blocks of 8", "256 µs", "0.50×"]);
        assert_eq!(made.rows[2], ["cuda", "512 µs", "1.00×"]);
    }
}

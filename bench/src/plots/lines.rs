//! Lines over two logarithmic axes.

use std::path::Path;

use anyhow::Result;
use plotters::prelude::*;

use super::{Area, Drawn, Entry, FONT, Mark, Plot, SMALL, TITLE, colour, with_legend};
use crate::units;

#[derive(Clone, Debug)]
pub struct Lines {
    pub title: String,
    pub x: String,
    pub y: String,
    pub lines: Vec<Line>,
}

#[derive(Clone, Debug)]
pub struct Line {
    pub label: String,
    /// Which of the colours.
    pub colour: usize,
    pub dashed: bool,
    /// From left to right; all positive.
    pub points: Vec<(f64, f64)>,
}

impl Lines {
    /// Writes `STEM.png` and `STEM.svg`, if there is a point to show.
    pub fn write(&self, folder: &Path, stem: &str) -> Result<()> {
        match self.points().next() {
            Some(_) => super::write(self, folder, stem),
            None => Ok(()),
        }
    }

    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        self.lines.iter().flat_map(|line| line.points.iter().copied())
    }
}

impl Line {
    fn entry(&self) -> Entry<'_> {
        let mark = if self.dashed { Mark::Dashes } else { Mark::Line };
        Entry { label: &self.label, colour: colour(self.colour), mark }
    }
}

/// From below the least to above the greatest.
fn range(values: impl Iterator<Item = f64>, margin: f64) -> std::ops::Range<f64> {
    let (least, most) =
        values.fold((f64::INFINITY, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
    least / margin..most * margin
}

impl Plot for Lines {
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let x = range(self.points().map(|(x, _)| x), 1.15);
        let y = range(self.points().map(|(_, y)| y), 1.6);
        let entries: Vec<Entry> = self.lines.iter().map(Line::entry).collect();
        let area = with_legend(area, &entries)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, (FONT, TITLE))
            .margin(12)
            .margin_right(20)
            .x_label_area_size(48)
            .y_label_area_size(84)
            .build_cartesian_2d(x.log_scale().base(2.0), y.log_scale())?;
        chart
            .configure_mesh()
            .label_style((FONT, SMALL))
            .x_desc(&*self.x)
            .y_desc(&*self.y)
            .x_label_formatter(&|x| units::size(x.round() as u64))
            .y_label_formatter(&|y| units::time(*y))
            .light_line_style(RGBColor(238, 238, 238))
            .draw()?;
        for line in &self.lines {
            let style = colour(line.colour).stroke_width(2);
            let points = line.points.iter().copied();
            if line.dashed {
                chart.draw_series(DashedLineSeries::new(points.clone(), 7, 5, style))?;
            } else {
                chart.draw_series(LineSeries::new(points.clone(), style))?;
            }
            chart.draw_series(points.map(|point| Circle::new(point, 3, style.filled())))?;
        }
        Ok(())
    }
}

//! Bars that grow up and down from 1, on a logarithmic axis: a ratio and its inverse are as high as each other.

use std::path::Path;

use anyhow::Result;
use plotters::prelude::*;

use super::{Area, Drawn, Entry, FONT, Mark, Plot, SMALL, TITLE, colour, with_legend};
use crate::units;

#[derive(Clone, Debug)]
pub struct Bars {
    pub title: String,
    pub y: String,
    /// What each bar of a group stands for, and which of the colours it has.
    pub series: Vec<(String, usize)>,
    pub groups: Vec<Group>,
    /// A line that bars should stay below.
    pub limit: Option<f64>,
}

#[derive(Clone, Debug)]
pub struct Group {
    pub label: String,
    /// One for each of the series.
    pub values: Vec<Option<f64>>,
}

impl Bars {
    /// Writes `STEM.png` and `STEM.svg`, if there is a bar to show.
    pub fn write(&self, folder: &Path, stem: &str) -> Result<()> {
        match self.values().next() {
            Some(_) => super::write(self, folder, stem),
            None => Ok(()),
        }
    }

    fn values(&self) -> impl Iterator<Item = f64> {
        self.groups.iter().flat_map(|group| group.values.iter().flatten().copied())
    }
}

impl Plot for Bars {
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let least = self.values().fold(0.8, f64::min) / 1.25;
        let most = self.values().chain(self.limit).fold(1.25, f64::max) * 1.5;
        let series = self.series.iter();
        let entries: Vec<Entry> =
            series.map(|(label, number)| Entry { label, colour: colour(*number), mark: Mark::Box }).collect();
        let area = with_legend(area, &entries)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, (FONT, TITLE))
            .margin(12)
            .x_label_area_size(110)
            .y_label_area_size(84)
            .build_cartesian_2d(0.0..self.groups.len() as f64, (least..most).log_scale())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .label_style((FONT, SMALL))
            .y_desc(&*self.y)
            .y_label_formatter(&|ratio| units::ratio(*ratio))
            .light_line_style(RGBColor(238, 238, 238))
            .draw()?;
        let width = 0.8 / self.series.len() as f64;
        for (index, (_, number)) in self.series.iter().enumerate() {
            let fill = colour(*number).filled();
            let bars = self.groups.iter().enumerate().filter_map(|(group, Group { values, .. })| {
                let left = group as f64 + 0.1 + width * index as f64;
                Some(Rectangle::new([(left, 1.0), (left + width * 0.92, (*values.get(index)?)?)], fill))
            });
            chart.draw_series(bars)?;
        }
        let across = |ratio: f64| [(0.0, ratio), (self.groups.len() as f64, ratio)];
        chart.draw_series(LineSeries::new(across(1.0), BLACK.stroke_width(1)))?;
        if let Some(limit) = self.limit {
            chart.draw_series(DashedLineSeries::new(across(limit), 6, 5, RED.stroke_width(1)))?;
        }
        // The groups' names may be long, so they are written upright.
        let style = TextStyle::from((FONT, SMALL)).transform(FontTransform::Rotate90);
        for (group, Group { label, .. }) in self.groups.iter().enumerate() {
            let (x, y) = chart.backend_coord(&(group as f64 + 0.5, least));
            area.draw(&Text::new(label.clone(), (x + SMALL / 2, y + 6), style.clone()))?;
        }
        Ok(())
    }
}

//! Plots, as PNG and as SVG: lines over two logarithmic axes, and bars around 1.
//!
//! Text is measured and drawn by a font that the program carries, so that no library of the system is needed.

mod bars;
mod lines;

use std::path::Path;
use std::sync::Once;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

pub use bars::{Bars, Group};
pub use lines::{Line, Lines};

type Area<'a, B> = DrawingArea<B, Shift>;
type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Something that can be drawn by any backend.
trait Plot {
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B>;
}

const SIZE: (u32, u32) = (1280, 640);
/// What the legend takes of the width, on the right.
const LEGEND: u32 = 300;
const FONT: &str = "sans-serif";
const SMALL: i32 = 15;
const TITLE: i32 = 20;

/// Writes `STEM.png` and `STEM.svg`.
fn write(plot: &impl Plot, folder: &Path, stem: &str) -> Result<()> {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        let font = plotters::style::register_font(FONT, FontStyle::Normal, dejavu::sans::regular());
        assert!(font.is_ok(), "the font is a font");
    });
    let file = |ending: &str| folder.join(format!("{stem}.{ending}"));
    fn finish<B: DrawingBackend>(plot: &impl Plot, backend: B, file: &Path) -> Result<()> {
        let area = backend.into_drawing_area();
        let drawn = area.fill(&WHITE).and_then(|()| plot.draw(&area)).and_then(|()| area.present());
        drawn.map_err(|cause| anyhow!("cannot draw {}: {cause}", file.display()))
    }
    let (png, svg) = (file("png"), file("svg"));
    finish(plot, BitMapBackend::new(&png, SIZE), &png)?;
    finish(plot, SVGBackend::new(&svg, SIZE), &svg)
}

/// An entry of the legend.
struct Entry<'a> {
    label: &'a str,
    colour: RGBColor,
    mark: Mark,
}

enum Mark {
    Line,
    Dashes,
    Box,
}

/// Divides what is to be drawn on, and draws the legend on the right, where it hides nothing.
fn with_legend<B: DrawingBackend>(
    area: &Area<B>,
    entries: &[Entry],
) -> Result<DrawingArea<B, Shift>, DrawingAreaErrorKind<B::ErrorType>> {
    let (chart, legend) = area.split_horizontally(SIZE.0 - LEGEND);
    let text = TextStyle::from((FONT, SMALL));
    for (number, Entry { label, colour, mark }) in entries.iter().enumerate() {
        let y = 60 + number as i32 * (SMALL + 8);
        let line = |from: i32, to: i32| PathElement::new([(from, y), (to, y)], colour.stroke_width(3));
        match mark {
            Mark::Line => legend.draw(&line(0, 26))?,
            Mark::Dashes => {
                legend.draw(&line(0, 10))?;
                legend.draw(&line(16, 26))?;
            }
            Mark::Box => legend.draw(&Rectangle::new([(4, y - 6), (22, y + 6)], colour.filled()))?,
        }
        legend.draw(&Text::new((*label).to_owned(), (34, y - SMALL / 2), text.clone()))?;
    }
    Ok(chart)
}

/// Colours that are told apart also by those who see few.
fn colour(index: usize) -> RGBColor {
    const COLOURS: [RGBColor; 8] = [
        RGBColor(0, 0, 0),
        RGBColor(213, 94, 0),
        RGBColor(0, 114, 178),
        RGBColor(0, 158, 115),
        RGBColor(204, 121, 167),
        RGBColor(140, 140, 140),
        RGBColor(230, 159, 0),
        RGBColor(86, 180, 233),
    ];
    COLOURS[index % COLOURS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn are_written_in_both_formats() {
        let folder = tempfile::tempdir().unwrap();
        let lines = Lines {
            title: "vector_add".into(),
            x: "size".into(),
            y: "seconds".into(),
            lines: vec![
                Line {
                    label: "cuda".into(),
                    colour: 0,
                    dashed: false,
                    points: vec![(1e3, 1e-6), (1e6, 1e-4)],
                },
                Line { label: "one point".into(), colour: 1, dashed: true, points: vec![(1e4, 1e-5)] },
            ],
        };
        lines.write(folder.path(), "lines").unwrap();
        let bars = Bars {
            title: "ratios".into(),
            y: "of cuda".into(),
            series: vec![("gpump".into(), 1), ("gcc".into(), 5)],
            groups: vec![Group { label: "vector_add".into(), values: vec![Some(0.9), None] }],
            limit: Some(1.2),
        };
        bars.write(folder.path(), "bars").unwrap();
        for stem in ["lines", "bars"] {
            let svg = std::fs::read_to_string(folder.path().join(format!("{stem}.svg"))).unwrap();
            assert!(svg.contains("</svg>") && svg.contains("vector_add"), "{svg}");
            let png = std::fs::read(folder.path().join(format!("{stem}.png"))).unwrap();
            assert_eq!(&png[1..4], b"PNG");
            assert!(png.len() > 3000, "{} bytes are no picture", png.len());
        }
    }

    #[test]
    fn nothing_to_show_is_no_plot() {
        let folder = tempfile::tempdir().unwrap();
        let lines = Lines { title: "none".into(), x: String::new(), y: String::new(), lines: vec![] };
        lines.write(folder.path(), "lines").unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

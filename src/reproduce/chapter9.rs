//! Chapter 9: the figures that the thesis prints, beside what was measured here and by `scripts/gpu-bench`.

use std::fmt::Write as _;

use pulldown_cmark::{Options, Parser, html};

use crate::source::quoted::html as html_text;

/// The table of section 9.4, seconds for 2^24 elements, by blocks and threads in each.
const MATRIX: [(&str, [&str; 4]); 3] = [
    ("4 blocks", ["1.23", "1.05", "1.24", "1.22"]),
    ("8 blocks", ["0.97", "1.02", "1.21", "1.22"]),
    ("16 blocks", ["0.99", "1.00", "1.20", "1.14"]),
];

/// The share of copying, in percent of the time, by the logarithm of the number of elements: beside Figure 9.1.
const COPYING: [(u32, &str); 6] =
    [(20, "42.8"), (21, "41.7"), (22, "30.8"), (23, "20.0"), (24, "9.0"), (25, "2.6")];

/// Seconds of the host with two threads, 2^24 elements (9.4), and of the thesis's translator (9.6).
const HOST: f64 = 0.12;
const TRANSLATION: f64 = 0.28;

/// What was measured on the machine that makes the page.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Seconds from the start to the end of a translation of Appendix C.
    pub translation: f64,
    /// Why not, where there are none.
    pub host: Result<Host, String>,
}

/// The chapter's program, built by a C compiler with OpenMP.
#[derive(Clone, Debug)]
pub struct Host {
    pub compiler: String,
    /// The logarithm of the number of elements, and seconds with two threads.
    pub seconds: Vec<(u32, f64)>,
}

/// What `scripts/gpu-bench` has written.
#[derive(Clone, Debug, Default)]
pub struct Benchmark {
    /// Markdown.
    pub tables: Vec<String>,
    /// SVG.
    pub plots: Vec<String>,
}

impl Measured {
    /// The sizes of Figure 9.1.
    pub fn sizes() -> impl Iterator<Item = u32> {
        COPYING.into_iter().map(|(size, _)| size)
    }
}

/// The chapter's part of the page.
pub fn section(measured: Option<&Measured>, benchmark: Option<&Benchmark>) -> String {
    let mut page = "<h2 id=chapter9>Chapter 9</h2>\n<p>What the thesis measured on a GeForce 8600 GTS and a host of two cores, as far as it \
         is printed in numbers, and what of it can be had here.</p>\n"
        .to_owned();
    page.push_str("<h3>Figure 9.1: copying, percent of the time</h3>\n<table>\n<tr><th>elements");
    for (size, _) in COPYING {
        let _ = write!(page, "<th>{}", power(size));
    }
    page.push_str("\n<tr><th>percent");
    for (_, percent) in COPYING {
        let _ = write!(page, "<td>{percent}");
    }
    page.push_str("\n</table>\n<h3>9.4: seconds for 2<sup>24</sup> elements</h3>\n<table>\n<tr><th>threads in each block<th>8<th>16<th>32<th>64\n");
    for (blocks, seconds) in MATRIX {
        let _ = writeln!(page, "<tr><th>{blocks}<td>{}", seconds.join("<td>"));
    }
    page.push_str("</table>\n");
    if let Some(measured) = measured {
        of_this_machine(measured, &mut page);
    }
    match benchmark {
        Some(benchmark) => of_the_benchmark(benchmark, &mut page),
        None => page.push_str(
            "<p><code>scripts/gpu-bench chapter9</code> makes the same runs with both dialects on a device of today, and \
             <code>scripts/gpu-bench --count loop_example</code> counts in a simulator what the kernels do; <code>gpump reproduce \
             --measured DIR</code> shows here what they wrote.</p>\n",
        ),
    }
    page
}

fn of_this_machine(measured: &Measured, page: &mut String) {
    page.push_str("<h3>9.4: the host, with two threads</h3>\n");
    match &measured.host {
        Ok(host) => {
            let _ = writeln!(
                page,
                "<p>Seconds for the region, built by <code>{} -O2 -fopenmp</code> on the machine that made this page: the median of five.</p>\n\
                 <table>\n<tr><th>elements<th>here<th>thesis",
                html_text(&host.compiler)
            );
            for &(size, seconds) in &host.seconds {
                let printed = if size == 24 { format!("{HOST}") } else { String::new() };
                let _ = writeln!(page, "<tr><td>{}<td>{seconds:.4}<td>{printed}", power(size));
            }
            page.push_str("</table>\n");
            plot(&host.seconds, page);
        }
        Err(reason) => {
            let _ = writeln!(page, "<p>It was not measured: {}.</p>", html_text(reason));
        }
    }
    let _ = writeln!(
        page,
        "<h3>9.6: the translator</h3>\n<p>Seconds from the start to the end of a translation of Appendix C: \
         thesis {TRANSLATION}, here {:.3}.</p>",
        measured.translation
    );
}

/// Seconds against elements, both axes logarithmic, and the one figure that is printed.
fn plot(seconds: &[(u32, f64)], page: &mut String) {
    const WIDTH: f64 = 480.0;
    const HEIGHT: f64 = 240.0;
    const MARGIN: f64 = 60.0;
    let values = seconds.iter().map(|(_, seconds)| *seconds).chain([HOST]).map(f64::log10);
    let (low, high) = values
        .fold((0.0, f64::MIN), |(low, high): (f64, f64), value| (low.min(value.floor()), high.max(value)));
    let sizes: Vec<u32> = Measured::sizes().collect();
    let (first, last) = (f64::from(sizes[0]), f64::from(sizes[sizes.len() - 1]));
    let x = |size: u32| MARGIN + (f64::from(size) - first) / (last - first) * WIDTH;
    let y = |seconds: f64| 20.0 + (high.ceil() - seconds.log10()) / (high.ceil() - low) * HEIGHT;
    let _ = writeln!(
        page,
        "<svg class=measured viewBox=\"0 0 {} {}\" role=img aria-label=\"Seconds against elements\">",
        WIDTH + 2.0 * MARGIN,
        HEIGHT + 60.0
    );
    for size in sizes {
        let _ = writeln!(
            page,
            "<text x={:.1} y={} text-anchor=middle>2<tspan dy=-5 font-size=9>{size}</tspan></text>",
            x(size),
            HEIGHT + 45.0
        );
    }
    for power in low as i32..=high.ceil() as i32 {
        let at = y(10f64.powi(power));
        let _ = writeln!(
            page,
            "<line x1={MARGIN} x2={} y1={at:.1} y2={at:.1} /><text x={} y={:.1} text-anchor=end>{} s</text>",
            MARGIN + WIDTH,
            MARGIN - 8.0,
            at + 4.0,
            10f64.powi(power)
        );
    }
    let points: Vec<String> =
        seconds.iter().map(|&(size, seconds)| format!("{:.1},{:.1}", x(size), y(seconds))).collect();
    let _ = writeln!(
        page,
        "<polyline points=\"{}\" /><circle cx={:.1} cy={:.1} r=4 /><text x={:.1} y={:.1} text-anchor=middle>thesis</text>\n</svg>",
        points.join(" "),
        x(24),
        y(HOST),
        x(24),
        y(HOST) - 9.0
    );
}

fn of_the_benchmark(benchmark: &Benchmark, page: &mut String) {
    page.push_str("<h3>What <code>scripts/gpu-bench</code> measured</h3>\n");
    for tables in &benchmark.tables {
        html::push_html(page, Parser::new_ext(tables, Options::ENABLE_TABLES));
    }
    for plot in &benchmark.plots {
        // Behind the prolog of an XML file.
        page.push_str(&plot[plot.find("<svg").unwrap_or(0)..]);
        page.push('\n');
    }
}

fn power(size: u32) -> String {
    format!("2<sup>{size}</sup>")
}

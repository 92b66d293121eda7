//! The page: one HTML file with its styles, which needs nothing besides.

use std::fmt::Write as _;

use super::Reproduced;
use super::chapter9::{self, Benchmark, Measured};
use super::text::{Mark, Token};
use crate::source::quoted::html as html_text;

const STYLE: &str = include_str!("page.css");

const INTRODUCTION: &str = "\
Each listing of the thesis (P. Keir, Edinburgh, 2007) beside what <code>gpump --dialect thesis</code> writes today. \
<span class=same>Tokens that are the same</span> are green, whatever blanks stand between them; what \
<span class=left-out>the author left out</span> of his listings, the chunk loop of Appendix D, is grey; \
<span class=other>tokens that differ</span> are red, and the remarks say why.";

const WITHOUT_THESIS: &str = "\
The thesis's own text is not at hand: <code>--reference DIR</code> names the folder with its listings. What gpump writes is held to \
digests of the printed tokens.";

/// The page of all listings.
pub fn html(all: &[Reproduced], measured: Option<&Measured>, benchmark: Option<&Benchmark>) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport content=\"width=device-width\">\n\
         <title>The thesis's listings, reproduced</title>\n<style>\n{STYLE}</style>\n<h1>The thesis's listings, reproduced</h1>\n\
         <p>{INTRODUCTION}</p>\n"
    );
    if all.iter().all(|one| one.printed.is_none()) {
        let _ = writeln!(page, "<p>{WITHOUT_THESIS}</p>");
    }
    contents(all, &mut page);
    for one in all {
        section(one, &mut page);
    }
    page.push_str(&chapter9::section(measured, benchmark));
    page
}

fn contents(all: &[Reproduced], page: &mut String) {
    page.push_str("<table>\n<tr><th>listing<th>printed in<th>the tokens are the thesis's\n");
    for one in all {
        let (name, place) = (html_text(one.listing.name), html_text(one.listing.place));
        let (class, words) = verdict(one);
        let _ = writeln!(page, "<tr><td><a href=\"#{name}\">{name}</a><td>{place}<td class={class}>{words}");
    }
    page.push_str("</table>\n");
}

fn verdict(one: &Reproduced) -> (&'static str, &'static str) {
    match (one.agrees(), &one.comparison) {
        (Some(true), _) => ("yes", "all of them"),
        (Some(false), _) => ("no", "not all of them"),
        (None, Some(_)) => ("where", "but for what the remarks name"),
        (None, None) => ("where", "not compared: what counts is what the programs print"),
    }
}

fn section(one: &Reproduced, page: &mut String) {
    let (name, place) = (html_text(one.listing.name), html_text(one.listing.place));
    let _ = writeln!(page, "<h2 id=\"{name}\">{name}</h2>\n<p class=where>{place}</p>");
    for remark in one.listing.remarks() {
        let _ = writeln!(page, "<p>{}</p>", inline(remark));
    }
    if let (Some(printed), Some(ours)) = (one.listing.digest(), &one.digest) {
        let class = if printed == ours { "yes" } else { "no" };
        let _ = writeln!(
            page,
            "<p class=digest>SHA-256 of the printed tokens {printed}<br><span class={class}>of ours {ours}</span></p>"
        );
    }
    page.push_str("<div class=beside>\n");
    if let Some(printed) = &one.printed {
        let tokens = one.comparison.as_ref().map(|found| found.printed.as_slice());
        column("printed", printed, tokens, page);
    }
    let tokens = one.comparison.as_ref().map(|found| found.ours.as_slice());
    column("reproduced", &one.ours, tokens, page);
    page.push_str("</div>\n");
}

fn column(heading: &str, text: &str, tokens: Option<&[(Token, Mark)]>, page: &mut String) {
    let _ = write!(page, "<div><h3>{heading}</h3><pre>");
    let mut done = 0;
    for (token, mark) in tokens.unwrap_or_default() {
        let class = match mark {
            Mark::Same => "same",
            Mark::LeftOut => "left-out",
            Mark::Other => "other",
        };
        page.push_str(&html_text(&text[done..token.span.start]));
        let _ = write!(page, "<span class={class}>{}</span>", html_text(&text[token.span.clone()]));
        done = token.span.end;
    }
    let _ = writeln!(page, "{}</pre></div>", html_text(text[done..].trim_end()));
}

/// Markdown in a line, of which remarks have no more than code.
fn inline(markdown: &str) -> String {
    let pieces = markdown.split('`').enumerate();
    let shown = pieces.map(|(at, piece)| match at % 2 {
        0 => html_text(piece),
        _ => format!("<code>{}</code>", html_text(piece)),
    });
    shown.collect()
}

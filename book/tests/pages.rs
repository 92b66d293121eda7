//! The book as a whole: its links lead somewhere, its headings are in order, its pictures can be
//! read by everybody, and the one that a program makes is what the program makes.

mod support;

use std::collections::BTreeSet;
use std::fs;

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};
use support::{Shell, events, name, pages, read, renews, root};

/// The headings of a page: level and text.
fn headings(page: &str) -> Vec<(HeadingLevel, String)> {
    let mut found: Vec<(HeadingLevel, String)> = Vec::new();
    let mut inside = false;
    for (event, _) in events(page) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                found.push((level, String::new()));
                inside = true;
            }
            Event::End(TagEnd::Heading(_)) => inside = false,
            Event::Text(text) | Event::Code(text) if inside => {
                found.last_mut().expect("the heading has begun").1.push_str(&text);
            }
            _ => {}
        }
    }
    found
}

/// The name that mdBook gives a heading's place.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[test]
fn links_lead_somewhere() {
    for page in pages() {
        let text = read(&page);
        for (event, _) in events(&text) {
            let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
            let place = format!("{}: {dest_url}", name(&page));
            assert!(!dest_url.contains("://"), "{place}: the book is read without a network");
            let (file, heading) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(
                target.is_file() && target.extension().is_some_and(|it| it == "md"),
                "{place}: no such page"
            );
            let all = headings(&read(&target));
            assert!(
                heading.is_empty() || all.iter().any(|(_, text)| anchor(text) == heading),
                "{place}: no such heading"
            );
        }
    }
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = read(&root().join("book/src/SUMMARY.md"));
    let linked: BTreeSet<String> = events(&summary)
        .filter_map(|(event, _)| match event {
            Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.to_string()),
            _ => None,
        })
        .collect();
    let there: BTreeSet<String> =
        pages().iter().map(|page| name(page)).filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(linked, there);
}

#[test]
fn headings_are_in_order() {
    // The summary's headings are the book's parts.
    for page in pages().iter().filter(|page| name(page) != "SUMMARY.md") {
        let all = headings(&read(page));
        let levels: Vec<u32> = all.iter().map(|(level, _)| *level as u32).collect();
        assert_eq!(levels.first(), Some(&1), "{}: the first heading is the page's title", name(page));
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{}: one title", name(page));
        for pair in levels.windows(2) {
            assert!(pair[1] <= pair[0] + 1, "{}: a level of headings is left out", name(page));
        }
    }
}

#[test]
fn every_chapter_has_exercises_and_every_exercise_a_chapter() {
    let mut named = BTreeSet::new();
    for page in pages().iter().filter(|page| name(page).starts_with(|c: char| c.is_ascii_digit())) {
        let text = read(page);
        let (_, exercises) = text.split_once("\n## Exercises\n").unwrap_or_else(|| panic!("{}", name(page)));
        let count = exercises.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
        assert!((2..=4).contains(&count), "{}: {count} exercises", name(page));
        named.extend(
            exercises
                .split("`book/exercises/check ")
                .skip(1)
                .filter_map(|rest| rest.split('`').next())
                .map(str::to_owned),
        );
    }
    let entries = fs::read_dir(root().join("book/exercises")).expect("the exercises").flatten();
    let there: BTreeSet<String> = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(named, there);
}

#[test]
fn the_parse_tree_is_the_parsers() {
    let output = Shell::new().run("book/try picture 'int x = 9;'");
    assert!(output.status.success(), "{output:?}");
    let picture = String::from_utf8(output.stdout).expect("text");
    let path = root().join("book/src/pictures/tree.svg");
    if renews() {
        fs::write(&path, &picture).expect("the picture can be written");
    }
    assert_eq!(read(&path), picture, "GPUMP_RENEW=1 makes the picture anew");
}

#[test]
fn pictures_can_be_read_by_everybody() {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(root().join("book/src/pictures")).expect("the pictures").flatten() {
        let svg = read(&entry.path());
        let place = entry.path().display().to_string();
        assert!(svg.starts_with("<svg class=\"picture\" role=\"img\" aria-labelledby=\""), "{place}");
        for part in ["<title id=\"", "<desc id=\"", "viewBox=\""] {
            assert!(svg.contains(part), "{place}: no {part}");
        }
        let labels = svg.split("aria-labelledby=\"").nth(1).and_then(|rest| rest.split('"').next());
        for label in labels.unwrap_or_default().split(' ') {
            assert!(svg.contains(&format!("id=\"{label}\"")), "{place}: nothing is called {label}");
            assert!(names.insert(label.to_owned()), "{place}: another picture has {label}");
        }
        // An empty line would end the picture, as far as Markdown is concerned.
        assert!(svg.lines().all(|line| !line.trim().is_empty()), "{place}: an empty line");
        // The page's theme gives the colours.
        for fixed in ["fill=\"#", "stroke=\"#", "rgb(", "style="] {
            assert!(!svg.contains(fixed), "{place}: {fixed} is a colour for one theme");
        }
    }
}

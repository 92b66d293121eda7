//! Every block of code in the book is true. It is one of these:
//!
//! - a block that includes a file, or a part of it: the file is there, and so is the part;
//! - a block `console`: each line that begins with `$ ` is run, and prints what stands below it;
//!   under a comment `<!-- fails -->` the last command has to fail;
//! - a block under a comment `<!-- from FILE -->`: its lines stand in that file as they are;
//! - a block under a comment `<!-- output of COMMAND -->`: it is what the command prints.
//!
//! `GPUMP_RENEW=1 cargo test --package gpump-book --test listings` writes anew what
//! commands print.

mod support;

use std::fs;
use std::path::Path;

use support::{Block, Shell, blocks, name, pages, read, renews, root};

/// What a command prints, to both of its streams.
fn output(shell: &Shell, command: &str, may_fail: bool, place: &str) -> String {
    let output = shell.run(command);
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(
        output.status.success(),
        !may_fail,
        "{place}: `{command}` ends with {}\n{text}",
        output.status
    );
    text
}

/// A console as it should be: its commands, each with what it prints.
fn console(shell: &Shell, block: &Block, place: &str) -> String {
    let fails = block.comment.as_deref() == Some("fails");
    let commands: Vec<&str> = block.text.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    assert!(!commands.is_empty(), "{place}: a console without a command");
    let mut text = String::new();
    for (at, command) in commands.iter().enumerate() {
        let printed = output(shell, command, fails && at + 1 == commands.len(), place);
        let end = if printed.is_empty() || printed.ends_with('\n') { "" } else { "\n" };
        text.push_str(&format!("$ {command}\n{printed}{end}"));
    }
    text
}

/// The part of a file between `ANCHOR: name` and `ANCHOR_END: name`, or all of it.
fn included(page: &Path, included: &str, place: &str) -> String {
    let (path, anchor) =
        included.split_once(':').map_or((included, None), |(path, anchor)| (path, Some(anchor)));
    let text = read(&page.parent().expect("a folder").join(path));
    let Some(anchor) = anchor else { return text };
    let begin = format!("ANCHOR: {anchor}");
    let end = format!("ANCHOR_END: {anchor}");
    let lines = text.lines().skip_while(|line| !line.ends_with(&begin)).skip(1);
    let part: Vec<&str> = lines.take_while(|line| !line.ends_with(&end)).collect();
    assert!(!part.is_empty() && text.contains(&end), "{place}: no part {anchor} in {path}");
    part.join("\n")
}

/// The file that a line of a page includes.
fn include(line: &str) -> Option<&str> {
    Some(line.trim().strip_prefix("{{#include ")?.strip_suffix("}}")?.trim())
}

/// Checks the blocks of a page, or writes anew what its commands print.
fn check(page: &Path) {
    let mut text = read(page);
    let shell = Shell::new();
    let mut renewed = Vec::new();
    for block in blocks(&text) {
        let place = format!("{}:{}", name(page), block.line);
        let should = if block.text.lines().any(|line| include(line).is_some()) {
            for line in block.text.lines() {
                let file = include(line).unwrap_or_else(|| panic!("{place}: `{line}` is not included"));
                included(page, file, &place);
            }
            continue;
        } else if block.language == "console" {
            console(&shell, &block, &place)
        } else if let Some(file) = block.comment.as_deref().and_then(|said| said.strip_prefix("from ")) {
            let whole = read(&root().join(file));
            assert!(whole.contains(block.text.trim_end()), "{place}: this is not in {file}\n{}", block.text);
            continue;
        } else if let Some(command) =
            block.comment.as_deref().and_then(|said| said.strip_prefix("output of "))
        {
            output(&shell, command, false, &place)
        } else {
            panic!("{place}: nobody checks this block\n{}", block.text);
        };
        assert!(!should.is_empty(), "{place}: the command prints nothing");
        if renews() {
            renewed.push((block.range, should));
        } else {
            assert_eq!(block.text, should, "{place}: GPUMP_RENEW=1 writes what the command prints");
        }
    }
    for (range, should) in renewed.into_iter().rev() {
        text.replace_range(range, &should);
    }
    if renews() {
        fs::write(page, text).expect("the page can be written");
    }
}

#[test]
fn every_block_of_code_is_true() {
    // All pages are looked at, so that one run tells of each that is not true any more. A few at a
    // time: their programs have threads of their own.
    let pages = pages();
    let mut wrong = Vec::new();
    for some in pages.chunks(3) {
        std::thread::scope(|scope| {
            let checks: Vec<_> = some.iter().map(|page| (page, scope.spawn(|| check(page)))).collect();
            for (page, check) in checks {
                if check.join().is_err() {
                    wrong.push(name(page));
                }
            }
        });
    }
    assert!(wrong.is_empty(), "not true: {}", wrong.join(", "));
}

#[test]
fn a_block_that_nobody_checks_is_found() {
    let page = "Text.\n\n<!-- from a.c -->\n\n```c\nint x;\n```\n\n```c\nint y;\n```\n\n    int z;\n";
    let found = blocks(page);
    let seen: Vec<(&str, &str, Option<&str>)> = found
        .iter()
        .map(|block| (block.language.as_str(), block.text.as_str(), block.comment.as_deref()))
        .collect();
    assert_eq!(
        seen,
        [("c", "int x;\n", Some("from a.c")), ("c", "int y;\n", None), ("", "int z;\n", None)],
        "a comment belongs to one block, and an indented block is one, too"
    );
    assert_eq!(&page[found[1].range.clone()], "int y;\n");
}

#[test]
fn what_pages_include_outside_of_blocks_is_there() {
    for page in pages() {
        let text = read(&page);
        for (number, line) in text.lines().enumerate() {
            let place = format!("{}:{}", name(&page), number + 1);
            assert!(
                !line.contains("{{#") || include(line).is_some(),
                "{place}: an include has a line of its own"
            );
            if let Some(file) = include(line) {
                included(&page, file, &place);
            }
        }
    }
}

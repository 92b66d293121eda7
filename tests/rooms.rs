//! The order of `src`: a folder or file at its top uses only those below it in [`ROOMS`], and within a folder no files need one
//! another in a circle. So whoever reads one of them need not know what stands above.
//!
//! A folder's face, `mod.rs` or the file of its name, is left out within it: it offers what its files have, and they use what it
//! defines for all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// From the top. `main`, `cli`, `lsp` and `toolchain` are the program, the others the library; `lib` is what it offers.
const ROOMS: [&str; 19] = [
    "main",
    "cli",
    "lsp",
    "toolchain",
    "lib",
    "explain",
    "reproduce",
    "translator",
    "codegen",
    "dependence",
    "openmp",
    "c",
    "syntax",
    "preprocessor",
    "diff",
    "diagnostics",
    "source",
    "runtime",
    "rewrite",
];

/// The names of a module, from the top of the crate, which has none.
type Module = Vec<String>;

/// What a module uses: by a path from the top of the crate, and whether it offers it in turn.
type Use = (Vec<String>, bool);

/// What a module's text uses of the crate: in `use`, in braces, and in paths amid its code. Tests may look at anything.
fn uses(text: &str, module: &[String], is_module: &dyn Fn(&[String]) -> bool) -> Vec<Use> {
    let tokens: TokenStream = text.parse().expect("Rust");
    let mut found = Vec::new();
    read(tokens, module, is_module, &mut found);
    found
}

fn read(tokens: TokenStream, module: &[String], is_module: &dyn Fn(&[String]) -> bool, found: &mut Vec<Use>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let text = tokens[at].to_string();
        let is_relative = text == "use";
        at += usize::from(is_relative);
        match &tokens[at] {
            TokenTree::Group(group) if !is_left_out(&tokens[..at]) => {
                read(group.stream(), module, is_module, found);
            }
            TokenTree::Ident(name)
                if is_relative || ["crate", "super", "gpump"].contains(&&*name.to_string()) =>
            {
                let is_offered = is_relative
                    && at >= 2
                    && tokens[at - 2..].first().is_some_and(|before| {
                        before.to_string() == "pub" || before.to_string().starts_with('(')
                    });
                let mut paths = Vec::new();
                at = tree(&tokens, at, Vec::new(), &mut paths);
                let absolute = paths.into_iter().filter_map(|path| absolute(path, module, is_module));
                found.extend(absolute.map(|path| (path, is_offered)));
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Whether a group stands behind `pub`, or `#[cfg(test)] mod tests`.
fn is_left_out(before: &[TokenTree]) -> bool {
    let text: Vec<String> = before.iter().rev().take(4).map(ToString::to_string).collect();
    if text.first().is_some_and(|name| name == "pub") {
        return true;
    }
    matches!(&text[..], [name, keyword, attribute, ..] if name == "tests" && keyword == "mod" && attribute.contains("test"))
}

/// Reads the paths of a `use` from a name on; gives where they end.
fn tree(tokens: &[TokenTree], from: usize, mut path: Vec<String>, paths: &mut Vec<Vec<String>>) -> usize {
    let is_colon =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(colon)) if colon.as_char() == ':');
    let mut at = from;
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(name)) => path.push(name.to_string()),
            Some(TokenTree::Group(list)) if list.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = list.stream().into_iter().collect();
                let is_comma = |token: &TokenTree| token.to_string() == ",";
                for one in inner.split(is_comma).filter(|one| !one.is_empty()) {
                    tree(one, 0, path.clone(), paths);
                }
                return at + 1;
            }
            _ => break,
        }
        at += 1;
        if !(is_colon(at) && is_colon(at + 1)) {
            break;
        }
        at += 2;
    }
    paths.push(path);
    at
}

/// A path from the top of the crate; nothing for one into another crate.
fn absolute(
    path: Vec<String>,
    module: &[String],
    is_module: &dyn Fn(&[String]) -> bool,
) -> Option<Vec<String>> {
    let steps = path.iter().take_while(|name| *name == "super").count();
    let up = || module[..module.len().saturating_sub(steps)].to_vec();
    match path[0].as_str() {
        "crate" | "gpump" => Some(path[1..].to_vec()).filter(|path| !path.is_empty()),
        "super" => Some([up(), path[steps..].to_vec()].concat()),
        "self" => Some([module.to_vec(), path[1..].to_vec()].concat()),
        _ => Some([module.to_vec(), path].concat()).filter(|path| is_module(&path[..=module.len()])),
    }
}

/// The modules of `src`, each with what it uses of which others.
fn modules() -> BTreeMap<Module, BTreeSet<Module>> {
    let mut texts = BTreeMap::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &[], &mut texts);
    let is_module = |path: &[String]| texts.contains_key(path);
    let used: BTreeMap<&Module, Vec<Use>> =
        texts.iter().map(|(module, text)| (module, uses(text, module, &is_module))).collect();
    let offers = |module: &Module, name: &String| {
        let offered = used[module].iter().find(|(path, is_offered)| *is_offered && path.last() == Some(name));
        offered.map(|(path, _)| path.clone())
    };
    // Of the module that has what a path names, not of one that hands it on.
    let home = |path: &Vec<String>| {
        let mut path = path.clone();
        for _ in 0..8 {
            let length = (0..=path.len()).rev().find(|&length| texts.contains_key(&path[..length]))?;
            let module = path[..length].to_vec();
            match path.get(length).and_then(|name| offers(&module, name)).filter(|offered| *offered != path) {
                Some(offered) => path = [offered, path[length + 1..].to_vec()].concat(),
                // What is no module, but has a name of its own in the crate.
                None if length == 0 => return Some(path.into_iter().take(1).collect()),
                None => return Some(module),
            }
        }
        None
    };
    let homes = |uses: &Vec<Use>| uses.iter().filter_map(|(path, _)| home(path)).collect();
    used.iter().map(|(module, uses)| ((*module).clone(), homes(uses))).collect()
}

/// Files and their texts, by module; no tests, and not the parser, which a generator makes.
fn collect(folder: &Path, module: &[String], texts: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let is_other = name.ends_with("tests") || name == "generated";
        let inner = match (name.as_str(), module) {
            ("mod", _) | ("lib", []) => module.to_vec(),
            _ => [module, &[name]].concat(),
        };
        if path.is_dir() && !is_other {
            collect(&path, &inner, texts);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_other {
            texts.insert(inner, fs::read_to_string(&path).expect("a text"));
        }
    }
}

#[test]
fn imports_go_downhill() {
    let level = |room: &str| ROOMS.iter().position(|name| *name == room);
    let room = |module: &Module| module.first().map_or("lib", String::as_str).to_owned();
    let mut faults = Vec::new();
    for (module, used) in modules() {
        let own = room(&module);
        assert!(level(&own).is_some(), "`{own}` has no place in the list");
        for other in used {
            // What is no room is offered by `lib`.
            let other_room = Some(room(&other)).filter(|room| level(room).is_some()).unwrap_or("lib".into());
            let is_its_face =
                own == "lib" || other_room == "lib" && ["main", "cli", "lsp", "toolchain"].contains(&&*own);
            if level(&other_room) < level(&own) && !is_its_face {
                faults.push(format!("{} uses {}", module.join("::"), other.join("::")));
            }
        }
    }
    assert!(faults.is_empty(), "these import from above:\n{}", faults.join("\n"));
}

#[test]
fn no_files_of_a_folder_need_one_another() {
    // By folder: what each of its files and folders uses of the others.
    let mut folders: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (module, used) in modules() {
        for other in used {
            let shared = module.iter().zip(&other).take_while(|(one, other)| one == other).count();
            if let (1.., Some(one), Some(other)) = (shared, module.get(shared), other.get(shared)) {
                let folder = folders.entry(module[..shared].to_vec()).or_default();
                folder.entry(one.clone()).or_default().insert(other.clone());
            }
        }
    }
    let mut faults = Vec::new();
    for (folder, mut files) in folders {
        // What needs nothing that is left, and what nothing that is left needs, is in no circle; what stays in the end is in one,
        // or between two.
        while let Some(next) = {
            let needs_nothing = |used: &BTreeSet<String>| used.iter().all(|name| !files.contains_key(name));
            let is_needed = |name: &String| files.values().any(|used| used.contains(name));
            files
                .iter()
                .find(|(name, used)| needs_nothing(used) || !is_needed(name))
                .map(|(name, _)| name.clone())
        } {
            files.remove(&next);
        }
        let left: BTreeSet<String> = files.keys().cloned().collect();
        let lines = files.iter().map(|(name, used)| {
            let used: Vec<&str> = used.intersection(&left).map(String::as_str).collect();
            format!("{}::{name} uses {}", folder.join("::"), used.join(", "))
        });
        faults.extend(lines);
    }
    assert!(faults.is_empty(), "these are in circles:\n{}", faults.join("\n"));
}

#[test]
fn every_form_of_import_is_seen() {
    let text = "use crate::a::B; // crate::c\npub(super) use crate::{d::{e, f as F}, g};\nuse child::One;\nuse std::fmt;\n\
                fn h() { crate::i(); other::j(); println!(\"{}\", super::k::L); }\n#[cfg(test)]\nmod tests { use crate::m; }";
    let module = ["room", "file"].map(str::to_owned);
    let is_module = |path: &[String]| path.last().is_some_and(|name| name == "child");
    let found: Vec<(String, bool)> = uses(text, &module, &is_module)
        .into_iter()
        .map(|(path, is_offered)| (path.join("::"), is_offered))
        .collect();
    let expected = [
        ("a::B", false),
        ("d::e", true),
        ("d::f", true),
        ("g", true),
        ("room::file::child::One", false),
        ("i", false),
        ("room::k::L", false),
    ];
    assert_eq!(found, expected.map(|(path, is_offered)| (path.to_owned(), is_offered)));
}

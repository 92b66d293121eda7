//! `gpump-book`: runs the programs of the book. `book/try` calls it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use gpump_book::grammars::Grammar;
use gpump_book::{c_tree, decisions, mini, picture, rewriting, type_id};

/// The programs of the book "Build an OpenMP compiler".
#[derive(Parser)]
#[command(name = "gpump-book", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Chapter 1: the parse tree that a grammar makes of a text
    Tree { grammar: Grammar, text: String },
    /// Chapter 2: how many tokens each decision of a parser takes
    Decisions {
        /// A report that book/generate has written
        report: PathBuf,
    },
    /// Chapter 3: one name, which has to be a type
    TypeId {
        name: String,
        /// The names that are types
        #[arg(long, default_values = ["int", "char", "size_t"])]
        types: Vec<String>,
    },
    /// Chapter 3: a statement, in which a predicate is to tell types from names
    Types {
        statement: String,
        /// The names that are types
        #[arg(long, default_values = ["int", "char", "size_t"])]
        types: Vec<String>,
    },
    /// Chapter 4: the tokens of a file, hidden ones in parentheses
    Tokens { file: PathBuf },
    /// Chapter 4: a file with its constructs replaced by a comment
    Replace { file: PathBuf },
    /// Chapter 4: the rules of the rewrite stream
    Rewriting,
    /// Chapter 4: the tree that gpump's own grammar makes of a declaration
    CTree {
        text: String,
        /// Only the rules above this token, outermost first
        #[arg(long)]
        above: Option<String>,
    },
    /// Chapter 4: the same tree as a picture, in SVG
    Picture { text: String },
    /// Chapter 5: which declaration each name of a file means
    Scopes { file: PathBuf },
    /// Chapter 6: what each region of a file shares
    Sharing { file: PathBuf },
    /// Chapter 7: a file as CUDA
    Minimp { file: PathBuf },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<String> {
    Ok(match command {
        Command::Tree { grammar, text } => said(grammar.tree(&text))?.outline(),
        Command::Decisions { report } => decisions::Report::read(&read(&report)?)?.table(),
        Command::TypeId { name, types } => said(type_id::type_id(&name, &types))?.outline(),
        Command::Types { statement, types } => said(type_id::types(&statement, &types))?.outline(),
        Command::Tokens { file } => tokens(&read(&file)?)?,
        Command::Replace { file } => of(&file, mini::replace::replace)?,
        Command::Rewriting => rewriting::rules(),
        Command::Scopes { file } => of(&file, mini::scopes::table)?,
        Command::Sharing { file } => of(&file, mini::regions::table)?,
        Command::Minimp { file } => of(&file, mini::translate::translate)?,
        Command::CTree { text, above: None } => said(c_tree::c_tree(&text))?.outline(),
        Command::CTree { text, above: Some(token) } => {
            let tree = said(c_tree::c_tree(&text))?;
            let rules = tree.rules_above(&token).with_context(|| format!("no token {token}"))?;
            rules.iter().map(|rule| format!("{rule}\n")).collect()
        }
        Command::Picture { text } => {
            let tree = said(c_tree::c_tree(&text))?;
            picture::picture(
                &tree,
                "tree",
                &format!("The parse tree of {text}"),
                "Rules are boxes, tokens are rounded boxes at the leaves. The text below the picture \
                 says the same as an outline.",
            )
        }
    })
}

/// What a parser says, one complaint a line.
fn said<T>(result: Result<T, Vec<String>>) -> anyhow::Result<T> {
    result.map_err(|complaints| anyhow::anyhow!(complaints.join("\n")))
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Runs a step of the compiler over a file; its complaints name the file.
fn of(file: &Path, step: impl Fn(&str) -> Result<String, Vec<String>>) -> anyhow::Result<String> {
    let complaints = |all: Vec<String>| {
        let lines: Vec<String> = all.iter().map(|line| format!("{}:{line}", file.display())).collect();
        anyhow::anyhow!(lines.join("\n"))
    };
    step(&read(file)?).map_err(complaints)
}

fn tokens(text: &str) -> anyhow::Result<String> {
    let tokens = said(mini::Tokens::lex(text))?;
    let visible: Vec<usize> = tokens.visible(tokens.all()).collect();
    let mut table = String::new();
    for index in tokens.all() {
        let shown = format!("{:?}", tokens.text(index));
        let shown = if visible.contains(&index) { shown } else { format!("({shown})") };
        table.push_str(&format!("{index:>3} {shown}\n"));
    }
    Ok(table)
}

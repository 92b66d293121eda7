//! What is said of an action of the grammar: what it did here, in a sentence.

use super::super::{Dialect, Translator};
use crate::c::OPERANDS;
use crate::c::symbols::{DeclInfo, DeclType, SymbolId};
use crate::openmp::constructs::Tokens;

/// How things stood before an action ran.
pub(super) struct Before {
    pub rule: &'static str,
    pub tokens: Tokens,
    pub declarations: usize,
    pub bridges: usize,
    pub regions: usize,
    pub open_construct: Option<&'static str>,
    pub is_foreign: bool,
}

/// Whether the dialect waits with its regions until the file has been read.
pub(super) fn waits(translator: &Translator<'_>) -> bool {
    translator.file.dialect == Dialect::Cuda
}

/// The sentence for an action that has run.
pub(super) fn of(
    translator: &Translator<'_>,
    action: &'static str,
    before: &Before,
    declared: &[SymbolId],
) -> String {
    let text = |tokens: &Tokens| one_line(translator, tokens);
    let bridged = translator.thesis.bridges.len() > before.bridges;
    let keeps = "The construct is complete: it is checked, and kept with what stands in it";
    match action {
        "exitSpecifiers" => format!("Reads the specifiers `{}`.", text(&before.tokens)),
        "declare" => declarations(translator, declared),
        "initialize" if bridged => {
            "Notes that C++ asks for a cast in the initialiser, should the file be changed.".to_owned()
        }
        "initialize" => "Looks at the initialiser: nothing has to change in it.".to_owned(),
        "assign" if bridged => {
            "Notes that C++ asks for a cast in the assignment, should the file be changed.".to_owned()
        }
        "assign" => "Looks at the assignment: nothing has to change in it.".to_owned(),
        "exitDeclaration" => "The declaration is complete.".to_owned(),
        "exitParameter" => "The parameter is complete; its function declares it.".to_owned(),
        "enumerator" => declarations(translator, declared),
        "exitStructure" => "Keeps the structure's members.".to_owned(),
        "accessibleQualifier" => "The function behind it is to be had on the device (6.3).".to_owned(),
        "enterParameters" => format!("Begins a function. {}", declarations(translator, declared)),
        "enterFunction" if declared.is_empty() => "Comes to the function's body.".to_owned(),
        "enterFunction" => {
            format!("Begins a function and comes to its body. {}", declarations(translator, declared))
        }
        "exitFunction" if waits(translator) => {
            "The function is complete, and is kept: whether it gets a version for the device depends on who calls it."
                .to_owned()
        }
        "exitFunction" => {
            "The function is complete: its regions' launches are put in their places, and its scope ends.".to_owned()
        }
        "enterScope" => format!("Opens a scope, number {} from the file's.", translator.file.scopes.depth()),
        "exitScope" => "Closes the scope: what was declared in it is seen no more.".to_owned(),
        "enterBreakable" => "A statement begins that `break` or `continue` may mean.".to_owned(),
        "exitBreakable" => "It ends.".to_owned(),
        "label" => "Notes a label, since no jump may enter or leave a construct (1.2.2).".to_owned(),
        "jump" => "Checks that the jump leaves no construct (1.2.2).".to_owned(),
        "reference" => reference(translator),
        "exitForHeader" => for_header(translator, before),
        "dataClause" | "defaultClause" | "ifClause" | "numThreadsClause" | "scheduleClause" | "nowaitClause"
        | "collapseClause" | "atomicClause" | "orderedClause" | "safelenClause" | "simdlenClause" | "alignedClause"
        | "linearClause" | "orderedSimdClause" | "orderedThreadsClause" | "clause" => {
            clause(translator, action, before)
        }
        "enterConstruct" => {
            let name = translator.parse.open.last().map_or("", |open| open.kind.name());
            format!("Opens a `{name}` construct; clauses and statements go to it until it ends.")
        }
        "exitDirective" => "The directive is complete: its clauses are checked against one another.".to_owned(),
        "exitParallelConstruct" | "exitParallelForConstruct" | "exitParallelSectionsConstruct" => {
            if waits(translator) {
                "The region is complete: its restrictions and its data sharing are checked (2.8.1). It is translated \
                 when the file has been read."
                    .to_owned()
            } else if translator.thesis.regions > before.regions {
                "The region is complete: its data sharing is found (2.8.1), its text is rewritten for the device and \
                 becomes a kernel. The launch waits for the end of the function."
                    .to_owned()
            } else {
                "The region is complete.".to_owned()
            }
        }
        "iterator" => "Declares the variable of an iterator, for the list behind it.".to_owned(),
        "exitStandaloneDirective" => "Keeps the directive where it stands.".to_owned(),
        "exitDeclarativeDirective" => "Keeps the directive: it leaves no code.".to_owned(),
        "exitExecutableConstruct" | "exitForConstruct" | "exitSectionsConstruct" | "exitSingleConstruct" | "exitMasterConstruct"
        | "exitCriticalConstruct" | "exitAtomicConstruct" | "exitOrderedConstruct" | "exitSimdConstruct" => {
            match translator.parse.open.last() {
                Some(around) => format!("{keeps}, for the `{}` around it.", around.kind.name()),
                None => format!("{keeps}, for the function: it is orphaned."),
            }
        }
        "exitBarrierDirective" | "exitFlushDirective" => match before.open_construct {
            Some(around) => format!("Keeps the directive for the `{around}` around it."),
            None => "Keeps the directive for the function: it is orphaned.".to_owned(),
        },
        "exitThreadprivateDirective" => {
            format!("From here on each thread has its own: `{}` (2.8.2).", text(&before.tokens))
        }
        "exitAccessibleDirective" => "Says of variables that the device may use them (6.1).".to_owned(),
        _ => String::new(),
    }
}

/// Tokens as typed, in a line that is not too long.
fn one_line(translator: &Translator<'_>, tokens: &Tokens) -> String {
    const LONGEST: usize = 60;
    let list = translator.file.tokens;
    let span = list.span(tokens);
    let typed = list.source_text().get(span).unwrap_or_default();
    let words: Vec<&str> = typed.split_whitespace().filter(|word| *word != "\\").collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn declarations(translator: &Translator<'_>, declared: &[SymbolId]) -> String {
    let said: Vec<String> =
        declared.iter().map(|&symbol| declaration(translator.file.scopes.get(symbol))).collect();
    if said.is_empty() { "Declares nothing that has a name.".to_owned() } else { said.join(" ") }
}

fn declaration(declared: &DeclInfo) -> String {
    let DeclInfo { name, depth, .. } = declared;
    let what = match declared.decl_type {
        DeclType::Typedef => {
            return format!("From here on `{name}` is a type: `{}`.", declared.ty.declare(""));
        }
        DeclType::Enumerator => return format!("Declares the enumerator `{name}`."),
        DeclType::FunctionDefinition => "Defines the function",
        DeclType::FunctionDeclaration => "Declares the function",
        DeclType::Variable | DeclType::FunctionPointer => "Declares",
    };
    let place = match depth {
        0 => "at file scope".to_owned(),
        _ => format!("in scope {depth}"),
    };
    format!("{what} `{}` {place}.", declared.ty.declare(name))
}

fn reference(translator: &Translator<'_>) -> String {
    let Some(found) = translator.file.references.last() else { return String::new() };
    let name = &found.name;
    let how = match (found.called, found.changed) {
        (true, _) => "a call of",
        (_, true) => "a change of",
        _ => "a use of",
    };
    match found.symbol.map(|symbol| translator.file.scopes.get(symbol)) {
        Some(declared) if translator.file.tokens.is_in_header(declared.token) => {
            format!("Notes {how} `{name}`, which a header declares.")
        }
        Some(declared) => {
            let line =
                translator.file.tokens.line_at(translator.file.tokens.stands_for(declared.token, true).start);
            format!("Notes {how} `{name}`, declared in line {line}.")
        }
        None if OPERANDS.contains(&name.as_str()) => {
            format!("Notes {how} `{name}`, which stands for a value that the operator works on (5.5.11).")
        }
        None => format!("Notes {how} `{name}`, which nothing declares."),
    }
}

fn for_header(translator: &Translator<'_>, before: &Before) -> String {
    let is_constructs = translator.parse.open.last().is_some_and(|open| {
        open.kind.is_loop() && open.loop_keyword(translator.file.tokens) == Some(*before.tokens.start())
    });
    match translator.parse.open.last() {
        Some(open) if is_constructs => format!(
            "Reads the header of the loop that `{}` shares out: variable, bounds and step (2.5.1).",
            open.kind.name()
        ),
        _ => "A loop of the program's own: nothing is shared out.".to_owned(),
    }
}

fn clause(translator: &Translator<'_>, action: &'static str, before: &Before) -> String {
    let text = one_line(translator, &before.tokens);
    let word = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    let means = match (action, word) {
        (_, "private") => "each thread has its own, without a value (2.8.3.3)",
        (_, "firstprivate") => "each thread has its own, which begins with the value from before (2.8.3.4)",
        (_, "lastprivate") => {
            "each thread has its own; the value of the last iteration or section is kept (2.8.3.5)"
        }
        (_, "shared") => "all threads use the same (2.8.3.2)",
        (_, "reduction") => "each thread has its own, and they are put together at the end (2.8.3.6)",
        (_, "copyin") => "each thread's own begins with the master's value (2.8.4.1)",
        (_, "copyprivate") => "one thread's value goes to those of all others (2.8.4.2)",
        ("defaultClause", _) => "what holds for variables that no clause lists (2.8.3.1)",
        ("ifClause", _) => "whether the region has more than one thread (2.4)",
        ("numThreadsClause", _) => "how many threads the region asks for (2.4)",
        ("scheduleClause", _) => "which thread gets which iterations (2.5.1)",
        ("collapseClause", _) => {
            "of how many loops the iterations are shared out together (OpenMP 3.0, 2.5.1)"
        }
        ("linearClause", _) => "each iteration begins with a value of its own (OpenMP 4.0, 2.14.3.7)",
        ("safelenClause" | "simdlenClause" | "alignedClause", _) => {
            "a promise or a wish for vectors, which a thread of a device does not have (OpenMP 4.0, 2.8.1)"
        }
        ("orderedSimdClause" | "orderedThreadsClause", _) => {
            "whose iterations are kept in order (OpenMP 4.5, 2.13.8)"
        }
        ("nowaitClause", _) => "no barrier at the end (2.5)",
        (_, "read") => "the variable is read, whole (2.8.5 of OpenMP 3.1)",
        (_, "write") => "the variable is written, whole (2.8.5 of OpenMP 3.1)",
        (_, "update") => "the variable is updated (2.8.5 of OpenMP 3.1)",
        (_, "capture") => {
            "the variable is updated, and its value from before or after kept (2.8.5 of OpenMP 3.1)"
        }
        (_, "hint") => "what the program expects of the others; nothing depends on it (2.17.7 of OpenMP 5.0)",
        ("atomicClause", _) => "how the operation orders what stands around it (2.17.7 of OpenMP 5.0)",
        ("orderedClause", _) => "an `ordered` construct may stand in the loop (2.5.1)",
        _ => "kept with the construct",
    };
    format!("Takes the clause `{text}`: {means}.")
}

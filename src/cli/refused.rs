//! Regions whose code a compiler refuses. gpump has no reason of its own to keep them on the host, and they stay there all the same: to
//! the author of a program that runs under the C compiler, a message about generated code is of no use.

use std::collections::BTreeMap;

use gpump::diagnostics::compiler::messages;
use gpump::{Diagnostic, Objection, Severity, Translation};

/// How often compilers may object to lines of a file. After that all of its regions stay on the host.
const ROUNDS: usize = 2;

/// What compilers have refused of translations so far.
#[derive(Debug, Default)]
pub struct Refused {
    pub objections: Vec<Objection>,
    /// How often, by file.
    rounds: BTreeMap<String, usize>,
}

impl Refused {
    /// Whether nothing is left that could stay on the host.
    pub fn is_final(&self, translations: &[Translation]) -> bool {
        let stays = |translation: &Translation| translation.regions == translation.regions_on_host;
        translations.iter().all(stays) || self.rounds.values().any(|&rounds| rounds > ROUNDS)
    }

    /// Takes down which file a compiler has refused, and what it has said.
    pub fn take(&mut self, tool: &str, file: &str, said: &str) {
        let rounds = self.rounds.entry(file.to_owned()).or_default();
        *rounds += 1;
        let mut lines: BTreeMap<usize, String> = BTreeMap::new();
        let found = messages(said);
        let errors = || found.iter().filter(|message| message.severity == Severity::Error);
        for error in errors() {
            if let Some(place) = error.place.as_ref().filter(|place| place.file == file) {
                lines.entry(place.line).or_insert_with(|| error.words.clone());
            }
        }
        let objection = |line: Option<usize>, words: &str| Objection {
            file: file.to_owned(),
            line,
            words: format!("{tool} refuses the translation: {words}"),
        };
        if *rounds > ROUNDS || lines.is_empty() {
            let words = errors().next().map_or("it gives no reason", |message| &message.words);
            self.objections.push(objection(None, words));
        } else {
            self.objections.extend(lines.iter().map(|(&line, words)| objection(Some(line), words)));
        }
    }
}

/// Whether a warning is about a region that a compiler has refused.
pub fn is_about_refusal(warning: &Diagnostic) -> bool {
    warning.code == "W0402"
}

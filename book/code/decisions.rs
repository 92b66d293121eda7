//! How many tokens a generated parser has to see before it can decide, as the
//! generator has found and written beside the parser.

use std::fmt::Write as _;

use anyhow::Context as _;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub struct Report {
    pub grammars: Vec<Decisions>,
}

#[derive(Debug, Deserialize)]
pub struct Decisions {
    pub name: String,
    pub decisions: Vec<Decision>,
}

#[derive(Debug, Deserialize)]
pub struct Decision {
    pub rule: String,
    pub tier: Tier,
    /// How many tokens settle a fixed decision.
    pub lookahead: Option<u32>,
}

/// How a decision is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// One token settles it.
    Ll1,
    /// A fixed number of tokens does, no more than four.
    Fixed,
    /// The parser looks as far as the text at hand asks for.
    Adaptive,
}

impl Report {
    /// Reads the generator's report.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn read(text: &str) -> anyhow::Result<Report> {
        serde_json::from_str(text).context("not a report of the generator's decisions")
    }

    /// One line for each decision.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for decision in self.grammars.iter().flat_map(|grammar| &grammar.decisions) {
            let tokens = match (decision.tier, decision.lookahead) {
                (Tier::Ll1, _) => "1 token".to_owned(),
                (Tier::Fixed, Some(1)) => "1 token".to_owned(),
                (Tier::Fixed, lookahead) => format!("{} tokens", lookahead.unwrap_or_default()),
                (Tier::Adaptive, _) => "as many as it takes".to_owned(),
            };
            let _ = writeln!(text, "{:<23} {tokens}", decision.rule);
        }
        text
    }
}

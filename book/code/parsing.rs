//! Running a generated parser: text in, tree or errors out.

use std::sync::{Arc, Mutex};

use antlr4_runtime::{ErrorListener, Recognizer, SyntaxErrorEvent};

/// How many rules may be open at once. What nests more deeply is refused, before
/// functions that walk over the tree run out of stack.
pub const MAX_RULE_DEPTH: usize = 2000;

/// Collects what lexer and parser complain about, as `LINE:COLUMN message`;
/// lines and columns count from 1.
#[derive(Clone, Debug, Default)]
pub struct Complaints(Arc<Mutex<Vec<String>>>);

impl Complaints {
    pub fn add(&self, line: usize, column: usize, message: &str) {
        if let Ok(mut all) = self.0.lock() {
            all.push(format!("{line}:{} {message}", column + 1));
        }
    }

    pub fn all(&self) -> Vec<String> {
        self.0.lock().map_or_else(|_| Vec::new(), |all| all.clone())
    }
}

impl<R: Recognizer + ?Sized> ErrorListener<R> for Complaints {
    fn syntax_error(&mut self, _: &R, event: &SyntaxErrorEvent<'_>) {
        self.add(event.line, event.column, event.message);
    }
}

/// Parses `$text` by the rule `$rule`. `$hooks`, if given, has the grammar's
/// actions. The result is the [`Tree`](crate::tree::Tree), or the complaints.
#[macro_export]
macro_rules! parse {
    ($lexer:path, $parser:path, $rule:ident, $text:expr) => {
        $crate::parse!(@ $lexer, $parser, $rule, $text, |stream| <$parser>::new(stream))
    };
    ($lexer:path, $parser:path, $rule:ident, $text:expr, $hooks:expr) => {
        $crate::parse!(@ $lexer, $parser, $rule, $text, |stream| <$parser>::with_typed_hooks(stream, $hooks))
    };
    (@ $lexer:path, $parser:path, $rule:ident, $text:expr, |$stream:ident| $new:expr) => {{
        let complaints = $crate::parsing::Complaints::default();
        let lexer = <$lexer>::new(antlr4_runtime::InputStream::new($text));
        let mut $stream = antlr4_runtime::CommonTokenStream::new(lexer);
        $stream.fill();
        for error in $stream.drain_source_errors() {
            complaints.add(error.line, error.column, &error.message);
        }
        let mut parser = $new;
        parser.remove_error_listeners();
        parser.add_error_listener(complaints.clone());
        antlr4_runtime::Parser::set_max_rule_depth(&mut parser, Some($crate::parsing::MAX_RULE_DEPTH));
        let root = parser.$rule();
        let found = complaints.all();
        match root {
            Ok(root) if found.is_empty() => {
                let names = antlr4_runtime::Recognizer::rule_names(&parser).to_vec();
                Ok($crate::tree::Tree::of(parser.node(root), &names))
            }
            Err(error) if found.is_empty() => Err(vec![error.to_string()]),
            _ => Err(found),
        }
    }};
}

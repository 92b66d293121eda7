//! What the server gives: the page, and to the page its first program, translations and runs.

use std::ffi::OsStr;
use std::io;
use std::net::TcpStream;
use std::path::Path;

use gpump::explain::{self, Wanted, explain, page};
use gpump::{Options, Source};
use serde_json::json;

use super::emulation::{Emulation, Program};
use super::guard::Guard;
use super::http::{self, Refusal, Request};
use crate::cli::check;
use crate::cli::failure::Failure;
use crate::cli::translation::with_headers;
use crate::toolchain::limited::Limits;

pub const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";

/// Programs to choose: title, name and text.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("A loop", "a1.c", include_str!("../../../examples/a1.c")),
    ("A sum", "sum.c", include_str!("../../../examples/classroom/sum.c")),
    ("A picture", "mandelbrot.c", include_str!("../../../examples/classroom/mandelbrot.c")),
    ("A histogram", "histogram.c", include_str!("../../../examples/classroom/histogram.c")),
    ("A team", "team.c", include_str!("../../../examples/classroom/team.c")),
    ("A race", "race.c", include_str!("../../../examples/classroom/race.c")),
    ("A mistake", "wrong.c", include_str!("../../../examples/classroom/wrong.c")),
];

pub struct Site {
    guard: Guard,
    options: Options,
    /// The user's own program: its name and its text.
    file: Option<(String, String)>,
    pub emulation: Emulation,
}

impl Site {
    pub fn new(guard: Guard, options: Options, limits: Limits, file: Option<(&Path, Vec<u8>)>) -> Self {
        let file = file.map(|(path, bytes)| {
            let name = path.file_name().unwrap_or(OsStr::new("program.c")).to_string_lossy().into_owned();
            // The page types text: other bytes become characters for what cannot be shown.
            (name, String::from_utf8_lossy(&bytes).into_owned())
        });
        Site { guard, options, file, emulation: Emulation::new(limits) }
    }

    /// Answers a connection's request. Where nobody reads the answer, nothing more is to be done.
    pub fn serve(&self, stream: &mut TcpStream) {
        let Some(request) = http::read(stream) else { return };
        let answered = request.and_then(|request| self.answer(stream, &request));
        if let Err(Refusal(status, why)) = answered {
            let _ = http::answer(stream, status, TEXT, why.as_bytes());
        }
    }

    fn answer(&self, stream: &mut TcpStream, request: &Request) -> Result<(), Refusal> {
        self.guard.check_host(request)?;
        let path = request.path.split('?').next().unwrap_or_default();
        let given = match (request.method.as_str(), path) {
            ("GET", "/") => http::answer(stream, 200, "text/html; charset=utf-8", page::served().as_bytes()),
            ("GET", "/favicon.ico") => http::answer(stream, 204, TEXT, b""),
            ("POST", "/start" | "/translate" | "/run") => {
                self.guard.check(request)?;
                let kind = request.header("Content-Type").unwrap_or_default();
                if kind.split(';').next().unwrap_or_default().trim() != JSON {
                    return Err(Refusal(415, "the request is to be JSON"));
                }
                match path {
                    "/start" => http::answer(stream, 200, JSON, self.start().as_bytes()),
                    "/translate" => {
                        let found = self.translate(&program(request)?)?;
                        http::answer(stream, 200, JSON, found.as_bytes())
                    }
                    _ => self.run(stream, &program(request)?)?,
                }
            }
            (_, "/" | "/start" | "/translate" | "/run") => return Err(Refusal(405, "not in this way")),
            _ => return Err(Refusal(404, "there is nothing here")),
        };
        // Whoever asked may have gone.
        drop(given);
        Ok(())
    }

    fn start(&self) -> String {
        let example =
            |title: &str, name: &str, text: &str| json!({ "title": title, "name": name, "text": text });
        let examples: Vec<_> =
            EXAMPLES.iter().map(|(title, name, text)| example(title, name, text)).collect();
        let file = self.file.as_ref().map(|(name, text)| example(name, name, text));
        json!({ "examples": examples, "file": file }).to_string()
    }

    /// The explanation, if there is one, and what `gpump check` says.
    fn translate(&self, program: &Program) -> Result<String, Refusal> {
        let broken = |_: Failure| Refusal(500, "the translator or the C compiler cannot be started");
        let diagnostics = check::json(&program.source, &self.options).map_err(broken)?;
        let diagnostics: Vec<&str> = diagnostics.lines().collect();
        let mut sources = [Source::new(program.file.clone(), program.source.as_bytes())];
        let explain = |source: &Source| explain(source, &self.options, Wanted::Both);
        let explained = with_headers(&mut sources, &self.options, explain).map_err(broken)?;
        let explanation = explained.into_iter().next().and_then(Result::ok);
        let explanation = explanation.map_or("null".to_owned(), |explanation| explain::json(&explanation));
        Ok(format!(r#"{{"explanation":{explanation},"diagnostics":[{}]}}"#, diagnostics.join(",")))
    }

    fn run(&self, stream: &mut TcpStream, program: &Program) -> Result<io::Result<()>, Refusal> {
        let Some(run) = self.emulation.place() else {
            return Err(Refusal(503, "too many programs are running: stop one"));
        };
        Ok(run.run(stream, program))
    }
}

fn program(request: &Request) -> Result<Program, Refusal> {
    let program: Program = serde_json::from_slice(&request.body)
        .map_err(|_| Refusal(400, "the request is no program in JSON"))?;
    Ok(Program { file: file_name(&program.file), ..program })
}

/// A file's name that can be nothing else: letters, digits, `-` and `_`, and `.c`.
fn file_name(given: &str) -> String {
    let stem = given.strip_suffix(".c").unwrap_or(given);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let stem: String = stem.chars().filter(|&c| is_plain(c)).take(64).collect();
    let stem = stem.trim_start_matches('-');
    if stem.is_empty() { "program.c".to_owned() } else { format!("{stem}.c") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere() {
        for (given, name) in [
            ("loop.c", "loop.c"),
            ("../../etc/passwd", "etcpasswd.c"),
            ("-o", "o.c"),
            ("", "program.c"),
            ("é\0.c", "program.c"),
        ] {
            assert_eq!(file_name(given), name);
        }
    }
}

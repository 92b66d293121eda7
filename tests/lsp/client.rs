//! A client of `gpump lsp` that speaks the protocol by hand, so that it takes nothing from the server's crates.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came while something else was waited for.
    kept: VecDeque<Value>,
    ids: i64,
    /// What the server answered to `initialize`.
    pub about: Value,
}

impl Client {
    /// A client that offers encodings, and says its options.
    pub fn start(arguments: &[&str], capabilities: Value, options: Value) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gpump"));
        command.arg("lsp").args(arguments);
        Client::of(command, capabilities, options)
    }

    /// One whose server takes this for the C compiler.
    pub fn with_compiler(compiler: &str, arguments: &[&str], options: Value) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gpump"));
        command.arg("lsp").args(arguments).env("GPUMP_CC", compiler);
        Client::of(command, json!({}), options)
    }

    fn of(mut command: Command, capabilities: Value, options: Value) -> Client {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (tell, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = next_message(&mut output) {
                if tell.send(message).is_err() {
                    return;
                }
            }
        });
        let mut client = Client { child, input, messages, kept: VecDeque::new(), ids: 0, about: Value::Null };
        client.about = client.request(
            "initialize",
            json!({"processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options}),
        );
        client.notify("initialized", json!({}));
        client
    }

    /// One that counts in UTF-16.
    pub fn plain() -> Client {
        Client::start(&[], json!({}), Value::Null)
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks, and gives the number of the request.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.ids += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}));
        self.ids
    }

    /// The answer to a request: a response.
    pub fn answer(&mut self, id: i64) -> Value {
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The first message that is wanted; others are kept.
    pub fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&is_wanted) {
            return self.kept.remove(at).unwrap();
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("a message");
            if is_wanted(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    /// Opens a document, and gives its diagnostics.
    pub fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({"uri": uri, "languageId": "c", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        self.diagnostics(uri, 1)
    }

    /// Changes a document, and does not wait.
    pub fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// The diagnostics of a version.
    pub fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        let found = self.wait(|message| {
            let found = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && found["uri"] == uri
                && found["version"] == version
        });
        found["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// The diagnostics of a version when one of them has this code.
    pub fn diagnostics_with(&mut self, uri: &str, version: i64, code: &str) -> Vec<Value> {
        loop {
            let found = self.diagnostics(uri, version);
            if found.iter().any(|one| one["code"] == code) {
                return found;
            }
        }
    }

    /// How many diagnostics of a document came that nobody has looked at.
    pub fn kept_of(&self, uri: &str) -> usize {
        self.kept.iter().filter(|message| message["params"]["uri"] == uri).count()
    }

    /// Whether a message that came unasked has this text in it.
    pub fn has_kept(&self, text: &str) -> bool {
        self.kept.iter().any(|message| message.to_string().contains(text))
    }

    /// What is shown of a place: its Markdown, or nothing.
    pub fn hover(&mut self, uri: &str, line: usize, character: usize) -> String {
        let found = self.request("textDocument/hover", at(uri, line, character));
        found["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Says goodbye.
    pub fn exit(mut self) -> ExitStatus {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.child.wait().unwrap()
    }

    /// Goes without a word.
    pub fn vanish(mut self) -> ExitStatus {
        drop(self.input.take());
        self.child.wait().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn next_message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => {
                if let Some(value) = line.strip_prefix("Content-Length: ") {
                    length = value.parse().ok()?;
                }
            }
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Parameters that are a place of a document.
pub fn at(uri: &str, line: usize, character: usize) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
}

/// The line and the column, in ASCII, where a word stands for the first time.
pub fn place(text: &str, word: &str) -> (usize, usize) {
    let at = text.find(word).unwrap_or_else(|| panic!("no {word}"));
    let line = text[..at].matches('\n').count();
    (line, at - text[..at].rfind('\n').map_or(0, |end| end + 1))
}

/// A folder of its own, with files in it.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn uri(&self, name: &str) -> String {
        uri(&self.path(name))
    }
}

pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

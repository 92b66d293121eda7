//! `gpump serve`, asked over HTTP as its page asks, and as others might.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::Workplace;

const SUM: &str = include_str!("../../examples/classroom/sum.c");

/// A server of a test's own, whose temporary files lie in the test's folder.
struct Server {
    child: Child,
    place: Workplace,
    host: String,
    token: String,
}

impl Server {
    fn start(flags: &[&str]) -> Self {
        let place = Workplace::new();
        place.write("loop.c", "int own_program;\n");
        place.write("temporary/.keep", "");
        let mut command = place.gpump([&["serve", "--no-open"], flags].concat());
        command.env("TMPDIR", place.path("temporary")).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (host, token) = line.trim().strip_prefix("http://").unwrap().split_once("/#").unwrap();
        Server { child, host: host.to_owned(), token: token.to_owned(), place }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// The status and the body of the answer to some bytes.
    fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        // It need not read all of it.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// The request that the page makes, with other headers in place of its own, or without them.
    fn request(&self, path: &str, body: &str, changed: &[(&str, Option<&str>)]) -> Vec<u8> {
        let mut headers = vec![
            ("Host", self.host.clone()),
            ("Origin", format!("http://{}", self.host)),
            ("Content-Type", "application/json".to_owned()),
            ("X-Gpump-Token", self.token.clone()),
        ];
        for (name, value) in changed {
            headers.retain(|(other, _)| other != name);
            headers.extend(value.map(|value| (*name, value.to_owned())));
        }
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        format!("POST {path} HTTP/1.1\r\n{headers}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }

    fn post(&self, path: &str, body: &Value) -> (u16, String) {
        self.send(&self.request(path, &body.to_string(), &[]))
    }

    fn translate(&self, source: &str) -> Value {
        let (status, body) = self.post("/translate", &json!({ "file": "p.c", "source": source }));
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    /// What a program printed, and how it ended.
    fn run(&self, source: &str, watch: bool) -> (String, String) {
        let (status, body) = self.post("/run", &json!({ "file": "p.c", "source": source, "watch": watch }));
        assert_eq!(status, 200, "{body}");
        let events: Vec<Value> = body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let output = events.iter().filter_map(|event| event["output"].as_str()).collect();
        (output, events.last().unwrap()["ended"].as_str().unwrap_or_default().to_owned())
    }

    /// A run that has begun and does not end by itself.
    fn run_without_end(&self) -> TcpStream {
        let source = "#include <stdio.h>\nint main(void) { puts(\"begins\"); for (;;) ; }\n";
        let body = json!({ "file": "p.c", "source": source }).to_string();
        let mut stream = self.connect();
        stream.write_all(&self.request("/run", &body, &[])).unwrap();
        let mut lines = BufReader::new(&stream).lines();
        assert!(lines.any(|line| line.unwrap().contains("begins")), "it did not run");
        stream
    }

    /// The folders of runs that are there.
    fn left(&self) -> Vec<String> {
        let mut names = self.place.names_in("temporary");
        names.retain(|name| name.starts_with("gpump-"));
        names
    }

    fn assert_nothing_is_left(&self) {
        let end = Instant::now() + Duration::from_secs(20);
        while !self.left().is_empty() {
            assert!(Instant::now() < end, "{:?} is left", self.left());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_is_there_and_says_nothing_of_the_token() {
    let server = Server::start(&[]);
    let (status, page) = server.send(format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.host).as_bytes());
    assert_eq!(status, 200);
    assert!(page.contains("<title>gpump serve</title>") && page.contains("connect-src 'self'"));
    assert!(!page.contains(&server.token));
    assert_eq!(server.token.len(), 32);
}

#[test]
fn it_begins_with_the_users_program() {
    let server = Server::start(&["loop.c"]);
    let (_, body) = server.post("/start", &json!({}));
    let start: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(start["file"], json!({ "title": "loop.c", "name": "loop.c", "text": "int own_program;\n" }));
    assert!(start["examples"].as_array().unwrap().len() >= 5);
}

#[test]
fn every_example_is_what_it_says() {
    let server = Server::start(&[]);
    let (_, body) = server.post("/start", &json!({}));
    let start: Value = serde_json::from_str(&body).unwrap();
    for example in start["examples"].as_array().unwrap() {
        let found = server.translate(example["text"].as_str().unwrap());
        let is_wrong = example["title"] == "A mistake";
        assert_eq!(found["explanation"].is_null(), is_wrong, "{example}");
        let errors = found["diagnostics"].as_array().unwrap().iter().filter(|it| it["severity"] == "error");
        assert_eq!(errors.count() > 0, is_wrong, "{example}: {}", found["diagnostics"]);
    }
}

#[test]
fn what_is_typed_is_explained_as_gpump_explain_explains_it() {
    let server = Server::start(&[]);
    let found = server.translate(SUM);
    server.place.write("p.c", SUM);
    let explained = server.place.gpump(["explain", "--json", "p.c"]).output().unwrap().stdout;
    assert_eq!(found["explanation"], serde_json::from_slice::<Value>(&explained).unwrap());
    assert_eq!(found["diagnostics"], json!([]));
}

#[test]
fn diagnostics_are_those_of_check() {
    let server = Server::start(&[]);
    // One of OpenMP, one of gpump's C, one that only the C compiler finds.
    for source in [
        "int f(int n)\n{\n    int s = 0;\n    #pragma omp parallel for reducton(+ : s)\n    for (int i = 0; i < n; i++)\n        s += i;\n    return s;\n}\n",
        "int f(void)\n{\n    int é = = 1;\n}\n",
        "int f(void)\n{\n    return not_declared;\n}\n",
    ] {
        let found = server.translate(source);
        let mut check = server.place.gpump(["check", "--format", "json", "-"]);
        let checked = crate::support::run_with_input(&mut check, source.as_bytes());
        let lines = String::from_utf8(checked.out).unwrap();
        let expected: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(!expected.is_empty());
        assert_eq!(found["diagnostics"], json!(expected));
    }
}

#[test]
fn a_program_runs_in_the_emulator_and_leaves_nothing() {
    let server = Server::start(&[]);
    assert_eq!(server.run(SUM, false), ("the dot product is 225000\n".into(), "Ended with status 0.".into()));
    let (output, ended) = server.run("int main(void) { return 3; }\n", false);
    assert_eq!((output.as_str(), ended.as_str()), ("", "Ended with status 3."));
    let (output, ended) = server.run(include_str!("../../examples/classroom/wrong.c"), false);
    assert!(output.contains("unknown OpenMP clause `reducton`") && output.contains("p.c:8"), "{output}");
    assert_eq!(ended, "It could not be compiled.");
    let (output, _) = server.run(include_str!("../../examples/classroom/race.c"), true);
    assert!(output.contains("a race in kernel"), "{output}");
    server.assert_nothing_is_left();
}

#[test]
fn a_program_has_limits() {
    let server = Server::start(&["--time", "3", "--memory", "128"]);
    let run = |body: &str| {
        let source = format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
             int main(void)\n{{\n    {body}\n    return 0;\n}}\n"
        );
        server.run(&source, false)
    };
    let (output, ended) = run("printf(\"begins\\n\"); for (;;) ;");
    assert_eq!((output.as_str(), ended.as_str()), ("begins\n", "Stopped: it took longer than 3 seconds."));
    // One that leaves its work to a child, and ends before it, does not leave it behind.
    let (_, ended) = run("if (fork() == 0) for (;;) ; printf(\"gone\\n\");");
    assert_eq!(ended, "Ended with status 0.");
    let (_, ended) = run("for (;;) { char *p = malloc(1 << 20); if (p) memset(p, 1, 1 << 20); }");
    assert_eq!(ended, "Stopped: it took more than 128 MiB of memory.");
    let (output, ended) = run("for (;;) puts(\"again and again\");");
    assert_eq!(ended, "Stopped: it printed more than 256 KiB.");
    assert!(output.len() <= 256 << 10, "{}", output.len());
    let (_, ended) =
        run("FILE *f = fopen(\"big\", \"w\"); static char b[1 << 20]; for (;;) fwrite(b, 1, sizeof b, f);");
    assert!(ended.starts_with("Stopped: it wrote"), "{ended}");
    server.assert_nothing_is_left();
}

#[test]
fn a_page_that_is_closed_stops_its_run() {
    let server = Server::start(&["--time", "3000"]);
    let stream = server.run_without_end();
    assert_eq!(server.left().len(), 1);
    drop(stream);
    server.assert_nothing_is_left();
}

#[test]
fn a_signal_ends_the_runs_first() {
    let mut server = Server::start(&["--time", "3000"]);
    let _stream = server.run_without_end();
    Command::new("kill").arg(server.child.id().to_string()).status().unwrap();
    assert_eq!(server.child.wait().unwrap().code(), Some(128 + 15));
    assert_eq!(server.left(), [""; 0]);
}

#[test]
fn only_the_page_is_answered() {
    let server = Server::start(&[]);
    let body = json!({ "file": "p.c", "source": SUM }).to_string();
    let port = server.host.split(':').nth(1).unwrap();
    let localhost = format!("localhost:{port}");
    let its_origin = format!("http://{localhost}");
    let other_port = format!("http://127.0.0.1:{}", port.parse::<u16>().unwrap().wrapping_add(1));
    let wrong = "0".repeat(32);
    let twice = format!("{}\r\nX-Gpump-Token: {}", server.token, server.token);
    for (status, changed) in [
        (200, vec![]),
        (200, vec![("Origin", None)]),
        (200, vec![("Host", Some(localhost.as_str())), ("Origin", Some(its_origin.as_str()))]),
        (403, vec![("X-Gpump-Token", None)]),
        (403, vec![("X-Gpump-Token", Some(""))]),
        (403, vec![("X-Gpump-Token", Some(wrong.as_str()))]),
        (403, vec![("X-Gpump-Token", Some(twice.as_str()))]),
        (403, vec![("Origin", Some("http://evil.example"))]),
        (403, vec![("Origin", Some("null"))]),
        (403, vec![("Origin", Some(its_origin.as_str()))]),
        (403, vec![("Origin", Some(other_port.as_str()))]),
        (403, vec![("Sec-Fetch-Site", Some("cross-site"))]),
        (403, vec![("Host", Some("evil.example"))]),
        (403, vec![("Host", None)]),
        (415, vec![("Content-Type", Some("text/plain"))]),
    ] {
        for path in ["/start", "/translate", "/run"] {
            // What is refused is refused for all; of what is not, one is enough.
            if status == 200 && path == "/run" {
                continue;
            }
            let (found, said) = server.send(&server.request(path, &body, &changed));
            assert_eq!(found, status, "{path} {changed:?}: {said}");
        }
    }
    let page = |host: &str| server.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).0;
    assert_eq!((page(&server.host), page("evil.example")), (200, 403));
    server.assert_nothing_is_left();
}

#[test]
fn bad_requests_are_refused() {
    let server = Server::start(&[]);
    let host = &server.host;
    let long = "x".repeat(20_000);
    for (status, bytes) in [
        (400, b"\0\0\0\0\r\n\r\n".to_vec()),
        (404, format!("GET /etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes()),
        (405, format!("GET /run HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes()),
        (405, format!("DELETE / HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes()),
        (405, format!("OPTIONS /run HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes()),
        (431, format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {long}").into_bytes()),
        (400, format!("POST /run HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n").into_bytes()),
        (413, format!("POST /run HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999\r\n\r\n").into_bytes()),
        (
            501,
            format!("POST /run HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n").into_bytes(),
        ),
        (400, server.request("/translate", "{", &[])),
        (400, server.request("/run", "[1, 2]", &[])),
        (400, server.request("/run", r#"{"file": 1, "source": "int a;"}"#, &[])),
    ] {
        assert_eq!(
            server.send(&bytes).0,
            status,
            "{}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(200)])
        );
    }
    // Whatever a file is called, it stays in its folder; whatever the text is, there is an answer.
    for file in ["../../x.c", "/etc/passwd", "", "-o.c", "\0"] {
        let (status, body) =
            server.post("/run", &json!({ "file": file, "source": "int main(void) { return 0; }" }));
        assert!(status == 200 && body.contains("Ended with status 0."), "{file}: {body}");
    }
    let deep = "(".repeat(5_000);
    for source in ["", "\0", "#pragma omp", "#include \"/nowhere\"\n", &deep] {
        assert!(server.translate(source)["diagnostics"].is_array());
    }
    // Half a request holds nobody up.
    let mut half = server.connect();
    half.write_all(b"POST /run HTTP/1.1\r\n").unwrap();
    assert_eq!(server.post("/start", &json!({})).0, 200);
    server.assert_nothing_is_left();
}

//! As much of HTTP as a page on this machine needs: a request to a connection, with limits on all of its parts.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The longest head of a request, and the longest body.
const LONGEST_HEAD: usize = 16 << 10;
const LONGEST_BODY: usize = 1 << 20;

/// How long a whole request may be under way.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
pub struct Request {
    pub method: String,
    pub path: String,
    headers: Vec<(String, Vec<u8>)>,
    pub body: Vec<u8>,
}

impl Request {
    /// The value of a header; nothing if it is not there, is there twice, or is no text.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
        let (_, value) = found.next()?;
        found.next().is_none().then(|| std::str::from_utf8(value).ok()).flatten()
    }

    pub fn has_header(&self, name: &str) -> bool {
        self.headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name))
    }
}

/// An answer other than the one that was asked for: its status, and what is said.
#[derive(Debug)]
pub struct Refusal(pub u16, pub &'static str);

/// Reads the request of a connection; nothing if there is nobody to answer any more.
pub fn read(stream: &mut TcpStream) -> Option<Result<Request, Refusal>> {
    let end = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    loop {
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut parsed = httparse::Request::new(&mut headers);
        match parsed.parse(&bytes) {
            Ok(httparse::Status::Complete(length)) => {
                let mut request = Request {
                    method: parsed.method.unwrap_or_default().to_owned(),
                    path: parsed.path.unwrap_or_default().to_owned(),
                    headers: parsed
                        .headers
                        .iter()
                        .map(|header| (header.name.to_owned(), header.value.to_owned()))
                        .collect(),
                    body: bytes.split_off(length),
                };
                return match read_body(stream, &mut request, end) {
                    Ok(true) => Some(Ok(request)),
                    Ok(false) => None,
                    Err(refusal) => Some(Err(refusal)),
                };
            }
            Ok(httparse::Status::Partial) if bytes.len() < LONGEST_HEAD => {}
            Ok(httparse::Status::Partial) => return Some(Err(Refusal(431, "the head is too long"))),
            Err(_) => return Some(Err(Refusal(400, "this is no request of HTTP"))),
        }
        if !read_more(stream, &mut bytes, end) {
            return None;
        }
    }
}

/// Reads the rest of the body; says whether it came.
fn read_body(stream: &mut TcpStream, request: &mut Request, end: Instant) -> Result<bool, Refusal> {
    if request.has_header("Transfer-Encoding") {
        return Err(Refusal(501, "a body has to have its length in front"));
    }
    let length = match request.header("Content-Length") {
        Some(length) => length.parse().map_err(|_| Refusal(400, "Content-Length is no number"))?,
        None if request.has_header("Content-Length") => {
            return Err(Refusal(400, "Content-Length is not clear"));
        }
        None => 0,
    };
    if length > LONGEST_BODY {
        return Err(Refusal(413, "the program is too long: at most 1 MiB"));
    }
    while request.body.len() < length {
        if !read_more(stream, &mut request.body, end) {
            return Ok(false);
        }
    }
    request.body.truncate(length);
    Ok(true)
}

fn read_more(stream: &mut TcpStream, bytes: &mut Vec<u8>, end: Instant) -> bool {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return false;
    }
    let mut part = [0; 16 << 10];
    match stream.read(&mut part) {
        Ok(count) if count > 0 => {
            bytes.extend_from_slice(&part[..count]);
            true
        }
        _ => false,
    }
}

/// Begins an answer, which ends with the connection.
///
/// # Errors
///
/// Nobody reads it.
pub fn begin(stream: &mut TcpStream, status: u16, kind: &str, length: Option<usize>) -> io::Result<()> {
    let reason = match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Refused",
    };
    let length = length.map_or(String::new(), |length| format!("Content-Length: {length}\r\n"));
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\n{length}Connection: close\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\r\n"
    )
}

/// Gives a whole answer.
///
/// # Errors
///
/// Nobody reads it.
pub fn answer(stream: &mut TcpStream, status: u16, kind: &str, body: &[u8]) -> io::Result<()> {
    begin(stream, status, kind, Some(body.len()))?;
    stream.write_all(body)
}

//! Who is answered: the page that this server gave, and nobody else.
//!
//! A server on the loopback address can be reached by every page that the user's browser shows. It looks at the host that was
//! asked for, since a name of somebody else's may lead here (DNS rebinding); at the origin of the page that asks; and, for all but
//! the page itself, at a token that only the address has which the user was given. It stands behind the `#`, which no browser
//! sends.

use std::net::SocketAddr;

use super::http::{Refusal, Request};

#[derive(Debug)]
pub struct Guard {
    pub token: String,
    hosts: Vec<String>,
}

impl Guard {
    /// One for a server at an address, with a token that nobody can guess.
    ///
    /// # Errors
    ///
    /// The system has no random numbers.
    pub fn new(address: SocketAddr) -> std::io::Result<Self> {
        let mut bytes = [0; 16];
        let mut filled = 0;
        while filled < bytes.len() {
            filled += rustix::rand::getrandom(&mut bytes[filled..], rustix::rand::GetRandomFlags::empty())?;
        }
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let port = address.port();
        Ok(Guard { token, hosts: vec![address.to_string(), format!("localhost:{port}")] })
    }

    /// Lets a request for the page pass, which says nothing that is not known to everybody.
    ///
    /// # Errors
    ///
    /// It was sent to another host.
    pub fn check_host(&self, request: &Request) -> Result<(), Refusal> {
        let host = request.header("Host");
        if host.is_some_and(|host| self.hosts.iter().any(|own| own == host)) {
            return Ok(());
        }
        Err(Refusal(403, "this server has another name"))
    }

    /// Lets a request pass that has something done.
    ///
    /// # Errors
    ///
    /// It does not come from the page.
    pub fn check(&self, request: &Request) -> Result<(), Refusal> {
        self.check_host(request)?;
        if request.has_header("Origin") {
            let origin = request.header("Origin").and_then(|origin| origin.strip_prefix("http://"));
            if origin.is_none() || origin != request.header("Host") {
                return Err(Refusal(403, "another page may not ask this"));
            }
        }
        if request.header("Sec-Fetch-Site").is_some_and(|site| site != "same-origin" && site != "none") {
            return Err(Refusal(403, "another page may not ask this"));
        }
        let given = request.header("X-Gpump-Token").unwrap_or_default().as_bytes();
        // It takes as long whatever is wrong with it.
        let differs =
            given.iter().zip(self.token.as_bytes()).fold(0, |sum, (one, other)| sum | (one ^ other));
        if given.len() != self.token.len() || differs != 0 {
            return Err(Refusal(
                403,
                "the token is missing or wrong: open the address that `gpump serve` has printed",
            ));
        }
        Ok(())
    }
}

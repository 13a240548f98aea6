//! Serves the built page on an address of this machine, as a static host does. The server is `web/serve.mjs`, because the
//! page's build needs Node anyway. A server in Rust (hyper, tower-http) would have to be compiled before the first page.
//!
//! Owns the server's process, which ends with this one. Must not know what is served.

use std::io::{BufRead as _, BufReader};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::failure::Failure;
use crate::project::Project;

/// A server that listens on its port.
pub(crate) struct StaticFiles {
    child: Child,
    url: String,
}

impl StaticFiles {
    /// Serves the folder on 127.0.0.1 below the path `base`. Port 0 selects a free port.
    ///
    /// # Errors
    /// When the port is in use, or Node or the npm packages are missing.
    pub(crate) fn bind(folder: PathBuf, port: u16, base: &str) -> Result<Self, Failure> {
        Self::slow(folder, port, base, Duration::ZERO)
    }

    /// Serves the folder as `bind` does, on another address of this machine.
    ///
    /// # Errors
    /// As `bind`, and when this machine does not have the address.
    pub(crate) fn bind_to(address: IpAddr, folder: PathBuf, port: u16, base: &str) -> Result<Self, Failure> {
        Self::start(address, folder, port, base, Duration::ZERO)
    }

    /// Serves the folder as `bind` does, and every file later by `delay`.
    ///
    /// # Errors
    /// As `bind`.
    pub(crate) fn slow(folder: PathBuf, port: u16, base: &str, delay: Duration) -> Result<Self, Failure> {
        Self::start(Ipv4Addr::LOCALHOST.into(), folder, port, base, delay)
    }

    fn start(address: IpAddr, folder: PathBuf, port: u16, base: &str, delay: Duration) -> Result<Self, Failure> {
        let failure = |why: String| {
            let by_hand = if why.contains("EADDRNOTAVAIL") {
                "cargo xtask serve --lan"
            } else {
                "cargo xtask serve --port 0"
            };
            Failure::new(format!("listening on {address}, port {port}"), why).by_hand(by_hand)
        };
        let mut command = Project::find()?.command("node");
        command
            .arg("web/serve.mjs")
            .arg(folder)
            .arg(address.to_string())
            .arg(port.to_string())
            .arg(full(base))
            .arg(delay.as_millis().to_string());
        // The server ends when its input is closed, which this process holds open.
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failure(error.to_string()))?;
        let mut url = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output)
                .read_line(&mut url)
                .map_err(|error| failure(error.to_string()))?;
        }
        let server = Self {
            child,
            url: url.trim().to_owned(),
        };
        if server.url.starts_with("http") {
            Ok(server)
        } else {
            Err(failure(server.url.clone()))
        }
    }

    /// The address of the page.
    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    /// Waits until the server ends, which it does not do by itself.
    pub(crate) fn serve(mut self) {
        // Takes the input, because waiting would close it first.
        let _input = self.child.stdin.take();
        let _ = self.child.wait();
    }
}

impl Drop for StaticFiles {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The path with a slash at both ends.
fn full(base: &str) -> String {
    match base.trim_matches('/') {
        "" => "/".to_owned(),
        inside => format!("/{inside}/"),
    }
}

#[cfg(test)]
mod tests {
    use super::full;

    #[test]
    fn a_base_has_a_slash_at_both_ends() {
        assert_eq!((full(""), full("/")), ("/".to_owned(), "/".to_owned()));
        assert_eq!(
            (full("deep/er"), full("/deep/er/")),
            ("/deep/er/".to_owned(), "/deep/er/".to_owned())
        );
    }
}

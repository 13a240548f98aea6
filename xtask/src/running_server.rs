//! A server of this project that runs on a free port, and ends with its value.
//!
//! Must not know which program it is, nor what is asked of it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use crate::failure::Failure;

/// A server that listens.
pub(crate) struct RunningServer {
    child: Child,
    /// Its address.
    pub(crate) url: String,
}

impl RunningServer {
    /// Starts the program of a command on a free port, and waits until it prints its address.
    ///
    /// # Errors
    /// When it does not start, or its first line has no address.
    pub(crate) fn start(mut command: Command) -> Result<Self, Failure> {
        let failed = |why: String| Failure::new("starting the server", why);
        command
            .args(["--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let child = command.spawn().map_err(|error| failed(error.to_string()))?;
        // From here on, the server ends with this function if it fails.
        let mut server = Self {
            child,
            url: String::new(),
        };
        let mut line = String::new();
        if let Some(output) = server.child.stdout.take() {
            let read = BufReader::new(output).read_line(&mut line);
            read.map_err(|error| failed(error.to_string()))?;
        }
        let words = line.split_whitespace();
        let url = words
            .map(|word| word.trim_end_matches(['.', ',']))
            .find(|word| word.starts_with("http://"));
        server.url = url
            .map(str::to_owned)
            .ok_or_else(|| failed(format!("it printed no address: {line}")))?;
        Ok(server)
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! The server as a separate process, which tests kill.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

/// A running server process; killed when dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Process {
    /// Starts a server on a free port.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::try_start(arguments).unwrap_or_else(|complaint| panic!("the server does not start: {complaint}"))
    }

    /// Starts a server on a free port, or returns its error message.
    pub(crate) fn try_start(arguments: &[&str]) -> Result<Self, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hashrange-server"));
        command
            .args(["--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program is there");
        let mut line = String::new();
        let mut reported = BufReader::new(child.stdout.take().expect("it is piped"));
        reported.read_line(&mut line).expect("it is text");
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split(' ').next()?.parse().ok());
        match address {
            Some(address) => Ok(Self { child, address }),
            None => {
                let status = child.wait().expect("it ends");
                assert!(!status.success());
                Err(complaint(&mut child))
            }
        }
    }

    /// Kills it, as the system does when memory is short. It cannot clean up.
    pub(crate) fn kill(mut self) -> String {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        complaint(&mut self.child)
    }

    /// Waits until it ends by itself, with an error, and returns its output.
    pub(crate) fn ended(mut self) -> String {
        let status = self.child.wait().expect("it ends");
        assert!(!status.success());
        complaint(&mut self.child)
    }

    /// Asks it to end.
    pub(crate) fn terminate(mut self) -> (ExitStatus, String) {
        let asked = Command::new("kill")
            .args(["-TERM", &self.child.id().to_string()])
            .status()
            .expect("kill is there");
        assert!(asked.success());
        let status = self.child.wait().expect("it ends");
        (status, complaint(&mut self.child))
    }

    /// Its peak memory in megabytes, if the system reports it.
    pub(crate) fn most_memory(&self) -> Option<u64> {
        #[allow(clippy::disallowed_methods, reason = "a test of memory")]
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1_024)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn complaint(child: &mut Child) -> String {
    let mut text = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        let _ = stderr.read_to_string(&mut text);
    }
    text
}

/// An empty folder with this name, unique to this run.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

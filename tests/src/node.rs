//! The engine in WebAssembly: the JavaScript package, or the crate `past`, in a Node process that is controlled line by
//! line.
//!
//! Owns the processes. Those of the package are reused for the next spec. Must not know specs beyond their physics.

use std::env;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_endpoint::{DaxOptions, target_of};
use hashrange_past::Moment;
use serde_json::{Value, json};

use crate::service::{Answer, Service, options};
use crate::spec::PhysicsChoice;

/// The variable with the folder of the package, built with `cargo xtask package`. Without it nothing runs in
/// WebAssembly.
const PACKAGE: &str = "HASHRANGE_PACKAGE";

/// The variable with the folder of the crate `past`, built by `cargo xtask test --only wasm`. Without it no past state
/// is compared there.
const PAST: &str = "HASHRANGE_PAST";

/// The folder of the package, if there is one to test.
#[must_use]
pub fn package() -> Option<PathBuf> {
    env::var_os(PACKAGE).map(PathBuf::from)
}

/// Returns to past states in WebAssembly.
pub struct Past(Process);

impl Past {
    /// Starts a process. `None` if no folder is named.
    ///
    /// # Errors
    /// When Node does not start.
    pub fn start() -> io::Result<Option<Self>> {
        let folder = env::var_os(PAST).map(PathBuf::from);
        folder
            .map(|folder| Process::start("past.mjs", &folder.join("past.js")).map(Self))
            .transpose()
    }

    /// Returns in every way to the stored states of a journal. Reports the number of returns.
    ///
    /// # Errors
    /// The difference from the native result.
    pub fn come_back(&mut self, journal: &[u8], moments: &[Moment]) -> io::Result<u64> {
        let moments = postcard::to_allocvec(moments).map_err(io::Error::other)?;
        let question = json!({ "journal": STANDARD.encode(journal), "moments": STANDARD.encode(moments) });
        Ok(self.0.ask(&question)?["returns"].as_u64().unwrap_or(0))
    }
}

/// Idle processes.
static IDLE: Mutex<Vec<Process>> = Mutex::new(Vec::new());

struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn of_package(package: &Path) -> io::Result<Self> {
        Self::start("service.mjs", &package.join("node/hashrange.js"))
    }

    fn start(script: &str, module: &Path) -> io::Result<Self> {
        let mut command = Command::new("node");
        command.arg(crate::root().join("node").join(script)).arg(module);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the process has no standard input and output"));
        };
        Ok(Self {
            child,
            input,
            output: BufReader::new(output),
        })
    }

    fn ask(&mut self, question: &Value) -> io::Result<Value> {
        writeln!(self.input, "{question}")?;
        self.input.flush()?;
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err(io::Error::other(
                "the process of Node has ended; its own words are above",
            ));
        }
        let answer: Value = serde_json::from_str(&line)?;
        match answer["failure"].as_str() {
            Some(failure) => Err(io::Error::other(failure.to_owned())),
            None => Ok(answer),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A service without tables in a Node process.
pub struct Node {
    /// `None` after a failure.
    process: Option<Process>,
}

impl Node {
    /// Creates a service with these physics, and an optional accelerator.
    ///
    /// # Errors
    /// When Node does not start, or refuses the settings.
    pub fn start(package: &Path, physics: &PhysicsChoice, dax: Option<DaxOptions>) -> io::Result<Self> {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut process = idle.map_or_else(|| Process::of_package(package), Ok)?;
        let PhysicsChoice {
            preset,
            propagation,
            replication,
            transaction,
            throttling,
        } = physics;
        let (start, region) = options(physics)
            .map(|options| (options.start.millis(), options.region))
            .unzip();
        process.ask(&json!({ "options": {
            "physics": {
                "preset": preset, "indexPropagationMs": propagation, "replicationMs": replication,
                "transactionMs": transaction, "throttling": throttling,
            },
            "startMs": start,
            "dax": dax.map(|dax| json!({ "itemTtlMs": dax.item_ttl.millis(), "queryTtlMs": dax.query_ttl.millis() })),
            "region": region,
            "record": false,
        } }))?;
        Ok(Self { process: Some(process) })
    }

    /// The hash of the state after a journal.
    ///
    /// # Errors
    /// When Node does not start, or refuses the journal.
    pub fn state_hash(package: &Path, journal: &[u8]) -> io::Result<String> {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut process = idle.map_or_else(|| Process::of_package(package), Ok)?;
        let answer = process.ask(&json!({ "restore": STANDARD.encode(journal) }))?;
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        Ok(answer["hash"].as_str().unwrap_or_default().to_owned())
    }

    fn ask(&mut self, question: &Value) -> io::Result<Value> {
        let mut process = self
            .process
            .take()
            .ok_or_else(|| io::Error::other("it failed before"))?;
        let answer = process.ask(question)?;
        self.process = Some(process);
        Ok(answer)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        IDLE.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(self.process.take());
    }
}

impl Service for Node {
    fn call(&mut self, operation: &str, body: &str) -> Answer {
        match self.ask(&json!({ "target": target_of(operation), "body": body })) {
            Ok(answer) => {
                let status = answer["status"].as_u64().and_then(|status| u16::try_from(status).ok());
                let body = answer["body"].as_str().unwrap_or_default();
                Answer {
                    status: status.unwrap_or(0),
                    body: body.to_owned(),
                }
            }
            Err(error) => Answer {
                status: 0,
                body: format!("no answer: {error}"),
            },
        }
    }

    fn advance(&mut self, milliseconds: u64) -> bool {
        self.ask(&json!({ "advance": milliseconds })).is_ok()
    }
}

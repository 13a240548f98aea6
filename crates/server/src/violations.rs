//! The command `violations`: which items of a table cannot be in a global secondary index, and mending them.
//!
//! Options, configuration file and CSV columns are those of AWS's Violation Detector (documented; observed in its source).
//! It is a client of a running server, as that tool is of the service: so it works for servers without a folder too, and a
//! journal keeps one writer. What differs is said in `README.md`: it also finds values that are empty, or of a type the
//! tool is too old to look at, for these are left out of an index as well. Must not know the engine.

mod configuration;
mod correct;
mod detect;
mod endpoint;
mod options;
mod record;

use std::io::{self, BufRead as _, Write as _};
use std::path::{Path, PathBuf};

use configuration::Configuration;
use endpoint::Endpoint;
pub(crate) use options::parse;
pub use options::{Task, VIOLATIONS_HELP, ViolationOptions};

/// Why the command ends early. The text is for people.
#[derive(Debug, thiserror::Error)]
pub enum ViolationError {
    /// The command line or the configuration makes no sense.
    #[error("{0}")]
    Configuration(String),
    /// The system refuses a file or the terminal.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The server cannot be reached, or does not speak as it should.
    #[error("no answer from {endpoint}: {error}")]
    Unreachable {
        /// The server.
        endpoint: String,
        /// What is wrong.
        error: io::Error,
    },
    /// The service refuses a request.
    #[error("{operation}: {exception}: {message}")]
    Refused {
        /// The request.
        operation: &'static str,
        /// The exception's name.
        exception: String,
        /// Its message.
        message: String,
    },
    /// The terminal is gone.
    #[error(transparent)]
    Terminal(#[from] io::Error),
}

/// Does what is asked for. Reads confirmations from the standard input, writes progress to the standard output.
///
/// # Errors
/// When it cannot be done, or only in part.
pub fn run(options: &ViolationOptions) -> Result<(), ViolationError> {
    if options.help {
        return Ok(write!(io::stdout(), "{VIOLATIONS_HELP}")?);
    }
    let missing = |what: &str| ViolationError::Configuration(format!("{what}\n{VIOLATIONS_HELP}"));
    let path = options.configuration.as_ref().ok_or_else(|| missing("Config file path not provided. Exiting..."))?;
    let task = options.task.ok_or_else(|| missing("Neither --detect nor --correct is given."))?;
    let configuration = Configuration::read(&read(path)?)?;
    let key = configuration.credentials.as_ref().map(|path| endpoint::access_key(path, &read(path)?)).transpose()?;
    let endpoint = Endpoint::new(&options.endpoint, &configuration.region, key)?;
    match task {
        Task::Detect { delete } => detect::detect(&endpoint, &configuration, delete),
        Task::Correct { delete } => correct::correct(&endpoint, &configuration, delete),
    }
}

/// A file's text.
fn read(path: &Path) -> Result<String, ViolationError> {
    #[allow(clippy::disallowed_methods, reason = "files are its business")]
    std::fs::read_to_string(path).map_err(|error| ViolationError::File { path: path.to_owned(), error })
}

/// Tells people how far it is.
fn tell(line: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

/// Asks a question of yes or no. Whatever is not yes is no, and so is the end of the input.
fn confirmed(question: &str) -> io::Result<bool> {
    tell(question)?;
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(answer.trim().eq_ignore_ascii_case("y"))
}

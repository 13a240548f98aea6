//! The command `violations`: finds and corrects items of a table that cannot be in a global secondary index.
//!
//! Options, configuration file and CSV columns are those of AWS's Violation Detector (documented: violation-detector;
//! observed: violation-detector-code, in its source). It is a client of a running server, as that tool is of the
//! service. So it also works for servers without a data directory, and a journal has only one writer. `README.md` lists
//! the differences: it also finds empty values, and values of types that are newer than the tool, because an index
//! omits these as well. Must not know the engine.
//!
//! It is not a separate crate. Its rules are in crates already: violations of keys in `index`, CSV in `files`,
//! signatures in `signing`. The rest sends requests, reads files and asks the user. It shares the HTTP client
//! (`client.rs`) with `copy` and `relay`; a separate crate would need a second client.

mod configuration;
mod console;
mod correct;
mod detect;
mod endpoint;
mod options;
mod record;
mod violation_error;

use std::io::{self, Write as _};

use configuration::Configuration;
use console::read;
use endpoint::Endpoint;
pub(crate) use options::parse;
pub use options::{Task, VIOLATIONS_HELP, ViolationOptions};
pub use violation_error::ViolationError;

/// Runs the command. Reads confirmations from standard input, and writes progress to standard output.
///
/// # Errors
/// When it fails completely or in part.
pub fn run(options: &ViolationOptions) -> Result<(), ViolationError> {
    if options.help {
        return Ok(write!(io::stdout(), "{VIOLATIONS_HELP}")?);
    }
    let missing = |what: &str| ViolationError::Configuration(format!("{what}\n{VIOLATIONS_HELP}"));
    let path = options
        .configuration
        .as_ref()
        .ok_or_else(|| missing("Config file path not provided. Exiting..."))?;
    let task = options
        .task
        .ok_or_else(|| missing("Neither --detect nor --correct is given."))?;
    let configuration = Configuration::read(&read(path)?)?;
    let key = configuration
        .credentials
        .as_ref()
        .map(|path| endpoint::access_key(path, &read(path)?))
        .transpose()?;
    let endpoint = Endpoint::new(&options.endpoint, &configuration.region, key)?;
    match task {
        Task::Detect { delete } => detect::detect(&endpoint, &configuration, delete),
        Task::Correct { delete } => correct::correct(&endpoint, &configuration, delete),
    }
}

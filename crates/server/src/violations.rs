//! The command `violations`: which items of a table cannot be in a global secondary index, and mending them.
//!
//! Options, configuration file and CSV columns are those of AWS's Violation Detector (documented; observed in its source).
//! It is a client of a running server, as that tool is of the service: so it works for servers without a folder too, and a
//! journal keeps one writer. What differs is said in `README.md`: it also finds values that are empty, or of a type the
//! tool is too old to look at, for these are left out of an index as well. Must not know the engine.

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

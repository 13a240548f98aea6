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
mod record;

use std::io::{self, BufRead as _, Write as _};
use std::path::{Path, PathBuf};

use lexopt::prelude::*;

use crate::options::OptionError;
use configuration::Configuration;
use endpoint::Endpoint;

/// What `violations --help` prints.
pub const VIOLATIONS_HELP: &str = "\
Usage: hashrange-server violations --configFilePath <file> --detect keep|delete
       hashrange-server violations --configFilePath <file> --correct update|delete

Finds the items of a table that cannot be in a global secondary index, because an attribute that is a key of the index has
another type, is too long or is empty. Works on a server that is running.

Options:
  -p, --configFilePath <file>   what to look at, as lines of name = value; names are below
  -t, --detect keep|delete      write the violations to a CSV file; delete also deletes the items
  -c, --correct update|delete   act on such a file: write the values filled in there, or delete the items
      --endpoint <url>          the server (default http://127.0.0.1:8000)
  -h, --help                    this text

Names in the configuration file:
  tableName                            the table
  gsiHashKeyName, gsiHashKeyType       the index's partition key, and S, N or B
  gsiRangeKeyName, gsiRangeKeyType     its sort key; either pair will do
  recordDetails                        write a row for each item, not only their number (default true)
  recordGsiValueInViolationRecord      with the values at fault (default true)
  detectionOutputPath                  default ./violation_detection.csv
  correctionInputPath                  needed to correct
  correctionOutputPath                 what could not be updated (default ./violation_update_errors.csv)
  numOfSegments                        1 to 4096 segments, one after the other (default 1)
  numOfViolations, numOfRecords        stop after so many; -1 for all (default)
  readWriteIOPSPercent                 1 to 100; read, but there is no pace to keep here
  awsCredentialsFile                   accessKey and secretKey, for a server with --require-signature
  dynamoDBRegion                       the Region to sign for (default us-east-1)
";

/// What the command is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViolationOptions {
    /// Where the rest is said; without it there is nothing to do.
    pub configuration: Option<PathBuf>,
    /// What to do; detecting, when both are asked for (observed).
    pub task: Option<Task>,
    /// The server's URL.
    pub endpoint: String,
    /// Only print the help.
    pub help: bool,
}

impl Default for ViolationOptions {
    fn default() -> Self {
        let endpoint = "http://127.0.0.1:8000".to_owned();
        Self { configuration: None, task: None, endpoint, help: false }
    }
}

/// What to do with violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Find them.
    Detect {
        /// And delete the items.
        delete: bool,
    },
    /// Act on a file of them.
    Correct {
        /// Delete the items; update them otherwise.
        delete: bool,
    },
}

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

/// Reads the arguments after `violations`.
///
/// # Errors
/// When they make no sense.
pub(crate) fn parse(parser: &mut lexopt::Parser) -> Result<ViolationOptions, OptionError> {
    let mut options = ViolationOptions::default();
    let (mut detect, mut correct) = (None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => options.help = true,
            Short('p') | Long("configFilePath") => options.configuration = Some(parser.value()?.into()),
            Short('t') | Long("detect") => detect = Some(choice(parser, "t/detect", "keep")?),
            Short('c') | Long("correct") => correct = Some(choice(parser, "c/correct", "update")?),
            Long("endpoint") => options.endpoint = parser.value()?.string()?,
            other => return Err(other.unexpected().into()),
        }
    }
    let detect = detect.map(|delete| Task::Detect { delete });
    options.task = detect.or(correct.map(|delete| Task::Correct { delete }));
    Ok(options)
}

/// Whether `delete` was chosen, or its milder neighbour.
fn choice(parser: &mut lexopt::Parser, option: &'static str, milder: &str) -> Result<bool, OptionError> {
    match parser.value()?.string()? {
        word if word == "delete" => Ok(true),
        word if word == milder => Ok(false),
        word => Err(OptionError::Violations { word, option }),
    }
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

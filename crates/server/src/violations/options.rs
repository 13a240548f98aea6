//! The command line after `violations`. Its options are those of AWS's tool (documented: violation-detector).

use std::path::PathBuf;

use lexopt::prelude::*;

use crate::option_error::OptionError;

/// The text of `violations --help`.
pub const VIOLATIONS_HELP: &str = "\
Usage: hashrange-server violations --configFilePath <file> --detect keep|delete
       hashrange-server violations --configFilePath <file> --correct update|delete

Finds the items of a table that cannot be in a global secondary index, because the index's key attribute has the wrong
type, is too long or is empty. The server must be running.

Options:
  -p, --configFilePath <file>   what to check, as lines of name = value; names are below
  -t, --detect keep|delete      write the violations to a CSV file; delete also deletes the items
  -c, --correct update|delete   correct by such a file: write the values filled in there, or delete the items
      --endpoint <url>          the server (default http://127.0.0.1:8000)
  -h, --help                    print this text

Names in the configuration file:
  tableName                            the table
  gsiHashKeyName, gsiHashKeyType       the index's partition key, and S, N or B
  gsiRangeKeyName, gsiRangeKeyType     its sort key; one pair is enough
  recordDetails                        write a row for each item, not only the number of items (default true)
  recordGsiValueInViolationRecord      include the violating values (default true)
  detectionOutputPath                  default ./violation_detection.csv
  correctionInputPath                  required for --correct
  correctionOutputPath                 updates that failed (default ./violation_update_errors.csv)
  numOfSegments                        1 to 4096 segments, one after the other (default 1)
  numOfViolations, numOfRecords        stop after so many; -1 for all (default)
  readWriteIOPSPercent                 1 to 100; checked but not used
  awsCredentialsFile                   accessKey and secretKey, for a server that requires signatures
  dynamoDBRegion                       the Region to sign for (default us-east-1)
";

/// The options of the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViolationOptions {
    /// The configuration file. It is required for any task.
    pub configuration: Option<PathBuf>,
    /// The task. Detection has priority if both are requested (observed: violation-detector-code).
    pub task: Option<Task>,
    /// The server's URL.
    pub endpoint: String,
    /// Only print the help.
    pub help: bool,
}

impl Default for ViolationOptions {
    fn default() -> Self {
        let endpoint = "http://127.0.0.1:8000".to_owned();
        Self {
            configuration: None,
            task: None,
            endpoint,
            help: false,
        }
    }
}

/// What to do with violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Find them.
    Detect {
        /// Whether to delete the items too.
        delete: bool,
    },
    /// Correct items by a file of violations.
    Correct {
        /// Whether to delete the items instead of updating them.
        delete: bool,
    },
}

/// Reads the arguments after `violations`.
///
/// # Errors
/// When they are invalid.
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

/// Whether `delete` was chosen, or the alternative.
fn choice(parser: &mut lexopt::Parser, option: &'static str, milder: &str) -> Result<bool, OptionError> {
    match parser.value()?.string()? {
        word if word == "delete" => Ok(true),
        word if word == milder => Ok(false),
        word => Err(OptionError::Violations { word, option }),
    }
}

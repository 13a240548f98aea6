//! The command line of `salvage`.

use std::path::PathBuf;

use lexopt::prelude::*;

use crate::option_error::OptionError;

/// What `salvage --help` prints.
pub const SALVAGE_HELP: &str = "\
Usage: hashrange-server salvage <folder> --to <file>

Reads a data directory that a server refuses or that no server uses, and writes all tables and items that verify to a new
workspace file. The page opens this file, and `copy --from` reads it. Prints what does not verify: files, ranges of bytes,
records, items. Changes nothing in the folder.

  --to <file>   the new file, outside the folder
  -h, --help    print this text

It starts from the newest checkpoint that is good, or from the first journal, and applies the records since then. After
records that are missing, an item is what the last record says that contains it completely; a table or item that no good
record contains completely is listed. The file does not contain auto scaling, backups, resource-based policies or vector
indexes, like the files that `copy` writes.

Exit codes: 0 everything verified, 1 failed, 2 wrong options, 3 written, but something does not verify.
";

/// The options of the command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SalvageOptions {
    /// The data directory.
    pub folder: PathBuf,
    /// The new file.
    pub to: PathBuf,
    /// Only print the help.
    pub help: bool,
}

/// Reads the arguments after `salvage`.
///
/// # Errors
/// When they are invalid.
pub(crate) fn parse(parser: &mut lexopt::Parser) -> Result<SalvageOptions, OptionError> {
    let mut options = SalvageOptions::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => options.help = true,
            Long("to") => options.to = parser.value()?.into(),
            Value(folder) if options.folder.as_os_str().is_empty() => options.folder = folder.into(),
            other => return Err(other.unexpected().into()),
        }
    }
    if options.help {
        return Ok(options);
    }
    for (name, value) in [("the folder", &options.folder), ("--to", &options.to)] {
        if value.as_os_str().is_empty() {
            return Err(OptionError::Missing(name));
        }
    }
    Ok(options)
}

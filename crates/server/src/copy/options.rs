//! The command line of `copy`.

use std::path::PathBuf;

use lexopt::prelude::*;

use crate::option_error::OptionError;

/// What `copy --help` prints.
pub const COPY_HELP: &str = "\
Usage: hashrange-server copy --from <url|file> --to <url|file> [options]

Copies tables with their items, indexes, throughput, TTL, tags and streams. It reads with parallel Scans, writes with
BatchWriteItem, sends again what is throttled, and compares both sides at the end. The target's tables are created; one
that is there already must be made alike. What the target does not know is told at the end.

  --from, --to               http://host:port, https://host, or a workspace's file, as the page saves it;
                             --from also takes a data directory that no server uses
  --table <name>             copy this table only; may be given several times (default: all)
  --lanes <number>           requests under way at a time, 1 to 64, and segments of each table (default 4)
  --read-units <number>      read units a second at the source at most
  --write-units <number>     write units a second at the target at most
  --state <file>             keep how far it is in this file (default: a name made of --from and --to)
  --from-profile, --to-profile <name>
                             take credentials and Region from this profile of ~/.aws
  --from-region, --to-region <name>
                             sign for this Region (default: as the URL says, AWS_REGION, or the profile's)
  --ca <file>                trust the certificates in this file too, in PEM
  -h, --help                 this text

Ctrl-C ends it when what is under way is answered, a second one at once. The same command goes on from there, also after
it was killed. Credentials come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or from AWS_PROFILE.
An endpoint on this machine needs none.

It does not copy auto scaling, backups, resource-based policies or vector indexes. Reads are consistent, which takes
twice the units of others. Nobody should write to either side meanwhile: the comparison would find it.

Exit codes: 0 copied, 1 failed, 2 wrong options, 130 cancelled.
";

/// Most lanes.
const MOST_LANES: usize = 64;

/// What the command is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyOptions {
    /// Where items come from: a URL, a file or a folder.
    pub from: String,
    /// Where they go: a URL or a file.
    pub to: String,
    /// The tables; all without any.
    pub tables: Vec<String>,
    /// Requests at a time, and segments of a table.
    pub lanes: usize,
    /// Read units a second at the source.
    pub read_units: Option<u64>,
    /// Write units a second at the target.
    pub write_units: Option<u64>,
    /// The file of the state; one whose name follows from the two ends without it.
    pub state: Option<PathBuf>,
    /// The profiles to sign with at source and target.
    pub profiles: [Option<String>; 2],
    /// The Regions to sign for at source and target.
    pub regions: [Option<String>; 2],
    /// Certificates to trust besides the system's.
    pub authority: Option<PathBuf>,
    /// Only print the help.
    pub help: bool,
}

impl Default for CopyOptions {
    fn default() -> Self {
        Self {
            from: String::new(),
            to: String::new(),
            tables: Vec::new(),
            lanes: 4,
            read_units: None,
            write_units: None,
            state: None,
            profiles: [None, None],
            regions: [None, None],
            authority: None,
            help: false,
        }
    }
}

/// Reads the arguments after `copy`.
///
/// # Errors
/// When they make no sense.
pub(crate) fn parse(parser: &mut lexopt::Parser) -> Result<CopyOptions, OptionError> {
    let mut options = CopyOptions::default();
    let [from_profile, to_profile] = &mut options.profiles;
    let [from_region, to_region] = &mut options.regions;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => options.help = true,
            Long("from") => options.from = parser.value()?.string()?,
            Long("to") => options.to = parser.value()?.string()?,
            Long("table") => options.tables.push(parser.value()?.string()?),
            Long("lanes") => options.lanes = parser.value()?.parse()?,
            Long("read-units") => options.read_units = Some(parser.value()?.parse()?),
            Long("write-units") => options.write_units = Some(parser.value()?.parse()?),
            Long("state") => options.state = Some(parser.value()?.into()),
            Long("from-profile") => *from_profile = Some(parser.value()?.string()?),
            Long("to-profile") => *to_profile = Some(parser.value()?.string()?),
            Long("from-region") => *from_region = Some(parser.value()?.string()?),
            Long("to-region") => *to_region = Some(parser.value()?.string()?),
            Long("ca") => options.authority = Some(parser.value()?.into()),
            other => return Err(other.unexpected().into()),
        }
    }
    if options.help {
        return Ok(options);
    }
    for (name, value) in [("--from", &options.from), ("--to", &options.to)] {
        if value.is_empty() {
            return Err(OptionError::Missing(name));
        }
    }
    if !(1..=MOST_LANES).contains(&options.lanes) {
        return Err(OptionError::Lanes(options.lanes));
    }
    Ok(options)
}

//! The command line of `copy`.

use std::path::PathBuf;

use lexopt::prelude::*;

use crate::option_error::OptionError;

/// What `copy --help` prints.
pub const COPY_HELP: &str = "\
Usage: hashrange-server copy --from <url|file> --to <url|file> [options]

Copies tables with their items, indexes, throughput, TTL, tags, streams, table class, encryption, deletion protection,
point-in-time recovery and Contributor Insights. It reads with parallel Scans, writes with BatchWriteItem, retries
throttled requests, and compares both sides at the end. It creates the target's tables; an existing table must have the
same definition. At the end it reports what the target does not support, and what it left out: a resource-based policy,
another encryption key, and higher warm throughput, which has a price.

  --from, --to               http://host:port, https://host, or a workspace file that the page saved;
                             --from also takes a data directory that no server uses
  --table <name>             copy this table only; may be given several times (default: all)
  --workers <number>         concurrent requests, 1 to 64, and segments of each table (default 4)
  --read-units <number>      maximum read units a second at the source
  --write-units <number>     maximum write units a second at the target
  --state <file>             store the progress in this file (default: a name derived from --from and --to)
  --from-profile, --to-profile <name>
                             use credentials and Region of this profile in ~/.aws
  --from-region, --to-region <name>
                             sign for this Region (default: that of the URL, AWS_REGION, or the profile)
  --ca <file>                trust the certificates in this file too, in PEM
  -h, --help                 print this text

Ctrl-C stops it after the pending requests, a second Ctrl-C at once. The same command resumes the copy, even after it was
killed. Credentials come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or from AWS_PROFILE.
An endpoint on this machine needs none.

It does not copy auto scaling, backups or resource-based policies. Its reads are strongly consistent, which consumes twice
the units. Do not write to either side during the copy: the comparison would fail.

Exit codes: 0 copied, 1 failed, 2 wrong options, 130 cancelled.
";

/// The maximum number of workers.
const MOST_WORKERS: usize = 64;

/// The options of the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyOptions {
    /// The source of items: a URL, a file or a folder.
    pub from: String,
    /// The target of items: a URL or a file.
    pub to: String,
    /// The tables; empty for all tables.
    pub tables: Vec<String>,
    /// Requests at a time, and segments of a table.
    pub workers: usize,
    /// Read units a second at the source.
    pub read_units: Option<u64>,
    /// Write units a second at the target.
    pub write_units: Option<u64>,
    /// The state file; `None` for a name that follows from the two ends.
    pub state: Option<PathBuf>,
    /// The profiles to sign with at source and target.
    pub profiles: [Option<String>; 2],
    /// The Regions to sign for at source and target.
    pub regions: [Option<String>; 2],
    /// Trusted certificates in addition to the system's.
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
            workers: 4,
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
/// When they are invalid.
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
            Long("workers") => options.workers = parser.value()?.parse()?,
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
    if !(1..=MOST_WORKERS).contains(&options.workers) {
        return Err(OptionError::Workers(options.workers));
    }
    Ok(options)
}

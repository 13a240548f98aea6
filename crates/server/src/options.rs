//! The command line.
//!
//! Uses lexopt: a few options need no derive macros, it has no dependencies, and users read the help below word for
//! word.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use hashrange_endpoint::DaxOptions;
use hashrange_engine::{Physics, Throttling};
use hashrange_time::Duration as Span;
use lexopt::prelude::*;

use crate::compaction::CHECKPOINT_BYTES;
use crate::copy::{self, CopyOptions};
use crate::host::Host;
use crate::local_options;
use crate::option_error::OptionError;
use crate::origin::AllowedOrigin;
use crate::relay::options::{self as relay, RelayOptions};
use crate::salvage::{self, SalvageOptions};
use crate::signature::AccessKey;
use crate::violations::{self, ViolationOptions};

/// The text of `--help`.
pub const HELP: &str = "\
Usage: hashrange-server [options]
       hashrange-server copy --help
       hashrange-server relay --help
       hashrange-server salvage --help
       hashrange-server violations --help

Simulates DynamoDB on localhost. Use the printed address as the endpoint of any AWS SDK. Without --data-dir everything is
in memory and is lost when the server stops.

Options:
  --port <number>      port to listen on; 0 picks a free one (default 8000)
  --host <address>     address to listen on (default localhost: 127.0.0.1 and ::1, which other machines cannot reach)
  --data-dir <folder>  store everything in this folder; acknowledged data survives a crash
  --s3 <folder>        use this folder instead of S3 for exports, imports and bulk operations: s3://bucket/key is
                       <folder>/bucket/key, and the buckets are the folders in it
  --physics <name>     how long things take: instant, classroom or aws (default instant)
                         instant    tables are active at once, indexes are always up to date
                         classroom  the order of events is real, waits are short
                         aws        as measured on the real service
  --throttling <name>  off (default), adaptive as the service does now, or split evenly over partitions as it did earlier
  --dax[=<s>,<s>]      put an accelerator in front of the tables: an item cache and a query cache, with these lifetimes in
                       seconds (default 300,300)
  --region <name>      Region in resource names (default us-east-1)
  --regions            give each Region its own tables; the signature of a request names its Region (in memory only)
  --seed <number>      seed of all randomness: equal seeds give equal delays (default 1)
  --allow-origin <origin>
                       allow web pages of this origin, for example https://example.github.io; can be repeated, and * means
                       all (default: pages of this machine only, at localhost, 127.0.0.1 or [::1])
  --require-signature-file <file>
                       refuse requests that are not signed with the key in this file, as the service does; the file has
                       one line, <key id>:<secret>
  --require-signature-env <name>
                       the same with the key in this environment variable
  --require-signature <key id>:<secret>
                       the same with this key; other users of this machine can see it in the list of processes
  --help               print this text
  --version            print the version

Physics, throttling, accelerator, Region and seed belong to the data: a data directory with data keeps its own.

The server accepts the options of DynamoDB Local: -port, -inMemory, -sharedDb, -cors, -delayTransientStatuses (--physics
classroom), -disableTelemetry, -optimizeDbBeforeStartup. Use --data-dir instead of -dbPath.

Any credentials work. Without one of these keys the server checks no signatures and needs none.
SDKs require credentials, so give them some: AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any.
";

/// The command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Serve requests.
    Serve(Options),
    /// Copy tables from one endpoint or file to another.
    Copy(CopyOptions),
    /// Pass requests of a page on to an endpoint.
    Relay(RelayOptions),
    /// Write what verifies in a damaged data directory to a file.
    Salvage(SalvageOptions),
    /// Find or correct items that violate an index of a running server.
    Violations(ViolationOptions),
    /// Print the help and end.
    Help,
    /// Print the version and end.
    Version,
}

/// The options of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Address to listen on.
    pub host: Host,
    /// Its port; 0 means any free one.
    pub port: u16,
    /// The folder of the journal; `None` stores data in memory only.
    pub data_dir: Option<PathBuf>,
    /// The folder that replaces S3, for exports, imports and bulk operations; `None` disables them.
    pub s3: Option<PathBuf>,
    /// The physics preset; by default that of the data, or instant.
    pub physics: Option<PhysicsPreset>,
    /// The throttling mode; by default that of the data, or off.
    pub throttling: Option<Throttling>,
    /// The accelerator; by default that of the data, or none.
    pub dax: Option<DaxOptions>,
    /// Region in resource names; by default that of the data, or us-east-1.
    pub region: Option<String>,
    /// Whether each Region has its own tables.
    pub regions: bool,
    /// Seed of all randomness; by default that of the data, or 1.
    pub seed: Option<u64>,
    /// Origins of admitted pages, in addition to those of this machine.
    pub allow_origins: Vec<AllowedOrigin>,
    /// The key that must sign requests; without it, any key or none is accepted.
    pub require_signature: Option<AccessKey>,
    /// Limits for clients.
    pub bounds: Bounds,
    /// The minimum bytes of records for a checkpoint; a large service waits for more.
    pub checkpoint_bytes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            host: Host::Localhost,
            port: 8000,
            data_dir: None,
            s3: None,
            physics: None,
            throttling: None,
            dax: None,
            region: None,
            regions: false,
            seed: None,
            allow_origins: Vec::new(),
            require_signature: None,
            bounds: Bounds::default(),
            checkpoint_bytes: CHECKPOINT_BYTES,
        }
    }
}

/// Limits for clients, so that the server's memory stays bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How long a client may take to send the head of a request, its body, or to receive a piece of the response; and how
    /// long a body may wait for memory.
    pub timeout: Duration,
    /// How long a client may take to send the next piece of a body.
    pub stall: Duration,
    /// Maximum number of connections. The longest idle one is closed for a newcomer.
    pub connections: usize,
    /// Bytes of memory for the bodies over 64 KB of each of four classes: up to 256 KB, 1 MB, 4 MB and 16 MB. Others of the
    /// class wait to be read.
    pub body_memory: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(60),
            stall: Duration::from_secs(10),
            connections: 4_096,
            body_memory: 64 * 1024 * 1024,
        }
    }
}

/// A choice of durations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhysicsPreset {
    /// Nothing takes time.
    Instant,
    /// Shortened, in the same order.
    Classroom,
    /// As measured on the real service.
    Aws,
}

impl PhysicsPreset {
    const ALL: [Self; 3] = [Self::Instant, Self::Classroom, Self::Aws];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Instant => "instant",
            Self::Classroom => "classroom",
            Self::Aws => "aws",
        }
    }

    /// The durations.
    #[must_use]
    pub fn physics(self) -> Physics {
        match self {
            Self::Instant => Physics::instant(),
            Self::Classroom => Physics::classroom(),
            Self::Aws => Physics::aws(),
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }
}

/// Reads the arguments after the program's name.
///
/// # Errors
/// The message for invalid arguments.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, OptionError> {
    let mut parser = lexopt::Parser::from_args(local_options::translated(arguments)?);
    let mut options = Options::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            Long("port") => options.port = parser.value()?.parse()?,
            Long("host") => options.host = read(&mut parser, Host::read, OptionError::Host)?,
            Long("data-dir") => options.data_dir = Some(parser.value()?.into()),
            Long("s3") => options.s3 = Some(parser.value()?.into()),
            Long("seed") => options.seed = Some(parser.value()?.parse()?),
            Long("physics") => {
                options.physics = Some(read(&mut parser, PhysicsPreset::from_name, OptionError::Physics)?);
            }
            Long("throttling") => {
                options.throttling = Some(read(&mut parser, Throttling::from_name, OptionError::Throttling)?);
            }
            Long("dax") => {
                let lifetimes = parser.optional_value().map(|value| value.string()).transpose()?;
                options.dax = Some(lifetimes.map_or(Ok(DaxOptions::DEFAULT), dax)?);
            }
            Long("region") => options.region = Some(read(&mut parser, region_name, OptionError::Region)?),
            Long("allow-origin") => {
                options
                    .allow_origins
                    .push(read(&mut parser, AllowedOrigin::read, OptionError::Origin)?);
            }
            Long("regions") => options.regions = true,
            Long("require-signature") => {
                let key = read(&mut parser, AccessKey::from_pair, |_| OptionError::AccessKey)?;
                options.require_signature = Some(key);
            }
            Long("require-signature-file") => {
                options.require_signature = Some(AccessKey::from_file(parser.value()?.into())?);
            }
            Long("require-signature-env") => {
                options.require_signature = Some(AccessKey::from_variable(parser.value()?.string()?)?);
            }
            Value(word) if word == "copy" && options == Options::default() => {
                return copy::parse(&mut parser).map(Command::Copy);
            }
            Value(word) if word == "relay" && options == Options::default() => {
                return relay::parse(&mut parser).map(Command::Relay);
            }
            Value(word) if word == "salvage" && options == Options::default() => {
                return salvage::parse(&mut parser).map(Command::Salvage);
            }
            Value(word) if word == "violations" && options == Options::default() => {
                return violations::parse(&mut parser).map(Command::Violations);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if options.regions && options.data_dir.is_some() {
        return Err(OptionError::RegionsOnDisk);
    }
    Ok(Command::Serve(options))
}

/// The next value, parsed by `from`. The error contains a value that it cannot parse.
fn read<T>(
    parser: &mut lexopt::Parser,
    from: impl FnOnce(&str) -> Option<T>,
    wrong: impl FnOnce(String) -> OptionError,
) -> Result<T, OptionError> {
    let text = parser.value()?.string()?;
    from(&text).ok_or_else(|| wrong(text))
}

/// The lifetimes of items and of result sets, in seconds.
fn dax(lifetimes: String) -> Result<DaxOptions, OptionError> {
    // A hundred years are enough, and far below the maximum number of seconds.
    let seconds = |text: &str| {
        text.parse()
            .ok()
            .filter(|seconds| *seconds <= 3_155_760_000)
            .map(Span::from_seconds)
    };
    let both = lifetimes
        .split_once(',')
        .and_then(|(items, queries)| Some((seconds(items)?, seconds(queries)?)));
    let (item_ttl, query_ttl) = both.ok_or(OptionError::Dax(lifetimes))?;
    Ok(DaxOptions {
        item_ttl,
        query_ttl,
        ..DaxOptions::DEFAULT
    })
}

/// Formats the lifetimes as text.
pub(crate) fn dax_text(dax: Option<DaxOptions>) -> String {
    dax.map_or_else(
        || "off".to_owned(),
        |dax| format!("{},{}", dax.item_ttl.seconds(), dax.query_ttl.seconds()),
    )
}

/// The name of a Region, if it is one.
pub(crate) fn region_name(name: &str) -> Option<String> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    ((1..=64).contains(&name.len()) && name.bytes().all(allowed)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests;

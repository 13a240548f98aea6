//! The command line.
//!
//! Parsed with lexopt: six options need no derive machinery, it has no dependencies of its own, and the help below is
//! then what people read, word for word.

use std::ffi::OsString;

use hashrange_engine::Physics;
use lexopt::prelude::*;

/// What `--help` prints.
pub const HELP: &str = "\
Usage: hashrange-server [options]

Simulates DynamoDB on 127.0.0.1. Point any AWS SDK at the address it prints. Everything is in memory and gone when
the server ends.

Options:
  --port <number>    port to listen on; 0 takes any free one (default 8000)
  --physics <name>   how long things take: instant, classroom or aws (default instant)
                       instant    tables are active at once, indexes are never behind
                       classroom  the order of events kept, waiting cut short
                       aws        as measured on the real service
  --region <name>    Region in resource names (default us-east-1)
  --seed <number>    seed of all randomness: equal seeds draw equal delays (default 1)
  --help             this text
  --version          the version

Credentials: any. Signatures are not checked, and requests without one are answered too. SDKs insist on having
credentials, so give them some: AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any.
";

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Answer requests.
    Serve(Options),
    /// Print the help and end.
    Help,
    /// Print the version and end.
    Version,
}

/// What a server is started with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// How long things take.
    pub physics: PhysicsPreset,
    /// Region in resource names.
    pub region: String,
    /// Seed of all randomness.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { port: 8000, physics: PhysicsPreset::Instant, region: "us-east-1".to_owned(), seed: 1 }
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

/// A command line that cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// An option that does not exist, lacks its value, or has one that cannot be read.
    #[error(transparent)]
    Usage(#[from] lexopt::Error),
    /// No physics of this name.
    #[error("--physics is instant, classroom or aws, not {0:?}")]
    Physics(String),
    /// Not a Region's name.
    #[error("--region is made of 1 to 64 lower-case letters, digits and hyphens; {0:?} is not")]
    Region(String),
}

/// Reads the arguments after the program's name.
///
/// # Errors
/// What to tell the caller when they make no sense.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, OptionError> {
    let mut parser = lexopt::Parser::from_args(arguments);
    let mut options = Options::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            Long("port") => options.port = parser.value()?.parse()?,
            Long("seed") => options.seed = parser.value()?.parse()?,
            Long("physics") => {
                let name = parser.value()?.string()?;
                options.physics = PhysicsPreset::from_name(&name).ok_or(OptionError::Physics(name))?;
            }
            Long("region") => {
                let name = parser.value()?.string()?;
                if !is_region(&name) {
                    return Err(OptionError::Region(name));
                }
                options.region = name;
            }
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Serve(options))
}

fn is_region(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=64).contains(&name.len()) && name.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::{Command, Options, PhysicsPreset, parse};

    fn read(line: &str) -> Result<Command, String> {
        parse(line.split_whitespace().map(Into::into)).map_err(|error| error.to_string())
    }

    #[test]
    fn every_option_has_a_default_and_can_be_set() {
        assert_eq!(read(""), Ok(Command::Serve(Options::default())));
        let all = Options { port: 0, physics: PhysicsPreset::Aws, region: "eu-west-3".to_owned(), seed: 42 };
        assert_eq!(read("--port 0 --physics aws --region=eu-west-3 --seed 42"), Ok(Command::Serve(all)));
        assert_eq!(read("--port 1 --help"), Ok(Command::Help));
        assert_eq!(read("-V"), Ok(Command::Version));
    }

    #[test]
    fn nonsense_is_answered_with_what_is_wrong() {
        for (line, part) in [
            ("--prot 1", "--prot"),
            ("--port", "--port"),
            ("--port 65536", "65536"),
            ("--physics fast", "instant, classroom or aws"),
            ("--region eu/west", "eu/west"),
            ("--region=", "lower-case"),
            ("8000", "8000"),
        ] {
            let message = read(line).expect_err(line);
            assert!(message.contains(part), "{line}: {message}");
        }
    }
}

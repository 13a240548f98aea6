//! Why a command line cannot be followed, in the words its writer reads.

/// A command line that cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// An option that does not exist, lacks its value, or has one that cannot be read.
    #[error(transparent)]
    Usage(#[from] lexopt::Error),
    /// An option of DynamoDB Local that there is another one for.
    #[error("{option} is an option of DynamoDB Local; here it is {instead}")]
    Local {
        /// The option.
        option: String,
        /// What to use.
        instead: &'static str,
    },
    /// An option of DynamoDB Local beside one that says the opposite.
    #[error("-{one} and --{other} contradict each other: leave one of them out")]
    Contradiction {
        /// DynamoDB Local's.
        one: &'static str,
        /// This server's.
        other: &'static str,
    },
    /// No physics of this name.
    #[error("--physics is instant, classroom or aws, not {0:?}")]
    Physics(String),
    /// No such way to throttle.
    #[error("--throttling is off, adaptive or split, not {0:?}")]
    Throttling(String),
    /// No such lifetimes.
    #[error("--dax stands alone, or with two numbers of seconds: --dax=300,60; {0:?} are none")]
    Dax(String),
    /// Not a Region's name.
    #[error("--region is made of 1 to 64 lower-case letters, digits and hyphens; {0:?} is not")]
    Region(String),
    /// Regions apart, and a folder to keep them in.
    #[error("--regions keeps Regions apart in memory only: leave out --regions or --data-dir")]
    RegionsOnDisk,
    /// Not an address.
    #[error("--host is an address, 127.0.0.1 or ::1 for example, not {0:?}")]
    Host(String),
    /// Not an origin.
    #[error(
        "--allow-origin is a scheme and a host, perhaps with a port, as https://example.github.io; null; or *; not {0:?}"
    )]
    Origin(String),
    /// Not a key. What was given is not repeated, for it may be a secret.
    #[error("--require-signature is a key id, a colon and a secret")]
    AccessKey,
    /// Not an origin that a relay lets in.
    #[error("--origin is the scheme, host and port of the page, as http://127.0.0.1:8080, not {0:?}")]
    RelayOrigin(String),
    /// An option that a command cannot do without.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Too many lanes, or none.
    #[error("--lanes is 1 to 64, not {0}")]
    Lanes(usize),
    /// `violations` with a choice it does not have, in the words of AWS's tool.
    #[error("Invalid options {word} for '{option}'")]
    Violations {
        /// What was given.
        word: String,
        /// Which option.
        option: &'static str,
    },
}

//! Errors of the command line, in words for the user.

use crate::signature::StoredKeyError;

/// Why a command line is invalid.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// An option that does not exist, lacks its value, or has one that cannot be read.
    #[error(transparent)]
    Usage(#[from] lexopt::Error),
    /// An option of DynamoDB Local that has a replacement.
    #[error("{option} is an option of DynamoDB Local; use {instead}")]
    Local {
        /// The option.
        option: String,
        /// The replacement.
        instead: &'static str,
    },
    /// An option of DynamoDB Local together with its opposite.
    #[error("-{one} and --{other} contradict each other: leave one of them out")]
    Contradiction {
        /// The option of DynamoDB Local.
        one: &'static str,
        /// The option of this server.
        other: &'static str,
    },
    /// An unknown physics preset.
    #[error("--physics must be instant, classroom or aws, not {0:?}")]
    Physics(String),
    /// An unknown throttling mode.
    #[error("--throttling must be off, adaptive or split, not {0:?}")]
    Throttling(String),
    /// Invalid lifetimes.
    #[error("--dax must have no value, or two numbers of seconds such as --dax=300,60; {0:?} is neither")]
    Dax(String),
    /// Not a Region's name.
    #[error("--region must be 1 to 64 lower-case letters, digits and hyphens; {0:?} is not")]
    Region(String),
    /// Separate Regions together with a data directory.
    #[error("--regions works in memory only: leave out --regions or --data-dir")]
    RegionsOnDisk,
    /// Not an address.
    #[error("--host must be an address, for example 127.0.0.1 or ::1, not {0:?}")]
    Host(String),
    /// Not an origin.
    #[error("--allow-origin must be null, *, or a scheme and a host such as https://example.github.io:8443, not {0:?}")]
    Origin(String),
    /// An invalid key. The error does not repeat it, because it can be a secret.
    #[error("--require-signature must be a key ID, a colon and a secret")]
    AccessKey,
    /// A key that cannot be read from where it is stored.
    #[error(transparent)]
    StoredKey(#[from] StoredKeyError),
    /// Not an origin that a relay accepts.
    #[error("--origin must be the scheme, host and port of the page, such as http://127.0.0.1:8080, not {0:?}")]
    RelayOrigin(String),
    /// A missing option that a command requires.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// An invalid number of lanes.
    #[error("--workers must be 1 to 64, not {0}")]
    Workers(usize),
    /// An unknown choice for `violations`; its options have the names of AWS's tool.
    #[error("Invalid options {word} for '{option}'")]
    Violations {
        /// The given word.
        word: String,
        /// The option.
        option: &'static str,
    },
}

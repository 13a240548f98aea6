//! Why a command of the AWS CLI cannot be read as a request.
//!
//! Must not know how commands are read.

use std::fmt;

use crate::reason::Reason;

/// Why a command cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandFault {
    /// A quote is open at the end.
    Quote,
    /// Bash would do more than run one command.
    Special(char),
    /// It is no command of `aws dynamodb` that sends a request. Contains its beginning.
    Unknown(String),
    /// An option has another value than it needs.
    Value {
        /// The option.
        option: String,
        /// What it needs.
        expected: &'static str,
    },
    /// The body is not one of the operation's requests.
    Request(Reason),
}

impl fmt::Display for CommandFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write = |parts: &[&str]| parts.iter().try_for_each(|part| out.write_str(part));
        match self {
            Self::Quote => write(&["a quote of the command is open at its end"]),
            Self::Special(character) => write(&[
                "the command must be one command without variables; it has ",
                character.encode_utf8(&mut [0; 4]),
            ]),
            Self::Unknown(words) => write(&["a command of aws dynamodb is expected instead of “", words, "”"]),
            Self::Value { option, expected } => write(&[option, " needs ", expected]),
            Self::Request(reason) => reason.fmt(out),
        }
    }
}

impl std::error::Error for CommandFault {}

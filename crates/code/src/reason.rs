//! Why there is no program for a request.
//!
//! Must not know languages beyond their titles.

use std::fmt;

use crate::language::Language;

/// Why there is no program for a request. Lines count from 1; 0 means that the value was not read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The operation is unknown, or another service than DynamoDB has it and the program is for a table.
    Operation(String),
    /// The operation has no member of this name, or the structure around it has none.
    Member {
        /// The line of its value.
        line: usize,
        /// Its name.
        name: String,
    },
    /// A value is not of the type of its member.
    Kind {
        /// The line of the value.
        line: usize,
        /// The member that has the value.
        name: String,
        /// What it must be, for a sentence.
        expected: &'static str,
    },
    /// The library of the language cannot send this value.
    Inexpressible {
        /// The language.
        language: Language,
        /// The attribute or member.
        name: String,
    },
    /// The language describes tables and sends no requests.
    TablesOnly(Language),
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write = |parts: &[&str]| parts.iter().try_for_each(|part| out.write_str(part));
        match self {
            Self::Operation(name) => write(&["There is no operation ", name, " here."]),
            Self::Member { line, name } => write(&["Line ", &line.to_string(), ": there is no parameter ", name, "."]),
            Self::Kind { line, name, expected } => {
                write(&["Line ", &line.to_string(), ": ", name, " must be ", expected, "."])
            }
            Self::Inexpressible { language, name } => write(&[
                "The library for ",
                language.title(),
                " has no form for this value of ",
                name,
                ".",
            ]),
            Self::TablesOnly(language) => write(&[language.title(), " describes tables. It sends no requests."]),
        }
    }
}

impl std::error::Error for Reason {}

//! What is wrong with a file of tables or a model, and where.
//!
//! Must not know how files are read.

use hashrange_wire::{ItemError, ItemFault, SyntaxReason};

/// Something in a file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {reason}", if path.is_empty() { String::new() } else { format!(", {path}") })]
pub struct FileFault {
    /// Line on which it stands, from 1.
    pub line: usize,
    /// Names that lead to it, from the outermost, between points; empty for the file as a whole.
    pub path: String,
    /// What is wrong.
    pub reason: FileReason,
}

/// What is wrong with a part of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileReason {
    /// The file is not JSON.
    #[error("{0}")]
    Syntax(SyntaxReason),
    /// The file is not HCL. Holds what the parser says.
    #[error("this is not HCL: {0}")]
    Hcl(String),
    /// A template that is not JSON.
    #[error("a CloudFormation template is read as JSON; convert YAML to JSON first")]
    Yaml,
    /// No table in the file. Holds where tables are looked for.
    #[error("the file has no table; tables are looked for in {0}")]
    NoTable(&'static str),
    /// A value that depends on more than the file. Holds the expression.
    #[error("{0} is not known here; write the value in its place")]
    Unknown(String),
    /// Something this project does not have. Holds its name.
    #[error("{0} is not supported here")]
    Unsupported(String),
    /// A value of another kind. Holds the kind.
    #[error("{0} is expected here")]
    Expected(&'static str),
    /// A member that must be there. Holds its name.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// An item that is none.
    #[error("{0}")]
    Item(ItemFault),
    /// A table that the service would refuse, in its words.
    #[error("{0}")]
    Refused(String),
}

impl FileFault {
    pub(crate) fn new(line: usize, path: impl Into<String>, reason: FileReason) -> Self {
        Self { line: line.max(1), path: path.into(), reason }
    }

    /// The fault of a text that is no JSON.
    pub(crate) fn of_json(error: &ItemError) -> Self {
        let reason = match &error.reason {
            ItemFault::Syntax(reason) => FileReason::Syntax(*reason),
            other => FileReason::Item(other.clone()),
        };
        Self::new(error.line, "", reason)
    }
}

/// Something in a file that was read over, or that a format has no way to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Line on which it stands, from 1; 0 where it is of a table that was written.
    pub line: usize,
    /// Names that lead to it.
    pub path: String,
}

//! An error in a file of tables or a model, with its position.
//!
//! Must not know how files are read.

use hashrange_wire::{ItemError, ItemFault, SyntaxReason};

/// Maximum bytes of a path or another text in an error. A file can have many parts below a long name, and each part has
/// its path.
const LONGEST_PATH: usize = 400;

/// The path of a part of what has this path.
#[inline(never)]
pub(crate) fn under(path: &str, name: &str) -> String {
    short(&format!("{path}.{name}"))
}

/// The beginning of a text that is too long for an error.
#[inline(never)]
pub(crate) fn short(text: &str) -> String {
    let is_end = |end: &usize| text.is_char_boundary(*end);
    let end = (0..=text.len().min(LONGEST_PATH))
        .rev()
        .find(is_end)
        .unwrap_or_default();
    let mut beginning = text.get(..end).unwrap_or_default().to_owned();
    if end < text.len() {
        beginning.push('…');
    }
    beginning
}

/// An error at a position of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {reason}", if path.is_empty() { String::new() } else { format!(", {path}") })]
pub struct FileFault {
    /// Its line, from 1.
    pub line: usize,
    /// The path of member names from the outermost to it, separated by dots. Empty for the complete file.
    pub path: String,
    /// The kind of error.
    pub reason: FileReason,
}

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileReason {
    /// The file is not JSON.
    #[error("{0}")]
    Syntax(SyntaxReason),
    /// The file is not HCL. Contains what is expected there.
    #[error("this is not HCL: expected {0}")]
    Hcl(String),
    /// The file is not YAML. Contains the column, from 1, and the reason.
    #[error("this is not YAML at column {column}: {why}")]
    Yaml {
        /// The column, from 1.
        column: usize,
        /// The reason.
        why: String,
    },
    /// The file contains no table. Contains the place where tables are expected.
    #[error("the file has no table; tables are expected in {0}")]
    NoTable(&'static str),
    /// A value depends on more than the file. Contains the expression.
    #[error("{0} has no known value; write the value instead")]
    Unknown(String),
    /// The file uses an unsupported feature. Contains its name.
    #[error("{0} is not supported here")]
    Unsupported(String),
    /// A value has the wrong kind. Contains the expected kind.
    #[error("{0} is expected here")]
    Expected(&'static str),
    /// The file has another form. Contains its name, and the remedy.
    #[error("this is {0}")]
    Form(&'static str),
    /// A resource that its template does not create. Contains the condition.
    #[error("its condition {0} is false")]
    Off(String),
    /// A required member is missing. Contains its name.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// An item is invalid.
    #[error("{0}")]
    Item(ItemFault),
    /// A value without a type descriptor, which was read nevertheless.
    #[error("plain JSON, read with the types of JSON")]
    Plain,
    /// A member whose name its object has again. The last one is read.
    #[error("the same name follows again")]
    Again,
    /// A key attribute without a type, which was read nevertheless.
    #[error("without a type, read as a String")]
    Untyped,
    /// A setting that was read as a simpler one. Contains that one.
    #[error("read as {0}")]
    ReadAs(String),
    /// A replica of a global table that is not read. Contains the names of its other settings.
    #[error("differs from the last replica, which is read, in {0}")]
    Differs(String),
    /// The service would refuse the table. Contains the service's message.
    #[error("{0}")]
    Refused(String),
}

impl FileFault {
    pub(crate) fn new(line: usize, path: impl AsRef<str>, reason: FileReason) -> Self {
        Self::at(line, path.as_ref(), reason)
    }

    #[inline(never)]
    fn at(line: usize, path: &str, reason: FileReason) -> Self {
        Self {
            line: line.max(1),
            path: short(path),
            reason,
        }
    }

    /// The error of a value of another shape.
    #[inline(never)]
    pub(crate) fn expected(line: usize, path: &str, what: &'static str) -> Self {
        Self::at(line, path, FileReason::Expected(what))
    }

    /// The error for a file of another form, by its name and the remedy.
    #[must_use]
    pub fn form(form: &'static str) -> Self {
        Self::new(1, "", FileReason::Form(form))
    }

    /// The error for a text that is not valid JSON.
    pub(crate) fn of_json(error: &ItemError) -> Self {
        let reason = match &error.reason {
            ItemFault::Syntax(reason) => FileReason::Syntax(*reason),
            other => FileReason::Item(other.clone()),
        };
        Self::new(error.line, "", reason)
    }
}

/// A part of a file that was ignored, or that a format cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its line, from 1; 0 for a written table.
    pub line: usize,
    /// The path of member names to it.
    pub path: String,
    /// Why, unless no reader knows it.
    pub reason: Option<FileReason>,
}

impl LeftOut {
    /// A part that is not read or not written.
    pub(crate) fn new(line: usize, path: impl AsRef<str>) -> Self {
        Self {
            line,
            path: short(path.as_ref()),
            reason: None,
        }
    }
}

impl From<FileFault> for LeftOut {
    #[inline(never)]
    fn from(fault: FileFault) -> Self {
        Self {
            line: fault.line,
            path: fault.path,
            reason: Some(fault.reason),
        }
    }
}

impl std::fmt::Display for LeftOut {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.line > 0 {
            write!(out, "line {}: ", self.line)?;
        }
        out.write_str(&self.path)?;
        match &self.reason {
            Some(reason) => write!(out, " ({reason})"),
            None => Ok(()),
        }
    }
}

//! A key that is stored outside the command line, where other users of the machine cannot read it.
//!
//! Must not know options.
#![allow(clippy::disallowed_methods, reason = "a file and a variable are its business")]

use std::io;
use std::path::PathBuf;

use super::AccessKey;

/// Why a stored key cannot be used. No message contains the key.
#[derive(Debug, thiserror::Error)]
pub enum StoredKeyError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The environment variable does not exist, or is not text.
    #[error("the environment variable {0} is not set to a text")]
    Variable(String),
    /// The content is not a key.
    #[error("{0} must contain a key ID, a colon and a secret, on one line")]
    Content(String),
}

impl AccessKey {
    /// The key in a file of one line.
    ///
    /// # Errors
    /// When there is no such file, or it has another content.
    pub(crate) fn from_file(path: PathBuf) -> Result<Self, StoredKeyError> {
        match std::fs::read_to_string(&path) {
            Ok(text) => Self::from_line(&text).ok_or_else(|| StoredKeyError::Content(path.display().to_string())),
            Err(error) => Err(StoredKeyError::File { path, error }),
        }
    }

    /// The key in an environment variable.
    ///
    /// # Errors
    /// When there is no such variable, or it has another content.
    pub(crate) fn from_variable(name: String) -> Result<Self, StoredKeyError> {
        match std::env::var(&name) {
            Ok(text) => Self::from_line(&text).ok_or(StoredKeyError::Content(name)),
            Err(_) => Err(StoredKeyError::Variable(name)),
        }
    }

    /// The key of a line, without the line break at its end.
    fn from_line(text: &str) -> Option<Self> {
        let line = text.trim_end_matches(['\r', '\n']);
        (!line.contains(['\r', '\n'])).then(|| Self::from_pair(line)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_key_is_one_line() {
        for line in ["id:se:cret", "id:se:cret\n", "id:se:cret\r\n"] {
            assert!(
                AccessKey::from_line(line) == AccessKey::from_pair("id:se:cret"),
                "{line:?}"
            );
        }
        for other in ["", "\n", "id", "id:", ":secret", "id:secret\nmore"] {
            assert!(AccessKey::from_line(other).is_none(), "{other:?}");
        }
    }

    #[test]
    fn what_holds_no_key_is_named_without_its_content() {
        let absent = AccessKey::from_file(PathBuf::from("no/such/file")).expect_err("no file");
        assert!(absent.to_string().starts_with("no/such/file: "), "{absent}");
        let absent = AccessKey::from_variable("HASHRANGE_NO_SUCH_VARIABLE".to_owned()).expect_err("no variable");
        assert!(
            absent.to_string().contains("HASHRANGE_NO_SUCH_VARIABLE is not set"),
            "{absent}"
        );
        let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let other = AccessKey::from_file(manifest).expect_err("no key");
        assert!(
            other
                .to_string()
                .ends_with("Cargo.toml must contain a key ID, a colon and a secret, on one line")
        );
        // Cargo sets this variable for every test.
        let other = AccessKey::from_variable("CARGO_PKG_NAME".to_owned()).expect_err("no key");
        assert!(!other.to_string().contains("hashrange"), "{other}");
    }
}

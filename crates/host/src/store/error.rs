//! Errors of storage, and their texts.
//!
//! Must not know the browser's types, only the names of its errors.

use std::fmt;

/// Why the store could not write or read something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The browser has no storage here, or forbids it.
    Unavailable,
    /// Another tab has the storage open with an older page, which could not read this page's layout.
    Blocked,
    /// A newer page has changed the storage, so this page cannot use it any more.
    Outdated,
    /// The browser has no more space for this site.
    Full,
    /// Another tab has written to the workspace meanwhile.
    Conflict,
    /// The browser has deleted this workspace's data. Only `replace_journal` helps.
    Lost,
    /// Any other error, in the browser's words.
    Failed(String),
}

impl StoreError {
    /// The error that the browser reports with this name and message.
    pub fn named(name: &str, message: &str) -> Self {
        match name {
            "QuotaExceededError" => Self::Full,
            "ConstraintError" => Self::Conflict,
            "VersionError" => Self::Outdated,
            "SecurityError" => Self::Unavailable,
            _ if message.is_empty() => Self::Failed(name.to_owned()),
            _ => Self::Failed(format!("{name}: {message}")),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable => out.write_str("this browser does not let the page store data"),
            Self::Blocked => out
                .write_str("another tab has an older version of this page open; close that tab, then reload this one"),
            Self::Outdated => {
                out.write_str("another tab has opened a newer version of this page; reload this tab to continue")
            }
            Self::Full => out.write_str("the browser's storage is full"),
            Self::Conflict => out.write_str("another tab has written to the workspace"),
            Self::Lost => out.write_str("the browser deleted the stored workspace"),
            Self::Failed(words) => write!(out, "the browser's storage failed ({words})"),
        }
    }
}

impl std::error::Error for StoreError {}

#[cfg(test)]
mod tests {
    use super::StoreError;

    #[test]
    fn names_of_the_browser_become_errors() {
        assert_eq!(StoreError::named("QuotaExceededError", "no room"), StoreError::Full);
        assert_eq!(StoreError::named("ConstraintError", ""), StoreError::Conflict);
        assert_eq!(StoreError::named("VersionError", "3 > 2"), StoreError::Outdated);
        assert_eq!(
            StoreError::named("AbortError", ""),
            StoreError::Failed("AbortError".to_owned())
        );
    }

    #[test]
    fn what_fails_otherwise_keeps_the_words() {
        let error = StoreError::named("UnknownError", "the disk is gone");
        assert_eq!(
            error.to_string(),
            "the browser's storage failed (UnknownError: the disk is gone)"
        );
    }
}

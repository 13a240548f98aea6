//! Which keys are valid paths in a folder: S3 accepts any text, a file system does not.
//!
//! Must not touch files.

/// The end of a file's name until the file is complete. No object has such a name.
pub(super) const UNFINISHED: &str = ".hashrange-unfinished";

/// Why a key is not a valid path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum KeyFault {
    /// `a//b`, `/a`.
    #[error("a key needs a name before and after each slash")]
    Empty,
    /// `.` or `..`.
    #[error("no part of a key may be . or ..")]
    Dots,
    /// A backslash, a colon that could follow a drive letter, or a control character.
    #[error("a key may not have a backslash, a control character or, on Windows, a colon")]
    Character,
    /// The prefix of incomplete files.
    #[error("no key may end like an incomplete file")]
    Unfinished,
}

/// Whether a key has a valid path. A prefix is valid if it is valid without its final slash.
pub(crate) fn check_key(key: &str) -> Result<(), KeyFault> {
    let is_foreign = |character: char| {
        character == '\\'
            || character.is_control()
            || (cfg!(windows) && matches!(character, ':' | '<' | '>' | '"' | '|' | '?' | '*'))
    };
    if key.contains(is_foreign) {
        return Err(KeyFault::Character);
    }
    for part in key.split('/') {
        match part {
            "" => return Err(KeyFault::Empty),
            "." | ".." => return Err(KeyFault::Dots),
            _ if part.ends_with(UNFINISHED) => return Err(KeyFault::Unfinished),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stay_below_their_bucket() {
        for key in [
            "a",
            "a/b.json",
            "AWSDynamoDB/0-1/data/x.json.gz",
            "...",
            "a/..b",
            "ñ 🦀/ ",
        ] {
            assert_eq!(check_key(key), Ok(()), "{key}");
        }
        for (key, fault) in [
            ("", KeyFault::Empty),
            ("/etc/passwd", KeyFault::Empty),
            ("a//b", KeyFault::Empty),
            ("a/", KeyFault::Empty),
            ("..", KeyFault::Dots),
            ("a/../../b", KeyFault::Dots),
            ("./a", KeyFault::Dots),
            ("a\\..\\b", KeyFault::Character),
            ("a\0b", KeyFault::Character),
            ("a\nb", KeyFault::Character),
            ("a.hashrange-unfinished", KeyFault::Unfinished),
        ] {
            assert_eq!(check_key(key), Err(fault), "{key:?}");
        }
    }
}

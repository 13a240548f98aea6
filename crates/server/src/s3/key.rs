//! Which keys have a place in a folder: S3 takes any text, a file system does not.
//!
//! Must not touch files.

/// How the name of a file ends until the file is whole. No object is called so.
pub(super) const UNFINISHED: &str = ".hashrange-unfinished";

/// Why a key has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum KeyFault {
    /// `a//b`, `/a`.
    #[error("here a key has a name before and after each slash")]
    Empty,
    /// `.` or `..`.
    #[error("here no part of a key is . or ..")]
    Dots,
    /// A backslash, a colon where drives have them, or a control character.
    #[error("here a key has no backslash, no control character, and no colon on Windows")]
    Character,
    /// What files are called until they are whole.
    #[error("here no key ends like a file that is not whole yet")]
    Unfinished,
}

/// Whether a key has a place. A prefix of keys has one when it has one without the slash at its end.
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
        for key in ["a", "a/b.json", "AWSDynamoDB/0-1/data/x.json.gz", "...", "a/..b", "ñ 🦀/ "] {
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

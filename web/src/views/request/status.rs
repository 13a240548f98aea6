//! The status of an answer in words. Must not know what was asked.

/// A status with its words.
pub(super) fn status_words(status: u16) -> String {
    let words = match status {
        200 => "OK",
        400 => "Bad Request",
        _ => "Internal Server Error",
    };
    format!("{status} {words}")
}

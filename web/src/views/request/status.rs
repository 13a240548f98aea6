//! The status of a response as text. Must not know the request.

/// A status with its text.
pub(super) fn status_words(status: u16) -> String {
    let words = match status {
        200 => "OK",
        400 => "Bad Request",
        _ => "Internal Server Error",
    };
    format!("{status} {words}")
}

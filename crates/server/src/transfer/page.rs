//! Pages of a list, newest first: ten entries, or as many as requested (observed: transfer-lists).
//!
//! A token follows from the last entry of its page, in the service's form: groups of sixteen hexadecimal digits, at
//! least seven of them (documented: transfer-api). So tokens need no storage. Must not know what is listed.

use std::fmt::Write as _;

use hashrange_wire::ValidationError;
use sha2::{Digest as _, Sha256};

/// The default number of entries of a page.
const USUAL: usize = 10;

/// A page of entries, and the token of the next page if there is one.
///
/// # Errors
/// When no page of this list ended with the token.
pub(super) fn page<'e, T>(
    entries: impl DoubleEndedIterator<Item = &'e T>,
    name: fn(&T) -> &str,
    (most, token): (Option<u32>, Option<&String>),
) -> Result<(Vec<&'e T>, Option<String>), ValidationError> {
    let most = most.and_then(|most| usize::try_from(most).ok()).unwrap_or(USUAL);
    let mut rest = entries.rev();
    if let Some(token) = token {
        // The token of a deleted entry is as invalid as the token of another list.
        rest.find(|entry| token_of(name(entry)) == *token)
            .ok_or_else(|| ValidationError::NextToken(token.clone()))?;
    }
    let mut listed: Vec<&T> = rest.by_ref().take(most).collect();
    let goes_on = rest.next().is_some();
    listed.truncate(most);
    let token = listed.last().filter(|_| goes_on).map(|last| token_of(name(last)));
    Ok((listed, token))
}

/// The token of a page that ended with this resource name.
fn token_of(name: &str) -> String {
    let first = Sha256::digest(name);
    let second = Sha256::digest(first);
    first
        .iter()
        .chain(second.iter())
        .fold(String::new(), |mut token, byte| {
            let _ = write!(token, "{byte:02x}");
            token
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        (0..25).map(|number| format!("arn/export/{number:02}")).collect()
    }

    #[test]
    fn pages_come_newest_first_and_none_twice() {
        let names = names();
        let (mut seen, mut token) = (Vec::new(), None);
        loop {
            let (listed, next) = page(names.iter(), String::as_str, (Some(7), token.as_ref())).expect("a good token");
            assert!(listed.len() <= 7);
            seen.extend(listed.into_iter().cloned());
            match next {
                Some(next) => token = Some(next),
                None => break,
            }
        }
        assert_eq!(seen, names.iter().rev().cloned().collect::<Vec<_>>());
        assert_eq!(
            page(names.iter(), String::as_str, (None, None))
                .expect("a page")
                .0
                .len(),
            10
        );
        assert_eq!(
            page(names.iter(), String::as_str, (Some(25), None)).expect("a page").1,
            None
        );
    }

    #[test]
    fn tokens_have_the_service_s_form() {
        let token = token_of("arn/export/1");
        assert!(
            token.len() >= 112 && token.len().is_multiple_of(16) && token.bytes().all(|byte| byte.is_ascii_hexdigit())
        );
        let foreign = "0".repeat(112);
        let refused = page(names().iter(), String::as_str, (None, Some(&foreign))).map(|_| ());
        assert_eq!(refused, Err(ValidationError::NextToken(foreign)));
    }
}

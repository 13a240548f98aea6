//! The token with which a `SELECT` continues: the statement's identity, and the last row read.
//!
//! Opaque to callers, and bound to the text of the statement and its parameters (observed: statement-next-token; not to
//! limit or consistency). Must not know tables.

use std::fmt::Write as _;

use hashrange_values::AttributeValue;
use hashrange_wire::StatementFault;

use crate::state::fingerprint::fingerprint;

const DIGITS: &[u8; 16] = b"0123456789abcdef";
/// Bytes before the row: the statement's identity, and a checksum.
const HEAD: usize = 32;

/// The identity of a statement.
pub(crate) fn identity(statement: &str, parameters: Option<&[AttributeValue]>) -> u128 {
    fingerprint(&(statement, parameters.unwrap_or_default()))
}

/// The token that continues after this row.
pub(crate) fn encode(identity: u128, row: &[u8]) -> String {
    let check = fingerprint(&(identity, row));
    let head = identity.to_be_bytes().into_iter().chain(check.to_be_bytes());
    head.chain(row.iter().copied())
        .fold(String::with_capacity(2 * (HEAD + row.len())), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// The row after which the `SELECT` continues.
pub(crate) fn decode(identity: u128, token: &str) -> Result<Vec<u8>, StatementFault> {
    let bytes = unhex(token).ok_or(StatementFault::Token)?;
    let (head, row) = bytes.split_at_checked(HEAD).ok_or(StatementFault::Token)?;
    let number = |half: Option<&[u8]>| half.and_then(|half| half.try_into().ok()).map(u128::from_be_bytes);
    let of = number(head.get(..HEAD / 2)).ok_or(StatementFault::Token)?;
    if number(head.get(HEAD / 2..)) != Some(fingerprint(&(of, row))) {
        return Err(StatementFault::Token);
    }
    if of == identity {
        Ok(row.to_vec())
    } else {
        Err(StatementFault::TokenOfOther)
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| {
        DIGITS
            .iter()
            .position(|digit| digit == byte)
            .and_then(|value| u8::try_from(value).ok())
    };
    let pairs = text.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(high)? * 16 + digit(low)?),
        _ => None,
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_good_for_its_statement_only() {
        let (one, other) = (identity("SELECT 1", None), identity("SELECT 2", None));
        assert_ne!(one, other);
        let token = encode(one, b"row");
        assert_eq!(decode(one, &token), Ok(b"row".to_vec()));
        assert_eq!(decode(other, &token), Err(StatementFault::TokenOfOther));
    }

    #[test]
    fn anything_else_is_no_token() {
        let token = encode(7, b"row");
        let changed = format!("{}0", token.strip_suffix('7').unwrap_or(&token));
        for text in [
            "",
            "zz",
            "abc",
            "00",
            &token[1..],
            &token[2..],
            &format!("{token}00"),
            &changed,
            "ü",
        ] {
            let outcome = decode(7, text);
            assert!(
                text == token || outcome == Err(StatementFault::Token),
                "{text}: {outcome:?}"
            );
        }
    }
}

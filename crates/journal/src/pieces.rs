//! Pieces of a journal that start with a record, so that each can be read without the previous ones.
//!
//! Must not know the content of a record. It reads only the borders and the claimed number.

use crate::HEADER_BYTES;
use crate::record::Frame;

/// A piece of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The number of its first record.
    pub first: u64,
    /// Its bytes. Those of the first piece start with the header.
    pub bytes: &'a [u8],
}

/// Splits a journal at the starts of records, into pieces of about the given number of bytes. Unreadable bytes are part
/// of the last piece.
#[must_use]
pub fn pieces(bytes: &[u8], size: usize) -> Vec<Piece<'_>> {
    let (mut pieces, mut rest, mut first) = (Vec::new(), bytes, 1);
    let mut end = HEADER_BYTES;
    while let Ok(frame) = Frame::find(rest.get(end..).unwrap_or_default()) {
        if end >= size
            && let Some((bytes, after)) = rest.split_at_checked(end)
        {
            pieces.push(Piece { first, bytes });
            (rest, end) = (after, 0);
            first = frame.claimed_sequence().unwrap_or_default();
        }
        end += frame.bytes();
    }
    pieces.push(Piece { first, bytes: rest });
    pieces
}

/// The number of the record that starts at each of these ascending positions of a journal; `None` if no record starts
/// there. Position 0, that of the header, counts as the first record.
#[must_use]
pub fn records_at(bytes: &[u8], places: &[usize]) -> Vec<Option<u64>> {
    let (mut at, mut found) = (HEADER_BYTES, Vec::with_capacity(places.len()));
    for place in places {
        while at < *place
            && let Ok(frame) = Frame::find(bytes.get(at..).unwrap_or_default())
        {
            at += frame.bytes();
        }
        let number = Frame::find(bytes.get(at..).unwrap_or_default())
            .ok()
            .and_then(|frame| frame.claimed_sequence());
        found.push(if *place == 0 {
            Some(1)
        } else {
            number.filter(|_| at == *place)
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use hashrange_time::Timestamp;

    use super::*;
    use crate::{Changes, Entry, Header, Outcome, Reader, Record, encode_header, encode_record};

    fn journal(records: u64) -> Vec<u8> {
        let start = Timestamp::from_seconds(1);
        let mut bytes = encode_header(&Header {
            seed: 1,
            opened_at: start,
            semantics: 1,
        });
        for sequence in 1..=records {
            let entry = Entry::Request {
                operation: "PutItem".to_owned(),
                body: "x".repeat(usize::try_from(sequence).expect("small")),
            };
            let outcome = Outcome {
                semantics: 1,
                changes: Changes::of(b"x"),
            };
            bytes.extend(encode_record(&Record {
                sequence,
                at: start,
                entry,
                outcome,
            }));
        }
        bytes
    }

    #[test]
    fn every_piece_begins_with_a_record() {
        let bytes = journal(50);
        let pieces = pieces(&bytes, 300);
        assert!(pieces.len() > 5);
        assert_eq!(
            pieces.iter().flat_map(|piece| piece.bytes).copied().collect::<Vec<_>>(),
            bytes
        );
        let mut start = 0;
        for piece in &pieces {
            assert_eq!(records_at(&bytes, &[start]), [Some(piece.first)]);
            start += piece.bytes.len();
        }
        let mut next = pieces[1].first;
        for piece in &pieces[1..] {
            assert_eq!(piece.first, next);
            next += Reader::within(piece.bytes).filter(Result::is_ok).count() as u64;
        }
        assert_eq!(next, 51);
    }

    #[test]
    fn what_is_no_record_stays_with_the_last_piece() {
        let mut bytes = journal(3);
        let good = bytes.len();
        bytes.extend([0xff; 40]);
        assert_eq!(
            pieces(&bytes, 10_000),
            [Piece {
                first: 1,
                bytes: &bytes
            }]
        );
        assert_eq!(pieces(&[], 100), [Piece { first: 1, bytes: &[] }]);
        assert_eq!(
            pieces(b"odd", 100),
            [Piece {
                first: 1,
                bytes: b"odd"
            }]
        );
        assert_eq!(
            records_at(&bytes, &[0, 30, good, good + 1]),
            [Some(1), None, None, None]
        );
    }
}

//! Texts that contain figures: `{throttled = 200}` is a figure with the value that it has if only the lesson's acts
//! run.
//!
//! Must not know where a figure's value comes from.

use crate::bounds::{MOST_FIGURES, held};
use crate::{Expression, Wrong};

/// A text of one or more sentences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// The text, split at its figures.
    pub pieces: Vec<Piece>,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Words.
    Text(String),
    /// A figure.
    Figure {
        /// The sum.
        sum: Expression,
        /// The sum as it is written.
        written: String,
        /// Its expected value; `None` if the file gives none, `?` if it must be filled in.
        expected: Option<String>,
    },
}

impl Words {
    pub(crate) fn read(text: &str) -> Result<Self, Wrong> {
        held("figures in a line", text.matches('{').count() as u64, MOST_FIGURES)?;
        let (mut pieces, mut rest) = (Vec::new(), text.trim());
        while let Some((before, tail)) = rest.split_once('{') {
            let Some((inside, after)) = tail.split_once('}') else {
                return Err(Wrong::Brace);
            };
            if before.contains('}') || inside.contains('{') {
                return Err(Wrong::Brace);
            }
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            let (written, expected) = match inside.split_once(" = ") {
                Some((written, expected)) => (written, Some(expected.trim().to_owned())),
                None => (inside, None),
            };
            pieces.push(Piece::Figure {
                sum: Expression::read(written)?,
                written: written.trim().to_owned(),
                expected,
            });
            rest = after;
        }
        if rest.contains('}') {
            return Err(Wrong::Brace);
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Self { pieces })
    }

    /// The figures, in order, with their expected values.
    pub fn figures(&self) -> impl Iterator<Item = (&Expression, &str, Option<&str>)> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Figure { sum, written, expected } => Some((sum, written.as_str(), expected.as_deref())),
        })
    }

    /// The words without their figures' values, from which a translation is made.
    #[must_use]
    pub fn bare(&self) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Figure { written, .. } => format!("{{{written}}}"),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// The words as they are read, with the values of the file.
    #[must_use]
    pub fn shown(&self) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => plain(text),
            Piece::Figure { written, expected, .. } => expected.clone().unwrap_or_else(|| format!("[{written}]")),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }
}

/// The text as it is shown: amounts without their quotes. Names, key values and dates keep theirs.
pub(crate) fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once('"') {
        let Some((inside, after)) = tail.split_once('"') else {
            break;
        };
        let mark = if is_amount(inside) { "" } else { "\"" };
        for part in [before, mark, inside, mark] {
            shown.push_str(part);
        }
        rest = after;
    }
    shown + rest
}

/// Whether a text is a number with its unit, as in `4 KB`.
fn is_amount(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(number, unit)| {
        number.starts_with(|letter: char| letter.is_ascii_digit())
            && number
                .chars()
                .all(|letter| letter.is_ascii_digit() || ".,".contains(letter))
            && !unit.is_empty()
            && unit.chars().all(char::is_alphabetic)
    })
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn only_amounts_lose_their_quotes() {
        assert_eq!(plain("a write of up to \"1 KB\""), "a write of up to 1 KB");
        assert_eq!(
            plain("after \"2.5 ms\", and \"101\" too"),
            "after 2.5 ms, and \"101\" too"
        );
        let kept = "\"2016-05-18 01.36.30\", \"game-07\", \"10 \", \"KB 10\" and an inch: 5\"";
        assert_eq!(plain(kept), kept);
    }
}

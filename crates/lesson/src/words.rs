//! Words with figures in them: `{throttled = 200}` is a figure with what it is when nothing but the lesson happened.
//!
//! Must not know where a figure's value comes from.

use crate::{Expression, Wrong};

/// A sentence or more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// The text, cut at its figures.
    pub pieces: Vec<Piece>,
}

/// A piece of words.
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
        /// What it is; `None` where the file does not say, `?` where it is still to be filled in.
        expected: Option<String>,
    },
}

impl Words {
    pub(crate) fn read(text: &str) -> Result<Self, Wrong> {
        let (mut pieces, mut rest) = (Vec::new(), text.trim());
        while let Some((before, tail)) = rest.split_once('{') {
            let Some((inside, after)) = tail.split_once('}') else { return Err(Wrong::Brace) };
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

    /// The figures, in order, with what they are expected to be.
    pub fn figures(&self) -> impl Iterator<Item = (&Expression, &str, Option<&str>)> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Figure { sum, written, expected } => Some((sum, written.as_str(), expected.as_deref())),
        })
    }

    /// The words without their figures' values: what a translation follows.
    #[must_use]
    pub fn bare(&self) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Figure { written, .. } => format!("{{{written}}}"),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// The words as they are read, with the values the file says.
    #[must_use]
    pub fn shown(&self) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Figure { written, expected, .. } => expected.clone().unwrap_or_else(|| format!("[{written}]")),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }
}

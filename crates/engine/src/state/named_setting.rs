//! Fields of physics and limits by name, with their values as text.
//!
//! Must not know what a setting does, or where its text is stored.

use hashrange_time::Duration;

use crate::state::span::Span;
use crate::state::throttling::Throttling;

/// The name of a setting, and the function that returns its field.
pub type NamedSetting<T> = (&'static str, fn(&mut T) -> Setting<'_>);

/// A mutable reference to the field of a setting.
#[derive(Debug)]
pub enum Setting<'a> {
    /// A random duration between two bounds in microseconds: `5..60`, or one number if the bounds are equal.
    Span(&'a mut Span),
    /// A duration in microseconds.
    Duration(&'a mut Duration),
    /// `off`, `adaptive` or `split`.
    Throttling(&'a mut Throttling),
    /// A number.
    Number(&'a mut u64),
    /// A count.
    Count(&'a mut usize),
    /// A small number.
    Small(&'a mut u32),
}

impl Setting<'_> {
    /// The value as text.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Span(span) if span.shortest == span.longest => span.shortest.micros().to_string(),
            Self::Span(span) => format!("{}..{}", span.shortest.micros(), span.longest.micros()),
            Self::Duration(duration) => duration.micros().to_string(),
            Self::Throttling(mode) => mode.name().to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Count(count) => count.to_string(),
            Self::Small(number) => number.to_string(),
        }
    }

    /// Sets the value from a text. Returns `None`, without a change, for an invalid text.
    pub fn set(&mut self, text: &str) -> Option<()> {
        let duration = |text: &str| text.parse().ok().map(Duration::from_micros);
        match self {
            Self::Span(span) => {
                let (shortest, longest) = text.split_once("..").unwrap_or((text, text));
                let (shortest, longest) = (duration(shortest)?, duration(longest)?);
                **span = Span {
                    shortest,
                    longest: longest.max(shortest),
                };
            }
            Self::Duration(held) => **held = duration(text)?,
            Self::Throttling(mode) => **mode = Throttling::from_name(text)?,
            Self::Number(number) => **number = text.parse().ok()?,
            Self::Count(count) => **count = text.parse().ok()?,
            Self::Small(number) => **number = text.parse().ok()?,
        }
        Some(())
    }
}

//! A text that grows part by part: words, counts, quantities.
//!
//! Must not know what the text is about. Its functions are not inlined, because a bill consists of many short texts, and the
//! page downloads each copy.

use hashrange_words::count;

use crate::{Charge, Quantity};

/// The text so far.
pub(crate) struct Words(String);

impl Words {
    /// A text that begins with these words.
    pub(crate) fn new(text: &str) -> Self {
        let mut words = Self(String::new());
        words.text(text);
        words
    }

    /// Adds words.
    #[inline(never)]
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.0.push_str(text);
        self
    }

    /// Adds a count with separated thousands.
    #[inline(never)]
    pub(crate) fn count(&mut self, number: u64) -> &mut Self {
        self.text(&count(number))
    }

    /// Adds a quantity.
    #[inline(never)]
    pub(crate) fn quantity(&mut self, quantity: Quantity) -> &mut Self {
        self.text(&quantity.text())
    }

    /// Adds a quantity with the unit of a charge.
    #[inline(never)]
    pub(crate) fn amount(&mut self, quantity: Quantity, charge: Charge) -> &mut Self {
        let is_one = quantity == Quantity::whole(1);
        let unit = if is_one { charge.unit() } else { charge.units() };
        self.quantity(quantity).text(" ").text(unit)
    }

    /// Takes the text out.
    #[inline(never)]
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.0)
    }
}

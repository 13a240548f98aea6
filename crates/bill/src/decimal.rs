//! Exact decimals of a bill: integers of a fixed scale. Quantities have nine decimals, prices of one unit twelve, and
//! money twenty-one, so that the product of a quantity and a price needs no rounding.
//!
//! Must not know what is counted or charged. Rounding happens when a quantity is scaled, and on display.

use hashrange_words::count;

const QUANTITY_DECIMALS: usize = 9;
const RATE_DECIMALS: usize = 12;
const MONEY_DECIMALS: usize = QUANTITY_DECIMALS + RATE_DECIMALS;
/// One unit of a quantity in billionths.
const WHOLE: i128 = 1_000_000_000;
/// The most digits of an entered price before its point.
const MOST_DIGITS: usize = 9;

/// How much of something is charged: units, unit-hours, gigabytes, calls. In billionths of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Quantity(i128);

impl Quantity {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// A whole number.
    pub const fn whole(number: u64) -> Self {
        Self::parts(number, WHOLE)
    }

    /// A number of halves.
    pub const fn halves(number: u64) -> Self {
        Self::parts(number, WHOLE / 2)
    }

    /// `bytes` in gigabytes of `bytes_each`, rounded half up to a billionth. Zero if a gigabyte has no bytes.
    pub const fn gigabytes(bytes: u64, bytes_each: u64) -> Self {
        Self::whole(bytes).times(1, bytes_each)
    }

    /// The quantity times `times`, divided by `by`: rounded half up to a billionth, at most the largest quantity. Zero if
    /// `by` is.
    #[must_use]
    pub const fn times(self, times: u64, by: u64) -> Self {
        if by == 0 {
            return Self::ZERO;
        }
        let product = self.0.saturating_mul(times as i128);
        Self(product.saturating_add((by / 2) as i128) / by as i128)
    }

    /// What remains after `other` is taken away, zero at least.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        if self.0 > other.0 {
            Self(self.0 - other.0)
        } else {
            Self::ZERO
        }
    }

    /// What this quantity costs at a price of one, exactly.
    pub const fn at(self, rate: Rate) -> Money {
        Money(self.0.saturating_mul(rate.0))
    }

    /// Whether it is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum, at most the largest quantity.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// How many times `other` this quantity is, with up to two decimals, such as `1.75`. `0` if `other` is zero.
    pub fn ratio_text(self, other: Self) -> String {
        let ratio = self.0.saturating_mul(WHOLE).checked_div(other.0);
        text("", ratio.unwrap_or(0), QUANTITY_DECIMALS, 2, 0)
    }

    /// All digits that are not zero, with thousands separated: `2,252,050.5`.
    pub fn text(self) -> String {
        text("", self.0, QUANTITY_DECIMALS, QUANTITY_DECIMALS, 0)
    }

    const fn parts(number: u64, each: i128) -> Self {
        Self((number as i128).saturating_mul(each))
    }
}

/// The price of one unit in trillionths of a dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Rate(i128);

impl Rate {
    /// Reads a price in dollars for `per` units, such as `0.705` for a million: digits with at most one point.
    ///
    /// `None` for any other text, for more than nine digits before the point, and for a price of one unit that needs
    /// more than twelve decimals.
    pub fn parse(dollars: &str, per: u64) -> Option<Self> {
        let (whole, fraction) = dollars.split_once('.').unwrap_or((dollars, ""));
        if whole.is_empty() || whole.len() > MOST_DIGITS || fraction.len() > RATE_DECIMALS {
            return None;
        }
        let mut value: i128 = 0;
        for digit in whole.bytes().chain(fraction.bytes()) {
            if !digit.is_ascii_digit() {
                return None;
            }
            value = value * 10 + i128::from(digit - b'0');
        }
        for _ in fraction.len()..RATE_DECIMALS {
            value *= 10;
        }
        let per = i128::from(per);
        (per > 0 && value % per == 0).then(|| Self(value / per))
    }

    /// The price of `per` units in dollars, all digits: `0.705`, and two decimals at least: `0.10`.
    pub fn text(self, per: u64) -> String {
        text(
            "$",
            self.0.saturating_mul(i128::from(per)),
            RATE_DECIMALS,
            RATE_DECIMALS,
            2,
        )
    }
}

/// An amount of money, or a difference of two, exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Money(i128);

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The sum, at most the largest amount.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference: negative where `other` is larger.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Whether it is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Dollars and cents, rounded half up: `$1,423.50`, `−$0.47`.
    pub fn text(self) -> String {
        text("$", self.0, MONEY_DECIMALS, 2, 2)
    }
}

/// `value` of `scale` decimals, after its sign and the currency: with at most `most` decimals, rounded half up, and at
/// least `least`. A negative value rounds as its absolute value does; one that rounds to zero has no sign.
fn text(currency: &str, value: i128, scale: usize, most: usize, least: usize) -> String {
    let mut magnitude = value.unsigned_abs();
    for dropped in (most..scale).rev() {
        // Only the first digit that is dropped decides.
        magnitude = if dropped == most {
            (magnitude + 5) / 10
        } else {
            magnitude / 10
        };
    }
    let mut decimals = String::new();
    for _ in 0..most {
        decimals.insert(0, char::from(b'0' + u8::try_from(magnitude % 10).unwrap_or(0)));
        magnitude /= 10;
    }
    while decimals.len() > least && decimals.ends_with('0') {
        decimals.pop();
    }
    let is_zero = magnitude == 0 && decimals.bytes().all(|digit| digit == b'0');
    let mut out = String::new();
    if value < 0 && !is_zero {
        out.push('−');
    }
    out.push_str(currency);
    out.push_str(&count(u64::try_from(magnitude).unwrap_or(u64::MAX)));
    if !decimals.is_empty() {
        out.push('.');
        out.push_str(&decimals);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Money, Quantity, Rate};

    #[test]
    fn prices_are_read_exactly_or_not_at_all() {
        assert_eq!(
            Rate::parse("0.00014098", 1).map(|rate| rate.text(1)),
            Some("$0.00014098".to_owned())
        );
        assert_eq!(Rate::parse("0.705", 1_000_000), Rate::parse("0.000000705", 1));
        assert_eq!(Rate::parse("0.1", 1).map(|rate| rate.text(1)), Some("$0.10".to_owned()));
        assert_eq!(Rate::parse("12", 1).map(|rate| rate.text(1)), Some("$12.00".to_owned()));
        for wrong in [
            "",
            ".5",
            "-1",
            "1e3",
            "1,0",
            "$1",
            "1.2.3",
            "1234567890",
            "0.0000000000001",
            " 1",
            "٣",
        ] {
            assert_eq!(Rate::parse(wrong, 1), None, "{wrong}");
        }
        assert_eq!(
            Rate::parse("0.0000001", 1_000_000),
            None,
            "more than twelve decimals for one unit"
        );
        assert_eq!(Rate::parse("1", 0), None);
    }

    #[test]
    fn amounts_round_half_up_only_on_display() {
        let cent = |text: &str| Quantity::whole(1).at(Rate::parse(text, 1).unwrap());
        assert_eq!(cent("8.465").text(), "$8.47");
        assert_eq!(cent("8.4649999").text(), "$8.46");
        assert_eq!(cent("0.004999").text(), "$0.00");
        assert_eq!(cent("1234567.005").text(), "$1,234,567.01");
        assert_eq!(Money::ZERO.minus(cent("0.475")).text(), "−$0.48");
        assert_eq!(Money::ZERO.minus(cent("0.001")).text(), "$0.00");
        assert_eq!(cent("0.004").plus(cent("0.001")).text(), "$0.01", "the sum is exact");
    }

    #[test]
    fn quantities_scale_once() {
        assert_eq!(Quantity::halves(3).text(), "1.5");
        assert_eq!(Quantity::whole(1_234).times(1_440, 24).text(), "74,040");
        assert_eq!(Quantity::whole(1).times(2, 3).text(), "0.666666667");
        assert_eq!(Quantity::gigabytes(1 << 30, 1 << 30).text(), "1");
        assert_eq!(Quantity::gigabytes(100, 1_000_000_000).text(), "0.0000001");
        assert_eq!(Quantity::whole(5).times(1, 0), Quantity::ZERO);
        assert_eq!(Quantity::whole(5).minus(Quantity::whole(7)), Quantity::ZERO);
        assert_eq!(Quantity::whole(7).ratio_text(Quantity::whole(4)), "1.75");
        assert_eq!(Quantity::whole(7).ratio_text(Quantity::ZERO), "0");
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let most = Quantity::whole(u64::MAX).times(u64::MAX, 1);
        let price = Rate::parse("999999999", 1).unwrap();
        assert!(most.at(price) > Money::ZERO);
        assert!(most.at(price).plus(most.at(price)) > Money::ZERO);
        assert!(!most.at(price).text().is_empty() && !most.text().is_empty() && !price.text(u64::MAX).is_empty());
    }
}

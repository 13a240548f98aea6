//! A Number as key bytes. They sort by value, and their hash reproduces the service's placement
//! (observed: hash-placement).
//!
//! Layout: `80` for zero. Otherwise an exponent byte in base 100 that includes the sign, then one byte for each pair of
//! digits: pair + 1 for positive numbers, 101 - pair for negative ones. A negative number with fewer than 20 pairs ends
//! with `66`, so that it sorts after longer numbers with the same beginning.

use super::Number;

/// The number of pairs of a 38-digit number whose digits start in the middle of a pair.
const MAX_PAIRS: usize = 20;
const NEGATIVE_END: u8 = 0x66;

impl Number {
    /// Appends the order-preserving bytes, at most 22.
    pub fn key_bytes(&self, out: &mut Vec<u8>) {
        if self.is_zero() {
            out.push(0x80);
            return;
        }
        let point = self.point();
        let odd = point.rem_euclid(2);
        let exponent = i8::try_from((point + odd) / 2 - 64).unwrap_or(i8::MIN).to_ne_bytes()[0];
        out.push(if self.is_negative() { !exponent } else { exponent });
        let mut pairs = 0;
        self.digit_pairs(odd == 1, |pair| {
            pairs += 1;
            out.push(if self.is_negative() { 101 - pair } else { pair + 1 });
        });
        if self.is_negative() && pairs < MAX_PAIRS {
            out.push(NEGATIVE_END);
        }
    }

    /// Passes the digits to `each` in pairs, from the left, padded with zeros in front (`shifted`) and behind.
    fn digit_pairs(&self, shifted: bool, mut each: impl FnMut(u8)) {
        let mut digits = [0u8; 40];
        let mut rest = self.coefficient();
        let count = self.digits();
        let first = usize::from(shifted);
        for slot in digits.iter_mut().skip(first).take(count).rev() {
            *slot = u8::try_from(rest % 10).unwrap_or(0);
            rest /= 10;
        }
        for pair in digits.chunks_exact(2).take((first + count).div_ceil(2)) {
            if let [high, low] = pair {
                each(high * 10 + low);
            }
        }
    }
}

//! Numbers in checkpoints: sign, exponent and digits. Small numbers take a few bytes.

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};

use super::Number;

/// The lower half of a coefficient.
const LOW: u128 = u64::MAX as u128;

const FORM: &str = "byte (1: negative, 2: an exponent follows, 4: high follows), low: number, exponent: number below zero too, high: \
                       number; the coefficient is high * 2^64 + low";

impl Checkpointed for Number {
    fn form(forms: &mut Forms) -> String {
        forms.named::<Self>(|_| FORM.to_owned())
    }

    #[allow(clippy::cast_possible_truncation)] // a half at a time
    fn write(&self, out: &mut Writer) {
        let coefficient = self.coefficient();
        let (low, high) = ((coefficient & LOW) as u64, (coefficient >> 64) as u64);
        out.byte(u8::from(self.negative) | u8::from(self.exponent != 0) << 1 | u8::from(high != 0) << 2);
        out.varint(low);
        if self.exponent != 0 {
            i64::from(self.exponent).write(out);
        }
        if high != 0 {
            out.varint(high);
        }
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let head = bytes.byte()?;
        let low = u128::from(bytes.varint()?);
        let exponent = if head & 2 == 0 { 0 } else { i64::read(bytes)? };
        let exponent = i16::try_from(exponent).map_err(|_| Damaged)?;
        let high = if head & 4 == 0 { 0 } else { u128::from(bytes.varint()?) };
        Ok(Self {
            coefficient: (high << 64 | low).to_le_bytes(),
            exponent,
            negative: head & 1 == 1,
        })
    }
}

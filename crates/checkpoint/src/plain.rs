//! Numbers, truth values, characters and texts.

use compact_str::CompactString;

use crate::{Checkpointed, Damaged, Forms, Reader, Writer};

macro_rules! varints {
    ($($number:ty),+) => {$(
        impl Checkpointed for $number {
            fn form(_: &mut Forms) -> String {
                "number".to_owned()
            }

            #[inline]
            fn write(&self, out: &mut Writer) {
                out.varint(u64::try_from(*self).unwrap_or(u64::MAX));
            }

            #[inline]
            fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
                Self::try_from(bytes.varint()?).map_err(|_| Damaged)
            }
        }
    )+};
}

varints!(u8, u16, u32, u64, usize);

/// The lowest bit stores the sign, so that small negative numbers are short too.
impl Checkpointed for i64 {
    fn form(_: &mut Forms) -> String {
        "number below zero too".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        out.varint(((*self << 1) ^ (*self >> 63)).cast_unsigned());
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let number = bytes.varint()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }
}

impl Checkpointed for u128 {
    fn form(_: &mut Forms) -> String {
        "16 bytes".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        out.raw(&self.to_le_bytes());
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        bytes.array().map(Self::from_le_bytes)
    }
}

impl Checkpointed for f32 {
    fn form(_: &mut Forms) -> String {
        "4 bytes, IEEE 754".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        out.raw(&self.to_le_bytes());
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        bytes.array().map(Self::from_le_bytes)
    }
}

impl Checkpointed for f64 {
    fn form(_: &mut Forms) -> String {
        "8 bytes, IEEE 754".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        out.raw(&self.to_le_bytes());
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        bytes.array().map(Self::from_le_bytes)
    }
}

impl Checkpointed for bool {
    fn form(_: &mut Forms) -> String {
        "0 or 1".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        out.byte(u8::from(*self));
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        match bytes.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Damaged),
        }
    }
}

impl Checkpointed for String {
    fn form(_: &mut Forms) -> String {
        "text".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        out.bytes(self.as_bytes());
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        bytes.text().map(Self::from)
    }
}

impl Checkpointed for CompactString {
    fn form(_: &mut Forms) -> String {
        "text".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        out.bytes(self.as_bytes());
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        bytes.text().map(Self::from)
    }
}

impl Checkpointed for Box<[u8]> {
    fn form(_: &mut Forms) -> String {
        "bytes".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        out.bytes(self);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        bytes.bytes().map(Self::from)
    }
}

impl Checkpointed for () {
    fn form(_: &mut Forms) -> String {
        "nothing".to_owned()
    }

    fn write(&self, _: &mut Writer) {}

    fn read(_: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(())
    }
}

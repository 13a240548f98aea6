//! Rows in checkpoints. Each page is a separate part, which copies of its map share as before.
//!
//! The borders of pages do not change. Their directories are rebuilt.

use std::sync::Arc;

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Kind, Reader, Writer, address_of, read_part, write_part};

use crate::page::Page;
use crate::partition::{Partition, Row};
use crate::{ByteKey, Pages, RowKey, Space};

/// A key whose page can be a part.
pub trait PageKey: ByteKey + Checkpointed + Send + Sync + 'static {}

impl<K: ByteKey + Checkpointed + Send + Sync + 'static> PageKey for K {}

/// A value whose page can be a part.
pub trait PageValue: Checkpointed + Clone + Send + Sync + 'static {}

impl<V: Checkpointed + Clone + Send + Sync + 'static> PageValue for V {}

impl<K: PageKey, V: PageValue> Pages<K, V> {
    /// The kind of the parts that store its pages.
    #[must_use]
    pub fn kind() -> Kind {
        Kind::of::<Page<K, V>>()
    }
}

impl Checkpointed for RowKey {
    fn form(_: &mut Forms) -> String {
        "(placement: upper half 8 bytes, lower half 8 bytes, parts: bytes)".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        let (upper, lower) = self.placement().halves();
        out.raw(&upper.to_le_bytes());
        out.raw(&lower.to_le_bytes());
        out.bytes(self.parts());
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let halves = (u64::from_le_bytes(bytes.array()?), u64::from_le_bytes(bytes.array()?));
        Ok(Self::of_halves(halves, bytes.bytes()?))
    }
}

impl<V: Checkpointed> Checkpointed for Row<V> {
    fn form(forms: &mut Forms) -> String {
        format!("(value: {}, size: number)", V::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        let Self { value, size } = self;
        value.write(out);
        size.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            value: V::read(bytes)?,
            size: u32::read(bytes)?,
        })
    }
}

impl<K: PageKey, V: PageValue> Checkpointed for Page<K, V> {
    fn form(forms: &mut Forms) -> String {
        format!("(first: {0}, rows: list of ({0}, {1}))", K::form(forms), V::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        self.first().write(out);
        out.varint(self.len() as u64);
        for (key, value) in self.iter() {
            key.write(out);
            value.write(out);
        }
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let first = K::read(bytes)?;
        let rows: Vec<(K, V)> = Vec::read(bytes)?;
        Self::of_sorted(first, rows).ok_or(Damaged)
    }
}

impl<K: PageKey, V: PageValue> Checkpointed for Pages<K, V> {
    fn form(forms: &mut Forms) -> String {
        format!("list of part {}", Page::<K, V>::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        if out.is_for_digest() {
            // Writes only the members, because their positions on pages depend on the order of insertion.
            out.varint(self.len() as u64);
            for (key, value) in self.iter() {
                key.write(out);
                value.write(out);
                out.fold();
            }
            return;
        }
        out.varint(self.pages().len() as u64);
        for page in self.pages() {
            write_part(out, address_of(page.members()), || Arc::new(page.clone()));
        }
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let mut pages = Vec::new();
        for _ in 0..bytes.length()? {
            pages.push(Page::clone(&*read_part(bytes)?));
        }
        Ok(Self::of_pages(pages))
    }
}

impl<V: PageValue> Checkpointed for Partition<V> {
    fn form(forms: &mut Forms) -> String {
        format!(
            "(number: number, from: {}, rows: {}, bytes: number)",
            RowKey::form(forms),
            Pages::<RowKey, Row<V>>::form(forms)
        )
    }

    fn write(&self, out: &mut Writer) {
        let Self {
            number,
            from,
            rows,
            bytes,
        } = self;
        number.write(out);
        from.write(out);
        rows.write(out);
        bytes.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let (number, from) = (u32::read(bytes)?, RowKey::read(bytes)?);
        Ok(Self {
            number,
            from,
            rows: Pages::read(bytes)?,
            bytes: u64::read(bytes)?,
        })
    }
}

impl<V: PageValue> Checkpointed for Space<V> {
    fn form(forms: &mut Forms) -> String {
        format!("(partitions: list of {}, next: number)", Partition::<V>::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        let Self { partitions, next } = self;
        partitions.write(out);
        next.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            partitions: Vec::read(bytes)?,
            next: u32::read(bytes)?,
        })
    }
}

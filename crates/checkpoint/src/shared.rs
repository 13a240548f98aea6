//! Shared values: an `Arc` with several holders is written once; parts are written before the state that refers to
//! them.
//!
//! Parts are the bulk of a state: a page of rows, a run of events. They are written one by one, so that no slice is
//! long.

use std::any::{Any, TypeId};
use std::sync::Arc;

use crate::writer::Part;
use crate::{Checkpointed, Damaged, Forms, Reader, Writer};

/// The value has no other holder.
const ALONE: u64 = 0;
/// The value follows here, and later holders refer to it.
const FIRST: u64 = 1;
/// The value was written before. Its number plus this constant is written.
const AGAIN: u64 = 2;

/// The address of a shared value, which identifies it as long as it exists.
#[must_use]
pub fn address_of<T: ?Sized>(shared: &Arc<T>) -> usize {
    Arc::as_ptr(shared).cast::<()>().addr()
}

/// An `Arc` with one holder is written as its value alone. Other values get numbers. Holders outside of the state do
/// not make the bytes longer.
impl<T: Checkpointed + Send + Sync + 'static> Checkpointed for Arc<T> {
    fn form(forms: &mut Forms) -> String {
        format!("shared {}", T::form(forms))
    }

    fn write(&self, out: &mut Writer) {
        if Self::strong_count(self) == 1 || out.is_for_digest() {
            out.varint(ALONE);
            return (**self).write(out);
        }
        let address = address_of(self);
        if let Some(number) = out.number_of(address) {
            return out.varint(number + AGAIN);
        }
        out.varint(FIRST);
        (**self).write(out);
        out.give_number(address);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        match bytes.varint()? {
            ALONE => T::read(bytes).map(Self::new),
            FIRST => {
                let shared = Self::new(T::read(bytes)?);
                bytes.keep(Arc::<T>::clone(&shared));
                Ok(shared)
            }
            number => kept(bytes, number - AGAIN),
        }
    }
}

fn kept<T: Any + Send + Sync>(bytes: &Reader<'_>, number: u64) -> Result<Arc<T>, Damaged> {
    Arc::clone(bytes.kept(number)?).downcast().map_err(|_| Damaged)
}

impl<T: Checkpointed> Part for Arc<T> {
    fn write(&self, out: &mut Writer) {
        T::write(self, out);
    }
}

/// Writes a reference to the part at this address. If the part is not written yet, schedules it to be written before
/// the state.
pub fn write_part<T>(out: &mut Writer, address: usize, part: impl FnOnce() -> Arc<T>)
where
    T: Checkpointed + Send + Sync + 'static,
{
    if out.is_for_digest() {
        return T::write(&part(), out);
    }
    match out.number_of(address) {
        Some(number) => out.varint(number),
        None => out.wait(address, TypeId::of::<T>(), || Box::new(part())),
    }
}

/// Reads a reference, and returns the part.
///
/// # Errors
/// If there is no such part.
pub fn read_part<T: Any + Send + Sync>(bytes: &mut Reader<'_>) -> Result<Arc<T>, Damaged> {
    let number = bytes.varint()?;
    kept(bytes, number)
}

//! What is shared: an `Arc` that others hold too is written once; parts are written before what refers to them.
//!
//! A part is what makes a state large: a page of rows, a run of events. Parts go ahead one by one, so that no slice is long.

use std::any::{Any, TypeId};
use std::sync::Arc;

use crate::writer::Part;
use crate::{Checkpointed, Damaged, Forms, Reader, Writer};

/// Held by nobody else.
const ALONE: u64 = 0;
/// Written here, and referred to later.
const FIRST: u64 = 1;
/// Written before; its number is counted from here.
const AGAIN: u64 = 2;

/// Where it is in memory, which tells it from everything else while it is kept.
#[must_use]
pub fn address_of<T: ?Sized>(shared: &Arc<T>) -> usize {
    Arc::as_ptr(shared).cast::<()>().addr()
}

/// An `Arc` of which there is one writes its value alone. Others are numbered: more holders than the state has make it larger by
/// nothing.
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

/// Refers to the part at this address, and has it written before.
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

/// The part that is referred to.
///
/// # Errors
/// Where there is no such part.
pub fn read_part<T: Any + Send + Sync>(bytes: &mut Reader<'_>) -> Result<Arc<T>, Damaged> {
    let number = bytes.varint()?;
    kept(bytes, number)
}
